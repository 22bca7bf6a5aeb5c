import { wordsOf } from "../blocks.ts";
import type { ResearchDocument } from "../document.ts";
import { madeView } from "../structure/made-view.ts";
import { blockLines } from "./block-lines.ts";
import { headingCell, labelCell, lineCell, type StyledCell, spanning } from "./cells.ts";
import type { SheetLook } from "./sheet-look.ts";
import { type SheetPlan, textSheet } from "./sheet-plan.ts";

const WIDTHS = [30, 98];

type Rows = readonly (readonly StyledCell[])[];

/** How the answer was found and what it leaves open; none where nothing is known about it. */
export function methodSheets(
  document: ResearchDocument,
  name: string,
  look: SheetLook,
): SheetPlan[] {
  const sections = [
    ...textSections(document, "method", look),
    ...madeSections(document, look),
    ...textSections(document, "limits", look),
  ];
  if (sections.length === 0) return [];
  const rows = sections.flatMap((section, index) => (index === 0 ? section : [[], ...section]));
  return [textSheet(name, WIDTHS, rows)];
}

function textSections(
  { parts }: ResearchDocument,
  kind: "method" | "limits",
  look: SheetLook,
): Rows[] {
  return parts.flatMap((part) => {
    if (part.kind !== kind) return [];
    const lines = blockLines(part.blocks).map((text) => [
      spanning(lineCell(text, look), WIDTHS.length),
      null,
    ]);
    const title = part.heading ? wordsOf(part.heading.inlines) : look.labels[kind];
    return lines.length > 0 ? [[headingRow(title, look), ...lines]] : [];
  });
}

function madeSections(document: ResearchDocument, look: SheetLook): Rows[] {
  const made = madeView(document);
  if (!made) return [];
  const pairs = [
    ...made.figures.map(({ value, label }) => [
      strong(lineCell(value, look)),
      labelCell(label, look),
    ]),
    ...made.approvals.map(({ what, words }) => [lineCell(what, look), labelCell(words, look)]),
  ];
  const lines = made.lines.map((text) => [spanning(lineCell(text, look), WIDTHS.length), null]);
  return [[headingRow(look.labels.howMade, look), ...pairs, ...lines]];
}

function headingRow(title: string, look: SheetLook): StyledCell[] {
  return [spanning(headingCell(title, look), WIDTHS.length), null];
}

function strong(cell: StyledCell): StyledCell {
  return cell && { ...cell, fontWeight: "bold" };
}
