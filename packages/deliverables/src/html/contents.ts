import type { Element } from "hast";
import type { ResearchDocument } from "../document.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { EVIDENCE_ANCHOR } from "./evidence-section.ts";
import { MADE_ANCHOR } from "./made-section.ts";
import type { OutlineEntry } from "./part-pieces.ts";
import { element } from "./setting.ts";
import { SOURCES_ANCHOR } from "./source-sections.ts";

const MIN_HEADINGS = 3;
const MAX_LEVEL = 3;
/** With more, only the upper levels are listed. */
const MAX_ENTRIES = 60;

/** Links to the headings; none for a text with few of them. */
export function contentsElement(
  document: ResearchDocument,
  headings: readonly OutlineEntry[],
): Element[] {
  const labels = labelsFor(document.language);
  const written = document.blocks.filter(({ kind }) => kind === "heading").length;
  if (written < MIN_HEADINGS) return [];
  const { sources, evidence, made } = document;
  const below = [
    ...(made ? [{ level: 1, anchor: MADE_ANCHOR, text: labels.howMade }] : []),
    ...(sources.length > 0 ? [{ level: 1, anchor: SOURCES_ANCHOR, text: labels.sources }] : []),
    ...(evidence && evidence.claims.length > 0
      ? [{ level: 1, anchor: EVIDENCE_ANCHOR, text: labels.evidence }]
      : []),
  ];
  const entries = [...shown(headings), ...below].map(({ level, anchor, text }) =>
    element("li", { className: [`level-${level}`] }, [
      element("a", { href: `#${anchor}`, dir: "auto" }, [text]),
    ]),
  );
  return [
    element("nav", { ariaLabel: labels.contents }, [
      element("p", {}, [labels.contents]),
      element("ul", {}, entries),
    ]),
  ];
}

function shown(headings: readonly OutlineEntry[]): readonly OutlineEntry[] {
  const upTo = (most: number) =>
    headings.filter(({ level, text }) => level <= most && text.trim() !== "");
  const levels = [MAX_LEVEL, 2, 1];
  const deepest = levels.find((level) => upTo(level).length <= MAX_ENTRIES) ?? 1;
  return upTo(deepest);
}
