import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCan, useTeam } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { useIsShared } from "../../api/whose.ts";
import { Button } from "../../components/button.tsx";
import { DraftBadge } from "../../components/draft-badge.tsx";
import { Icon } from "../../components/icon.tsx";
import { OriginBadge } from "../../components/origin-badge.tsx";
import { PlanOwner } from "../../components/plan-people.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Select } from "../../components/select.tsx";
import { setPageTitle } from "../../components/window-title.ts";
import { MEDIA_TYPE_LABELS, SATISFACTION_LABELS } from "../../format/labels.ts";
import { dateText, t } from "../../language/messages.ts";
import { DeleteButton } from "../plan/deleting/delete-button.tsx";
import { QualityLine } from "./quality-line.tsx";
import type { Report } from "./report.ts";
import { ReportCopies } from "./report-copies.tsx";
import { ReportDownloads } from "./report-downloads.tsx";
import { ShareButton } from "./share/share-button.tsx";
import { MAX_VERSIONS, versionOptions } from "./version-options.ts";

/** The head of the document: what was asked, when and by whom it was answered, and how well it is supported. */
export function ReportHeader({ report }: { report: Report }) {
  const { id, title, planId, planMode, planTitle, mediaType, version, isDraft } = report;
  const navigate = useNavigate();
  // Unlike the text, versions and feedback can change while it is read.
  const { data } = useQuery(api.output.list.queryOptions({ planId, limit: MAX_VERSIONS }));
  const versions = data?.outputs ?? report.versions;
  const listed = data?.outputs.find((output) => output.id === id);
  const satisfaction = data?.outputs[0]?.satisfaction;
  const team = useTeam();
  const canWrite = useCan("write");
  const isShared = useIsShared();
  useEffect(() => setPageTitle(title), [title]);
  return (
    <header className="mb-8 border-line border-b pb-5">
      <p className="mb-3 break-words text-sm text-soft">
        <Link to="/plans/$planId" params={{ planId }} className="hover:underline">
          <PlanTitle mode={planMode} title={planTitle} />
        </Link>
        {team && <span className="hidden print:inline"> · {team.organizationName}</span>}
      </p>
      <h1 dir="auto" className="document-title">
        {title}
      </h1>
      {report.researchQuestion && (
        <p dir="auto" className="document-question">
          {report.researchQuestion}
        </p>
      )}
      <ul className="document-facts">
        <li>
          {t("Version {version}", { version })} {isDraft && <DraftBadge />}{" "}
          <OriginBadge origin={listed?.origin} />
        </li>
        <li>
          <time dateTime={report.createdAt}>
            {dateText(new Date(report.createdAt), { dateStyle: "long" })}
          </time>
        </li>
        {isShared && listed && (
          <li>
            <PlanOwner ownerId={listed.ownerId} />
          </li>
        )}
        <li className="print:hidden">{MEDIA_TYPE_LABELS[mediaType]}</li>
        {satisfaction && (
          <li className="print:hidden">
            {t("Feedback: {feedback}", { feedback: SATISFACTION_LABELS[satisfaction] })}
          </li>
        )}
      </ul>
      <QualityLine report={report} />
      <div className="mt-5 flex flex-wrap items-center gap-2 print:hidden">
        <ReportDownloads outputId={id} />
        <ReportCopies report={report} />
        <Button onClick={() => window.print()}>
          <Icon name="reports" />
          {t("Print")}
        </Button>
        {canWrite && <ShareButton outputId={id} planId={planId} />}
        {versions.length > 1 && <Versions versions={versions} chosen={id} />}
        <DeleteButton
          kind="report"
          id={id}
          title={t("Delete this report")}
          onDeleted={() => void navigate({ to: "/plans/$planId", params: { planId } })}
        />
      </div>
    </header>
  );
}

interface VersionsProps {
  readonly versions: readonly {
    readonly id: string;
    readonly version: number;
    readonly isDraft: boolean;
  }[];
  readonly chosen: string;
}

/** Another version to read, or to compare this one with. */
function Versions({ versions, chosen }: VersionsProps) {
  const navigate = useNavigate();
  const open = (outputId: string | undefined, search: { compare?: string | undefined } = {}) =>
    outputId && void navigate({ to: "/reports/$outputId", params: { outputId }, search });
  const position = versions.findIndex(({ id }) => id === chosen);
  const other = versions[position + 1] ?? versions[position - 1];
  return (
    <div className="flex flex-wrap items-center gap-2 sm:ms-auto">
      <Select
        label={t("Version")}
        options={versionOptions(versions)}
        chosen={chosen}
        onChange={(outputId) => open(outputId)}
      />
      {other && (
        <Button onClick={() => open(chosen, { compare: other.id })}>
          {t("Compare with version {version}", { version: other.version })}
        </Button>
      )}
    </div>
  );
}
