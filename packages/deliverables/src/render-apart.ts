import type { Comparison } from "./comparison/compare-deliverables.ts";
import type { Body, Deliverable, Format, RenderedFile } from "./deliverable.ts";
import type { LintTexts } from "./jobs.ts";
import type { LintReport } from "./lint.ts";
import { RenderingThreads } from "./rendering-threads.ts";

const RENDER_LIMIT_MS = 40_000;
/** Shorter than rendering: what passes the lint can be rendered as well. */
const LINT_LIMIT_MS = 15_000;

/** One pool per process; threads start on demand and stop when idle. */
const threads = new RenderingThreads();

/** Renders a file in a worker thread. Throws RenderingRefused. */
export function renderApart(
  deliverable: Deliverable,
  { format, organizationId }: { readonly format: Format; readonly organizationId: string },
): Promise<RenderedFile> {
  const limits = { timeLimitMs: RENDER_LIMIT_MS, organizationId };
  return threads.run({ kind: "render", deliverable, format }, limits);
}

/** Renders the HTML body for the console in a worker thread. Throws RenderingRefused. */
export function renderBodyApart(deliverable: Deliverable, organizationId: string): Promise<Body> {
  return threads.run(
    { kind: "body", deliverable },
    { timeLimitMs: RENDER_LIMIT_MS, organizationId },
  );
}

/** Compares two versions in a worker thread. Throws RenderingRefused. */
export function compareApart(
  versions: { readonly before: Deliverable; readonly after: Deliverable },
  organizationId: string,
): Promise<Comparison> {
  const limits = { timeLimitMs: RENDER_LIMIT_MS, organizationId };
  return threads.run({ kind: "compare", ...versions }, limits);
}

/** Renders what changed between two versions as a Word file in a worker thread. Throws RenderingRefused. */
export function renderChangesApart(
  versions: { readonly before: Deliverable; readonly after: Deliverable },
  organizationId: string,
): Promise<RenderedFile> {
  const limits = { timeLimitMs: RENDER_LIMIT_MS, organizationId };
  return threads.run({ kind: "changes", ...versions }, limits);
}

/** Lints the deliverable in a worker thread. Throws RenderingRefused. */
export function lintApart(
  deliverable: Deliverable,
  {
    organizationId,
    ...given
  }: {
    readonly texts: LintTexts;
    readonly maxCharacters: number;
    readonly organizationId: string;
  },
): Promise<LintReport> {
  const limits = { timeLimitMs: LINT_LIMIT_MS, organizationId };
  return threads.run({ kind: "lint", deliverable, ...given }, limits);
}
