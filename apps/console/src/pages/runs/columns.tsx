import { Link } from "@tanstack/react-router";
import type { Replies } from "../../api/api.ts";
import type { Column } from "../../components/data-table.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { timeColumn } from "../../components/time-column.tsx";
import { durationText } from "../../format/duration-text.ts";
import { t } from "../../language/messages.ts";

type RunRow = Replies["skillExecution"]["list"]["executions"][number];

export const RUN_COLUMNS: readonly Column<RunRow>[] = [
  {
    header: t("Run"),
    className: "w-1/2 min-w-40 max-w-0",
    cell: ({ id, skillName, topic, errorMessage }) => (
      <>
        <p className="truncate" title={topic ?? skillName}>
          <RowLink to="/runs/$executionId" params={{ executionId: id }}>
            {topic ?? skillName}
          </RowLink>
        </p>
        {topic !== null && <p className="truncate text-soft text-sm">{skillName}</p>}
        {errorMessage && (
          <p className="line-clamp-2 text-bad text-sm [overflow-wrap:anywhere]">{errorMessage}</p>
        )}
      </>
    ),
  },
  { header: t("Status"), cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: t("Mode"),
    className: "hidden max-w-24 truncate md:table-cell",
    cell: ({ delegatedTo }) => delegatedTo,
  },
  {
    header: t("Plan"),
    className: "hidden w-1/2 min-w-40 max-w-0 sm:table-cell",
    cell: ({ planId, planName, planMode, planTitle, planActivity }) =>
      planId === null ? (
        <span className="text-soft">{t("none")}</span>
      ) : (
        <>
          <p className="truncate" title={planName ?? planId}>
            <Link
              to="/plans/$planId"
              params={{ planId }}
              // Above the row's link, which covers the whole row.
              className="relative z-1 hover:underline"
            >
              <PlanTitle mode={planMode} title={planTitle ?? planId} />
            </Link>
          </p>
          {planActivity && (
            <p className="text-sm">
              <StatusBadge status={planActivity} />
            </p>
          )}
        </>
      ),
  },
  {
    header: t("Session"),
    className: "hidden max-w-28 truncate xl:table-cell",
    cell: ({ claudeCodeSessionId }) => (
      <span title={claudeCodeSessionId ?? undefined} className="font-mono text-sm">
        {claudeCodeSessionId}
      </span>
    ),
  },
  timeColumn("Started", ({ startedAt }) => startedAt),
  {
    header: t("Took"),
    className: "hidden whitespace-nowrap lg:table-cell",
    cell: ({ durationMs }) => durationMs !== null && durationText(durationMs),
  },
];
