import type { ResearchDocument } from "../document.ts";
import { dateIn, labelsFor, numberIn } from "../languages/labels-for.ts";
import { oneLine } from "../safe-text.ts";

const MAX_APPROVALS = 30;

/** How the research was done, as every format shows it. */
export interface MadeView {
  readonly figures: readonly { readonly value: string; readonly label: string }[];
  /** Each checkpoint with what was decided, by whom and when. */
  readonly approvals: readonly { readonly what: string; readonly words: string }[];
  /** Sentences without a figure of their own. */
  readonly lines: readonly string[];
}

/** Null where nothing is recorded. */
export function madeView(
  document: Pick<ResearchDocument, "made" | "language" | "sources" | "evidence">,
): MadeView | null {
  const { made, language, sources, evidence } = document;
  if (!made) return null;
  const labels = labelsFor(language);
  const figure = (count: number, label: (count: number) => string) =>
    count > 0 ? [{ value: numberIn(language, count), label: label(count) }] : [];
  const approvals = made.approvals.slice(0, MAX_APPROVALS).map((approval) => ({
    what: oneLine(approval.what, 200),
    words: labels.made.approval({
      decision: approval.decision,
      by: approval.by && oneLine(approval.by, 100),
      on: dateIn(language, approval.at),
      isRelayed: approval.isRelayed,
    }),
  }));
  return {
    figures: [
      ...figure(made.searches, labels.made.searches),
      ...figure(made.pagesRead, labels.made.pagesRead),
      ...figure(sources.filter(({ isCited }) => isCited).length, labels.made.sourcesCited),
      ...figure(made.steps, labels.made.steps),
    ],
    approvals,
    lines: [
      ...(approvals.length === 0 ? [labels.made.noApprovals] : []),
      ...(made.assistants.length > 0
        ? [
            `${labels.made.assistants(
              made.assistants
                .slice(0, 5)
                .map((name) => oneLine(name, 60))
                .join(", "),
            )}.`,
          ]
        : []),
      ...(evidence?.line ? [`${evidence.line.replace(/\.$/, "")}.`] : []),
    ],
  };
}
