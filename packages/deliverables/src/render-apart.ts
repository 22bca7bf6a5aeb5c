import type { Body, Deliverable, Format, RenderedFile } from "./deliverable.ts";
import type { LintFinding } from "./lint.ts";
import { RenderingThreads } from "./rendering-threads.ts";

const RENDER_LIMIT_MS = 40_000;
/** Shorter: what passes the lint can then be made into a file as well. */
const LINT_LIMIT_MS = 15_000;

/** One for the process; it starts threads when they are needed and ends them by itself. */
const threads = new RenderingThreads();

/** The deliverable as a file, made in a thread of its own. Throws RenderingRefused. */
export function renderApart(deliverable: Deliverable, format: Format): Promise<RenderedFile> {
  return threads.run({ kind: "render", deliverable, format }, RENDER_LIMIT_MS);
}

/** The deliverable's text to be shown in a page of ours, made in a thread of its own. Throws RenderingRefused. */
export function renderBodyApart(deliverable: Deliverable): Promise<Body> {
  return threads.run({ kind: "body", deliverable }, RENDER_LIMIT_MS);
}

/** What is doubtful about the deliverable, found in a thread of its own. Throws RenderingRefused. */
export function lintApart(
  deliverable: Deliverable,
  given: { readonly texts: ReadonlyMap<string, string>; readonly maxCharacters: number },
): Promise<LintFinding[]> {
  return threads.run({ kind: "lint", deliverable, ...given }, LINT_LIMIT_MS);
}
