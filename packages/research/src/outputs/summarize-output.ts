import type { Tenant, TenantContext } from "@trovella/db";
import { reportParts } from "@trovella/deliverables";
import { type LintResult, lintOutput } from "./lint-output.ts";
import type { OutputWithSources } from "./output-with-sources.ts";
import { renderOutputBody } from "./render-output-body.ts";

/** What a reader of a report wants to know first, and what the check of its citations found. */
export interface OutputSummary {
  /** Inert HTML. */
  readonly answer: string | null;
  readonly contradictions: string | null;
  readonly limits: string | null;
  readonly check: Pick<LintResult, "findings" | "counts" | "statements">;
}

const PART_CHARACTERS = 4_000;
/** Each has a few kilobytes. */
const MAX_KEPT = 200;

const kept = new Map<string, Promise<OutputSummary>>();

/**
 * The summary of a stored report. Linting takes up to seconds, so results are kept in this process, until `state` says that what
 * they rest on has changed: the text of a stored output never does.
 */
export function summarizeOutput(
  found: OutputWithSources,
  {
    tenant,
    state,
    inTenant,
  }: {
    readonly tenant: Tenant;
    readonly state: string;
    readonly inTenant: <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;
  },
): Promise<OutputSummary> {
  const key = JSON.stringify([tenant.organizationId, found.output.id, state]);
  const known = kept.get(key);
  // The newest stand last.
  kept.delete(key);
  const summary = known ?? summarize(found, tenant, inTenant);
  kept.set(key, summary);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  summary.catch(() => kept.delete(key));
  return summary;
}

/** The answer of a report in Markdown, from the beginning of its text; null where there is none. */
export function answerIn(markdown: string, maxCharacters: number): string | null {
  return reportParts(markdown, maxCharacters).answer;
}

async function summarize(
  found: OutputWithSources,
  tenant: Tenant,
  inTenant: <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>,
): Promise<OutputSummary> {
  const { output } = found;
  const parts = reportParts(output.content, PART_CHARACTERS);
  const html = async (content: string | null) => {
    if (content === null) return null;
    const body = await renderOutputBody({ ...found, output: { ...output, content } }, tenant);
    return linkedTo(output.id, body.html);
  };
  const [answer, contradictions, limits, { findings, counts, statements }] = await Promise.all([
    html(parts.answer),
    html(parts.contradictions),
    html(parts.limits),
    lintOutput(output, inTenant),
  ]);
  return { answer, contradictions, limits, check: { findings, counts, statements } };
}

/** Several parts stand on one page, so they have no anchors; citations lead to the source in the report. */
function linkedTo(outputId: string, html: string): string {
  return html
    .replace(/ id="(?:cite|section)-[\d-]+"/g, "")
    .replace(/href="#source-(\d+)"/g, `href="/reports/${outputId}?source=$1"`);
}
