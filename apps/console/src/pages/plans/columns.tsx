import type { PlanRow } from "../../api/api.ts";
import type { Column } from "../../components/data-table.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Progress } from "../../components/progress.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";

export const PLAN_COLUMNS: readonly Column<PlanRow>[] = [
  {
    id: "name",
    header: "Plan",
    className: "w-full min-w-44 max-w-0",
    cell: ({ id, name, mode, title, researchQuestion }) => (
      <>
        <p className="truncate" title={name}>
          <RowLink to="/plans/$planId" params={{ planId: id }}>
            <PlanTitle mode={mode} title={title} />
          </RowLink>
        </p>
        <p className="truncate text-soft text-sm" title={researchQuestion}>
          {researchQuestion}
        </p>
      </>
    ),
  },
  { id: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "progress",
    header: "Steps",
    className: "hidden sm:table-cell",
    cell: ({ settledCount, stepCount }) => (
      <Progress done={settledCount} total={stepCount} what="steps done" />
    ),
  },
  {
    id: "sources",
    header: "Sources",
    className: "hidden text-right tabular-nums lg:table-cell",
    cell: ({ sourceCount }) => sourceCount,
  },
  {
    id: "created",
    header: "Created",
    sortBy: "created",
    className: "hidden lg:table-cell",
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: "updated",
    header: "Updated",
    sortBy: "updated",
    className: "hidden sm:table-cell",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];
