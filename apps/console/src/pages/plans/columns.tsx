import { Link } from "@tanstack/react-router";
import type { PlanRow } from "../../api/api.ts";
import type { Column } from "../../components/data-table.tsx";
import { ShortTime, shortTimeColumn } from "../../components/lists/short-time.tsx";
import { OwnerBefore } from "../../components/plan-people.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Progress } from "../../components/progress.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { numberText, t } from "../../language/messages.ts";

export const PLAN_COLUMNS: readonly Column<PlanRow>[] = [
  {
    header: t("Plan"),
    sortBy: "name",
    className: "w-full min-w-56 max-w-0",
    cell: ({ id, name, mode, title, researchQuestion, createdBy, ...plan }) => (
      <>
        <p className="line-clamp-2 break-words" title={name} dir="auto">
          <RowLink to="/plans/$planId" params={{ planId: id }}>
            <PlanTitle mode={mode} title={title} />
          </RowLink>
        </p>
        <p className="line-clamp-1 break-all text-soft text-sm" title={researchQuestion} dir="auto">
          <OwnerBefore ownerId={createdBy} />
          {researchQuestion}
        </p>
        <Tags tags={plan.tags} />
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm sm:hidden">
          <StatusBadge status={plan.activity} />
          <Progress done={plan.settledCount} total={plan.stepCount} what={t("steps done")} />
          <span className="ml-auto text-soft">
            <ShortTime at={plan.updatedAt} />
          </span>
        </p>
      </>
    ),
  },
  {
    header: t("Status"),
    sortBy: "status",
    className: "hidden sm:table-cell",
    cell: ({ activity }) => <StatusBadge status={activity} />,
  },
  {
    header: t("Steps"),
    sortBy: "progress",
    className: "hidden sm:table-cell",
    cell: ({ settledCount, stepCount }) => (
      <Progress done={settledCount} total={stepCount} what={t("steps done")} />
    ),
  },
  {
    header: t("Sources"),
    sortBy: "sources",
    className: "hidden text-right tabular-nums xl:table-cell",
    cell: ({ sourceCount }) => numberText(sourceCount),
  },
  {
    ...shortTimeColumn(t("Created"), ({ createdAt }) => createdAt, "hidden xl:table-cell"),
    sortBy: "created",
  },
  {
    ...shortTimeColumn(t("Updated"), ({ updatedAt }) => updatedAt),
    sortBy: "updated",
  },
];

/** A click shows the plans that have the tag. */
function Tags({ tags }: Pick<PlanRow, "tags">) {
  if (tags.length === 0) return null;
  return (
    <p className="relative z-10 inline-flex max-w-full flex-wrap gap-x-2 text-sm">
      {tags.map((tag) => (
        <Link
          key={tag}
          from="/plans"
          search={(before) => ({ ...before, tag })}
          className="inline-flex min-h-6 max-w-full items-center truncate text-accent hover:underline"
        >
          #{tag}
        </Link>
      ))}
    </p>
  );
}
