import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { DraftBadge } from "../../components/draft-badge.tsx";
import { Icon } from "../../components/icon.tsx";
import { OriginBadge } from "../../components/origin-badge.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Select } from "../../components/select.tsx";
import { useToast } from "../../components/toast.tsx";
import { MEDIA_TYPE_LABELS, SATISFACTION_LABELS } from "../../format/labels.ts";
import { t } from "../../language/translate.ts";
import { DeleteButton } from "../plan/deleting/delete-button.tsx";
import type { Report } from "./report.ts";

const MAX_VERSIONS = 100;

export function ReportHeader({ report }: { report: Report }) {
  const { id, title, planId, planMode, planTitle, mediaType, version, isDraft, createdAt } = report;
  const navigate = useNavigate();
  // Unlike the text, versions and feedback can change while it is read.
  const { data } = useQuery(api.output.list.queryOptions({ planId, limit: MAX_VERSIONS }));
  const versions = data?.outputs ?? report.versions;
  const satisfaction = data?.outputs[0]?.satisfaction;
  const origin = data?.outputs.find((output) => output.id === id)?.origin;
  return (
    <>
      <PageHeader
        title={title}
        actions={versions.length > 1 && <Versions versions={versions} chosen={id} />}
      >
        <ul className="flex flex-wrap gap-x-4">
          <li className="min-w-0 break-words">
            <Link
              to="/plans/$planId"
              params={{ planId }}
              className="font-medium text-text hover:underline"
            >
              <PlanTitle mode={planMode} title={planTitle} />
            </Link>
          </li>
          <li>{MEDIA_TYPE_LABELS[mediaType]}</li>
          <li>
            version {version} {isDraft && <DraftBadge />} <OriginBadge origin={origin} />
          </li>
          <li>
            written <RelativeTime at={createdAt} />
          </li>
          {satisfaction && <li>feedback: {SATISFACTION_LABELS[satisfaction].toLowerCase()}</li>}
        </ul>
      </PageHeader>
      <div className="mb-6 flex flex-wrap items-center gap-2 border-line border-b pb-4">
        <Downloads outputId={id} />
        <CopyMarkdown outputId={id} />
        <Button onClick={() => window.print()}>
          <Icon name="reports" />
          Print
        </Button>
        <DeleteButton
          kind="report"
          id={id}
          title={t("Delete this report")}
          onDeleted={() => void navigate({ to: "/plans/$planId", params: { planId } })}
        />
      </div>
    </>
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

function Versions({ versions, chosen }: VersionsProps) {
  const navigate = useNavigate();
  return (
    <Select
      label="Version"
      options={versions.map(({ id, version, isDraft }, index) => ({
        value: id,
        label: `Version ${version}${index === 0 ? " (latest)" : ""}${isDraft ? ", draft" : ""}`,
      }))}
      chosen={chosen}
      onChange={(outputId) =>
        outputId && void navigate({ to: "/reports/$outputId", params: { outputId }, search: {} })
      }
    />
  );
}

function CopyMarkdown({ outputId }: { outputId: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      const reply = await fetch(downloadUrl(outputId, "markdown"));
      if (!reply.ok) throw new Error(`The server answered ${reply.status}.`);
      await navigator.clipboard.writeText(await reply.text());
      toast("Copied as Markdown.");
    } catch {
      toast("Copying failed. Download it as Markdown instead.");
    }
  };
  return (
    <Button onClick={copy}>
      <Icon name="copy" />
      Copy as Markdown
    </Button>
  );
}

function Downloads({ outputId }: { outputId: string }) {
  return (
    <div className="mr-auto flex flex-wrap items-center gap-1 text-sm">
      <span id="downloads" className="mr-1 text-soft">
        Download
      </span>
      <ul aria-labelledby="downloads" className="flex flex-wrap gap-1">
        {FORMATS.map(({ format, label }) => (
          <li key={format}>
            <a
              href={downloadUrl(outputId, format)}
              // HTML opens in a tab instead of being saved.
              {...(format === "html" ? { target: "_blank", rel: "noopener" } : { download: "" })}
              className="inline-flex min-h-8 items-center rounded-md px-2 text-accent hover:bg-hover"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Download formats; the server renders the file on request. */
const FORMATS = [
  { format: "docx", label: "Word" },
  { format: "pptx", label: "PowerPoint" },
  { format: "xlsx", label: "Excel" },
  { format: "html", label: "Web page" },
  { format: "markdown", label: "Markdown" },
  { format: "ris", label: "RIS" },
  { format: "bibtex", label: "BibTeX" },
  { format: "csl-json", label: "CSL JSON" },
] as const;

function downloadUrl(outputId: string, format: (typeof FORMATS)[number]["format"]): string {
  return `/api/outputs/${encodeURIComponent(outputId)}?format=${format}`;
}
