import type { ReactNode } from "react";
import type { Replies } from "../../../api/api.ts";
import { ExternalLink } from "../../../components/external-link.tsx";
import { ReadableFields, ReadableValue } from "../../../components/readable-value.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { numberText, t } from "../../../language/messages.ts";
import { isRecord } from "../../runs/metadata.ts";
import { Prose } from "./step-section.tsx";

type Subagent = Replies["researchPlan"]["step"]["subagents"][number];

const LISTS = [
  { name: "webSearches", title: t("Web searches") },
  { name: "webFetches", title: t("Pages fetched") },
  { name: "otherToolCalls", title: t("Other tools") },
  { name: "subagents", title: t("Subagents") },
] as const;
/** Fields that can serve as the headline of an entry. */
const HEADLINES = ["query", "url", "tool", "name", "agent"];
const MAX_ENTRIES = 200;

interface ExecutionReportProps {
  readonly report: unknown;
  readonly subagents: readonly Subagent[];
}

export function ExecutionReport({ report, subagents }: ExecutionReportProps) {
  const fields: Record<string, unknown> = isRecord(report) ? report : {};
  const known = ["thinking", ...LISTS.map(({ name }) => name as string)];
  const others = Object.entries(fields).filter(([name]) => !known.includes(name));
  return (
    <div className="grid gap-3">
      <Part title={t("Thinking")}>
        {typeof fields.thinking === "string" && fields.thinking.trim() !== "" ? (
          <Prose text={fields.thinking} />
        ) : (
          <NoneReported />
        )}
      </Part>
      {LISTS.map(({ name, title }) => (
        <Part key={name} title={title} count={listOf(fields[name]).length}>
          <Entries entries={listOf(fields[name])} />
          {name === "subagents" && <StoredReports subagents={subagents} />}
        </Part>
      ))}
      {others.length > 0 && (
        <Part title={t("More")}>
          <ReadableFields fields={Object.fromEntries(others)} />
        </Part>
      )}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly count?: number;
  readonly children: ReactNode;
}

function Part({ title, count = 0, children }: PartProps) {
  return (
    <div>
      <h4 className="font-medium text-sm text-soft">
        {title}
        {count > 0 && ` (${numberText(count)})`}
      </h4>
      {children}
    </div>
  );
}

function Entries({ entries }: { entries: readonly unknown[] }) {
  if (entries.length === 0) return <NoneReported />;
  return (
    <ol className="grid gap-2">
      {entries.slice(0, MAX_ENTRIES).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
        <li key={index} className="min-w-0 border-line border-l-2 pl-3">
          {isRecord(entry) ? <Entry entry={entry} /> : <ReadableValue value={entry} />}
        </li>
      ))}
      {entries.length > MAX_ENTRIES && (
        <li className="text-soft">
          {t("and {count} more, in the raw JSON", { count: entries.length - MAX_ENTRIES })}
        </li>
      )}
    </ol>
  );
}

function Entry({ entry }: { entry: Record<string, unknown> }) {
  const name = HEADLINES.find((candidate) => typeof entry[candidate] === "string");
  const { [name ?? ""]: headline, ...rest } = entry;
  return (
    <>
      {typeof headline === "string" && (
        <p className="font-medium [overflow-wrap:anywhere]">
          {name === "url" ? <ExternalLink url={headline} /> : headline}
        </p>
      )}
      {Object.keys(rest).length > 0 && <ReadableFields fields={rest} />}
    </>
  );
}

/** Reports that subagents submitted themselves. */
function StoredReports({ subagents }: { subagents: readonly Subagent[] }) {
  return subagents.map(({ id, agent, task, report, reportLength, status, createdAt }) => (
    <details key={id} className="mt-2 rounded-md border border-line px-3 py-1.5">
      <summary className="min-h-8 cursor-pointer content-center">
        <span className="font-medium">{agent ?? t("Subagent")}</span>
        <span className="text-soft text-sm">
          {" "}
          · {status ?? t("no status")} · <RelativeTime at={createdAt} />
        </span>
      </summary>
      <p className="mt-1 text-soft text-sm">{t("Task")}</p>
      <Prose text={task} />
      <p className="mt-2 text-soft text-sm">
        {reportLength > report.length
          ? t("Report, the beginning of {count} characters", { count: reportLength })
          : t("Report")}
      </p>
      <Prose text={report} />
      <p className="mt-1 font-mono text-soft text-xs">{id}</p>
    </details>
  ));
}

function NoneReported() {
  return <p className="text-soft">{t("none reported")}</p>;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
