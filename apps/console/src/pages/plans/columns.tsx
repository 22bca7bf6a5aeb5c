import type { PlanRow } from "../../api/api.ts";
import type { Column } from "../../components/data-table.tsx";
import { OwnerBefore } from "../../components/plan-people.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Progress } from "../../components/progress.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { timeColumn } from "../../components/time-column.tsx";

export const PLAN_COLUMNS: readonly Column<PlanRow>[] = [
  {
    header: "Plan",
    className: "w-full min-w-44 max-w-0",
    cell: ({ id, name, mode, title, researchQuestion, createdBy }) => (
      <>
        <p className="truncate" title={name}>
          <RowLink to="/plans/$planId" params={{ planId: id }}>
            <PlanTitle mode={mode} title={title} />
          </RowLink>
        </p>
        <p className="truncate text-soft text-sm" title={researchQuestion}>
          <OwnerBefore ownerId={createdBy} />
          {researchQuestion}
        </p>
      </>
    ),
  },
  { header: "Status", cell: ({ activity }) => <StatusBadge status={activity} /> },
  {
    header: "Steps",
    className: "hidden sm:table-cell",
    cell: ({ settledCount, stepCount }) => (
      <Progress done={settledCount} total={stepCount} what="steps done" />
    ),
  },
  {
    header: "Sources",
    className: "hidden text-right tabular-nums lg:table-cell",
    cell: ({ sourceCount }) => sourceCount,
  },
  {
    ...timeColumn("Created", ({ createdAt }) => createdAt, "hidden lg:table-cell"),
    sortBy: "created",
  },
  { ...timeColumn("Updated", ({ updatedAt }) => updatedAt), sortBy: "updated" },
];
