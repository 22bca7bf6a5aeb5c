import { Link } from "@tanstack/react-router";
import { CopyButton } from "../../../components/copy-button.tsx";
import { DraftBadge } from "../../../components/draft-badge.tsx";
import { OriginBadge } from "../../../components/origin-badge.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Section } from "../../../components/section.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { MEDIA_TYPE_LABELS } from "../../../format/labels.ts";
import { plural, t } from "../../../language/messages.ts";
import type { PlanResult } from "./citation-check.ts";

type Version = PlanResult["versions"][number];

/** The formats that most people want; the report's own page has all. */
const FORMATS = [
  { format: "docx", label: "Word" },
  { format: "pdf", label: "PDF" },
  { format: "pptx", label: "PowerPoint" },
  { format: "xlsx", label: "Excel" },
  { format: "markdown", label: "Markdown" },
] as const;

/** The newest version with what can be done with it, then the others. */
export function ReportVersions({ versions }: { versions: readonly Version[] }) {
  const [newest, ...others] = versions;
  if (!newest) return null;
  return (
    <Section title={t("Report")}>
      <div className="rounded-lg border border-line bg-card">
        <div className="px-4 py-3">
          <h3 dir="auto" className="font-medium [overflow-wrap:anywhere]">
            <Link
              to="/reports/$outputId"
              params={{ outputId: newest.id }}
              className="hover:underline"
            >
              {newest.title}
            </Link>
          </h3>
          <Facts version={newest} />
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <Link
              to="/reports/$outputId"
              params={{ outputId: newest.id }}
              className="inline-flex min-h-8 items-center rounded-md bg-accent px-2.5 py-1 font-medium text-on-accent text-sm hover:opacity-90"
            >
              {t("Open the report")}
            </Link>
            <CopyButton
              text={`${window.location.origin}/reports/${newest.id}`}
              label={t("Copy link")}
            />
            {others[0] && <Compare newest={newest} other={others[0]} />}
            <Downloads outputId={newest.id} />
          </div>
        </div>
        {others.length > 0 && (
          <details className="border-line border-t">
            <summary className="min-h-9 cursor-pointer content-center px-4 text-soft text-sm">
              {plural(others.length, "{count} earlier version", "{count} earlier versions")}
            </summary>
            <ul className="divide-y divide-line border-line border-t">
              {others.map((version) => (
                <li key={version.id} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2">
                  <Link
                    to="/reports/$outputId"
                    params={{ outputId: version.id }}
                    dir="auto"
                    className="min-w-0 [overflow-wrap:anywhere] hover:underline"
                  >
                    {version.title}
                  </Link>
                  <Facts version={version} />
                  <span className="ml-auto text-sm">
                    <Compare newest={newest} other={version} />
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Section>
  );
}

function Facts({ version }: { version: Version }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-soft text-sm">
      <span>{t("version {number}", { number: version.version })}</span>
      {version.isDraft && <DraftBadge />}
      <OriginBadge origin={version.origin} />
      <span>{MEDIA_TYPE_LABELS[version.mediaType]}</span>
      <RelativeTime at={version.createdAt} />
    </p>
  );
}

function Compare({ newest, other }: { newest: Version; other: Version }) {
  return (
    <TextLink
      to="/reports/$outputId"
      params={{ outputId: newest.id }}
      search={{ compare: other.id }}
      className="inline-flex min-h-8 items-center"
    >
      {t("Compare with version {number}", { number: other.version })}
    </TextLink>
  );
}

function Downloads({ outputId }: { outputId: string }) {
  return (
    <ul aria-label={t("Download")} className="flex flex-wrap gap-1 text-sm">
      {FORMATS.map(({ format, label }) => (
        <li key={format}>
          <a
            href={`/api/outputs/${encodeURIComponent(outputId)}?format=${format}`}
            download=""
            className="inline-flex min-h-8 items-center rounded-md px-2 text-accent hover:bg-hover"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
