import type { Replies } from "../../../api/api.ts";
import type { Column } from "../../../components/data-table.tsx";
import { DraftBadge } from "../../../components/draft-badge.tsx";
import { Icon } from "../../../components/icon.tsx";
import { ShortTime, shortTimeColumn } from "../../../components/lists/short-time.tsx";
import { OriginBadge } from "../../../components/origin-badge.tsx";
import { OwnerBefore } from "../../../components/plan-people.tsx";
import { PlanTitle } from "../../../components/plan-title.tsx";
import { RowLink } from "../../../components/row-link.tsx";
import { MEDIA_TYPE_LABELS, SATISFACTION_LABELS } from "../../../format/labels.ts";
import { numberText, plural, t } from "../../../language/messages.ts";

export type ListedReport = Replies["output"]["list"]["outputs"][number];

export const REPORT_COLUMNS: readonly Column<ListedReport>[] = [
  {
    header: t("Report"),
    sortBy: "name",
    className: "w-full min-w-56 max-w-0",
    cell: (report) => (
      <>
        <p className="line-clamp-2 break-words" title={report.title} dir="auto">
          <RowLink to="/reports/$outputId" params={{ outputId: report.id }}>
            {report.title}
          </RowLink>{" "}
          {report.isDraft && <DraftBadge />} <OriginBadge origin={report.origin} />
        </p>
        {report.answer && (
          <p className="line-clamp-2 break-words text-sm" dir="auto">
            {report.answer}
          </p>
        )}
        <p className="line-clamp-1 break-all text-soft text-sm lg:hidden" title={report.planName}>
          <OwnerBefore ownerId={report.ownerId} />
          <PlanTitle mode={report.planMode} title={report.planTitle} />
        </p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm sm:hidden">
          <QualityMark quality={report.quality} />
          <span className="text-soft">{versionText(report)}</span>
          <span className="ml-auto text-soft">
            <ShortTime at={report.createdAt} />
          </span>
        </p>
      </>
    ),
  },
  {
    header: t("Plan"),
    sortBy: "plan",
    className: "hidden min-w-48 max-w-0 lg:table-cell",
    cell: (report) => (
      <p className="line-clamp-2 break-words text-soft" title={report.planName} dir="auto">
        <OwnerBefore ownerId={report.ownerId} />
        <PlanTitle mode={report.planMode} title={report.planTitle} />
      </p>
    ),
  },
  {
    header: t("Citations"),
    className: "hidden sm:table-cell",
    cell: ({ quality }) => <QualityMark quality={quality} />,
  },
  {
    header: t("Format"),
    className: "hidden whitespace-nowrap xl:table-cell",
    cell: ({ mediaType }) => MEDIA_TYPE_LABELS[mediaType],
  },
  {
    header: t("Version"),
    className: "hidden whitespace-nowrap tabular-nums sm:table-cell",
    cell: versionText,
  },
  {
    header: t("Feedback"),
    className: "hidden whitespace-nowrap xl:table-cell",
    cell: ({ satisfaction }) =>
      satisfaction ? (
        SATISFACTION_LABELS[satisfaction]
      ) : (
        <span className="text-soft">{t("None yet")}</span>
      ),
  },
  { ...shortTimeColumn(t("Written"), ({ createdAt }) => createdAt), sortBy: "created" },
];

function versionText({ version, latestVersion }: ListedReport): string {
  if (version < latestVersion)
    return t("v{version} of {latest}", { version, latest: latestVersion });
  return t("v{version}", { version });
}

/** What the claims it cites were worth when it was written; its page has the whole check. */
function QualityMark({ quality: { claims, problems, isCiting } }: Pick<ListedReport, "quality">) {
  if (problems > 0) {
    return (
      <Mark icon="stalled" color="text-warn" title={t("Contradicted, disputed or without support")}>
        {t("{problems} of {claims} claims with problems", {
          problems: numberText(problems),
          claims: numberText(claims),
        })}
      </Mark>
    );
  }
  if (claims > 0) {
    return (
      <Mark icon="check" color="text-good">
        {plural(claims, "{count} claim checked", "{count} claims checked")}
      </Mark>
    );
  }
  if (isCiting) {
    return (
      <Mark icon="check" color="text-soft">
        {t("Cites sources")}
      </Mark>
    );
  }
  return (
    <Mark icon="stalled" color="text-warn">
      {t("No citations")}
    </Mark>
  );
}

interface MarkProps {
  readonly icon: "check" | "stalled";
  readonly color: string;
  readonly title?: string;
  readonly children: string;
}

function Mark({ icon, color, title, children }: MarkProps) {
  return (
    <span
      title={title}
      className={`inline-flex items-baseline gap-1.5 text-sm sm:min-w-28 ${color}`}
    >
      <Icon name={icon} className="mt-0.5 self-start" />
      {children}
    </span>
  );
}
