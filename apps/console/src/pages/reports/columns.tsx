import type { Replies } from "../../api/api.ts";
import type { Column } from "../../components/data-table.tsx";
import { DraftBadge } from "../../components/draft-badge.tsx";
import { OriginBadge } from "../../components/origin-badge.tsx";
import { OwnerBefore } from "../../components/plan-people.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { timeColumn } from "../../components/time-column.tsx";
import { MEDIA_TYPE_LABELS, SATISFACTION_LABELS } from "../../format/labels.ts";

type Report = Replies["output"]["list"]["outputs"][number];

export const REPORT_COLUMNS: readonly Column<Report>[] = [
  {
    header: "Report",
    className: "w-full min-w-44 max-w-0",
    cell: (report) => (
      <>
        <p className="flex items-baseline gap-2">
          <span className="truncate" title={report.title}>
            <RowLink to="/reports/$outputId" params={{ outputId: report.id }}>
              {report.title}
            </RowLink>
          </span>
          {report.isDraft && <DraftBadge />}
          <span className="hidden sm:inline">
            <OriginBadge origin={report.origin} />
          </span>
        </p>
        <p className="truncate text-soft text-sm" title={report.planName}>
          <span className="sm:hidden">
            {MEDIA_TYPE_LABELS[report.mediaType]}, version {report.version}
            {report.origin === "server" && ", composed by Trovella"} ·{" "}
          </span>
          <OwnerBefore ownerId={report.ownerId} />
          <PlanTitle mode={report.planMode} title={report.planTitle} />
        </p>
      </>
    ),
  },
  {
    header: "Format",
    className: "hidden sm:table-cell",
    cell: ({ mediaType }) => MEDIA_TYPE_LABELS[mediaType],
  },
  {
    header: "Version",
    className: "hidden whitespace-nowrap tabular-nums sm:table-cell",
    cell: ({ version, latestVersion }) => (
      <>
        {version}
        {version < latestVersion && <span className="text-soft"> of {latestVersion}</span>}
      </>
    ),
  },
  {
    header: "Feedback",
    className: "hidden whitespace-nowrap lg:table-cell",
    cell: ({ satisfaction }) =>
      satisfaction ? (
        SATISFACTION_LABELS[satisfaction]
      ) : (
        <span className="text-soft">None yet</span>
      ),
  },
  timeColumn("Written", ({ createdAt }) => createdAt),
];
