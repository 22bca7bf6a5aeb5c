import { Link } from "@tanstack/react-router";
import type { Replies } from "../../api/api.ts";
import type { Column } from "../../components/data-table.tsx";
import { shortTimeColumn } from "../../components/lists/short-time.tsx";
import { MODE_WORDS, PlanTitle } from "../../components/plan-title.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { durationText } from "../../format/duration-text.ts";
import { t } from "../../language/messages.ts";

type RunRow = Replies["skillExecution"]["list"]["executions"][number];

export const RUN_COLUMNS: readonly Column<RunRow>[] = [
  {
    header: t("Run"),
    className: "w-full min-w-40 max-w-0 sm:w-1/2",
    cell: ({ id, skillName, topic, errorMessage }) => (
      <>
        <p className="line-clamp-2 break-words" title={topic ?? skillName}>
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
    className: "hidden max-w-28 truncate md:table-cell",
    cell: ({ delegatedTo }) =>
      delegatedTo === "scan" || delegatedTo === "deep" ? MODE_WORDS[delegatedTo] : delegatedTo,
  },
  {
    header: t("Plan"),
    className: "hidden w-1/2 min-w-40 max-w-0 sm:table-cell",
    cell: ({ planId, planName, planMode, planTitle, planActivity }) =>
      planId === null ? (
        <span className="text-soft">{t("no plan")}</span>
      ) : (
        <>
          <p className="line-clamp-2 break-words" title={planName ?? planId}>
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
  shortTimeColumn(t("Started"), ({ startedAt }) => startedAt),
  {
    header: t("Took"),
    className: "hidden whitespace-nowrap lg:table-cell",
    cell: ({ durationMs }) => durationMs !== null && durationText(durationMs),
  },
];
