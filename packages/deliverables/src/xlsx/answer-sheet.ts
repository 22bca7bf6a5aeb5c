import { wordsOf } from "../blocks.ts";
import type { ResearchDocument } from "../document.ts";
import { answerNotes, answerOf, factsOf } from "../structure/answer-notes.ts";
import { blockLines } from "./block-lines.ts";
import {
  chipCell,
  headingCell,
  labelCell,
  lineCell,
  numberCell,
  type StyledCell,
  setIn,
  spanning,
  titleCell,
} from "./cells.ts";
import type { SheetLook } from "./sheet-look.ts";
import { type SheetPlan, textSheet } from "./sheet-plan.ts";

const WIDTHS = [30, 22, 80];
const ANSWER_SIZE = 13;
/** Above and below the answer. */
const PAD_POINTS = 6;

type Rows = readonly (readonly StyledCell[])[];

/** What somebody reads who opens no other sheet. */
export function answerSheet(
  document: ResearchDocument,
  name: string,
  { leftOut, look }: { readonly leftOut: readonly string[]; readonly look: SheetLook },
): SheetPlan {
  const rows: Rows = [
    ...draftRows(document, look),
    [spanning(titleCell(document.title, look), 3)],
    ...questionRows(document, look),
    [],
    ...answerRows(document, look),
    ...changeRows(document, look),
    [],
    ...factRows(document, look),
    ...figureRows(document, look),
    ...(leftOut.length > 0 ? [line(look.labels.leftOut, leftOut.join("\n"), look)] : []),
  ];
  return textSheet(name, WIDTHS, rows);
}

function line(label: string, text: string, look: SheetLook): StyledCell[] {
  return [labelCell(label, look), spanning(lineCell(text, look), 2), null];
}

function draftRows({ evidence }: ResearchDocument, look: SheetLook): Rows {
  const cell = evidence?.draft ? lineCell(evidence.draft, look) : null;
  if (!cell) return [];
  return [[spanning({ ...cell, fontWeight: "bold", textColor: `#${look.palette.wrong}` }, 3)], []];
}

function questionRows({ subtitle, question }: ResearchDocument, look: SheetLook): Rows {
  const texts = [subtitle, question].filter((text) => text !== "");
  return texts.map((text) => [
    spanning({ ...labelCell(text, look), fontStyle: "italic", fontSize: 12 }, 3),
  ]);
}

/** The answer on its ground, and how sure it is. */
function answerRows(document: ResearchDocument, look: SheetLook): Rows {
  const answer = answerOf(document);
  if (!answer) return [];
  const { palette, labels, headingFont } = look;
  const heading = answer.heading ? wordsOf(answer.heading.inlines) : labels.answer;
  const ground = { backgroundColor: `#${palette.tint}` } as const;
  const bar = { leftBorderStyle: "thick", leftBorderColor: `#${palette.accent}` } as const;
  const words = {
    fontFamily: headingFont,
    fontSize: ANSWER_SIZE,
    textColor: `#${palette.ink}`,
  } as const;
  const lines = blockLines(answer.blocks).map((text, index): StyledCell[] => [
    index === 0
      ? { ...setIn(headingCell(heading, look)), ...ground, ...bar, alignVertical: "top" }
      : { ...ground, ...bar },
    spanning({ ...lineCell(text, look), ...ground, ...words }, 2),
    null,
  ]);
  const height = PAD_POINTS;
  const pad = [{ ...ground, ...bar, height }, spanning({ ...ground, height }, 2), null];
  return [pad, ...lines, pad, ...confidenceRows(document, look)];
}

function confidenceRows(document: ResearchDocument, look: SheetLook): Rows {
  const { confidence = null } = answerOf(document) ?? {};
  const notes = answerNotes(document).join(" · ");
  if (confidence === null) return notes === "" ? [] : [[], line("", notes, look)];
  const chip = chipCell(look.labels.confidence[confidence], confidence, look);
  return [[], [labelCell(look.labels.confidenceTitle, look), chip, setIn(labelCell(notes, look))]];
}

function changeRows({ parts }: ResearchDocument, look: SheetLook): Rows {
  return parts.flatMap((part) => {
    if (part.kind !== "change") return [];
    const title = part.heading ? wordsOf(part.heading.inlines) : look.labels.change;
    const [first = "", ...others] = blockLines(part.blocks);
    return [[], line(title, first, look), ...others.map((text) => line("", text, look))];
  });
}

function factRows(document: ResearchDocument, look: SheetLook): Rows {
  const { organization, planName, evidence } = document;
  return [
    ...(organization ? [line(look.labels.preparedFor, organization, look)] : []),
    ...factsOf(document).map(({ label, value }) => line(label, value, look)),
    ...(planName ? [line(look.labels.plan, planName, look)] : []),
    ...(evidence?.line ? [line(look.labels.evidence, evidence.line, look)] : []),
  ];
}

/** The counts, which the sheet on the method explains. */
function figureRows(document: ResearchDocument, look: SheetLook): Rows {
  const { searches, pagesRead, sourcesCited, steps } = look.labels.made;
  const cited = document.sources.filter(({ isCited }) => isCited).length;
  const { made } = document;
  const figures: [number, (count: number) => string][] = [
    [made?.searches ?? 0, searches],
    [made?.pagesRead ?? 0, pagesRead],
    [cited, sourcesCited],
    [made?.steps ?? 0, steps],
  ];
  return figures
    .filter(([count]) => count > 0)
    .map(([count, label]) => [
      labelCell(capitalized(label(count)), look),
      spanning(numberCell(count, look), 2),
      null,
    ]);
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
