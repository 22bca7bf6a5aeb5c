import { Bookmark, HeadingLevel, type IParagraphOptions, type ParagraphChild } from "docx";
import { HEADINGS } from "../blocks.ts";
import { filled, gap } from "../boxes.ts";
import { type BodyChild, paragraph } from "../look.ts";
import { sourceBookmark } from "../runs.ts";
import { BULLETS, listIndentation, NUMBER_COLUMN, numbersFrom } from "../styles.ts";
import type { ChangeUnit } from "./change-unit.ts";
import { type Changing, changedRuns } from "./changed-runs.ts";
import { changedTable } from "./changed-table.ts";
import type { UnitChange } from "./compare-units.ts";

const DEEPEST_LEVEL = 8;

/** Paragraphs and tables of both versions in one order. */
export function changedChildren(changes: readonly UnitChange[], changing: Changing): BodyChild[] {
  return groupsOf(changes).flatMap((group) => {
    const isTable = unitOf(group[0]).kind === "row";
    if (isTable) return [...changedTable(group, changing), gap(changing.look, 160)];
    changing.look.lists.count += 1;
    return group.map((change) => changedParagraph(change, changing));
  });
}

/** Rows that follow one another are a table, entries a list; a new header begins another table. */
function groupsOf(changes: readonly UnitChange[]): [UnitChange, ...UnitChange[]][] {
  const groups: [UnitChange, ...UnitChange[]][] = [];
  for (const change of changes) {
    const { kind, isHeader } = unitOf(change);
    const group = groups.at(-1);
    const isNext = group && unitOf(group[0]).kind === kind && (kind === "row" || kind === "item");
    const isOther = isHeader && change.after !== null && group?.some(({ after }) => after !== null);
    if (isNext && !isOther) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function unitOf({ before, after }: UnitChange): ChangeUnit {
  return after ?? before;
}

function changedParagraph(change: UnitChange, changing: Changing): BodyChild {
  const { before, after } = change;
  const { look, nextMark } = changing;
  const unit = unitOf(change);
  const runs = changedRuns(before?.inlines ?? null, after?.inlines ?? null, changing);
  // The mark of the paragraph itself: without it an empty line would stay behind.
  const mark = before ? (after ? {} : { deletion: nextMark() }) : { insertion: nextMark() };
  return paragraph(look, {
    ...propertiesOf(unit, changing),
    run: mark,
    children: asSource(runs, unit.source, change),
  });
}

/** The citations of the newer version lead to its sources. */
function asSource(runs: readonly ParagraphChild[], source: number | null, { after }: UnitChange) {
  if (source === null || !after) return [...runs];
  return [new Bookmark({ id: sourceBookmark(source), children: [...runs] })];
}

function propertiesOf(unit: ChangeUnit, { look }: Changing): IParagraphOptions {
  if (unit.source !== null) {
    return { indent: { left: NUMBER_COLUMN, hanging: NUMBER_COLUMN }, spacing: { after: 60 } };
  }
  switch (unit.kind) {
    case "heading":
      return {
        heading: unit.level === 0 ? HeadingLevel.TITLE : HEADINGS[Math.min(unit.level, 6) - 1],
      };
    case "item":
      return { ...listEntry(unit, look), ...(unit.inQuote ? { style: "Quote" } : {}) };
    case "code":
      return { style: "Code", shading: filled(look.palette.panel) };
    case "rule":
      return { thematicBreak: true };
    default:
      return {
        ...(unit.inQuote ? { style: "Quote" } : {}),
        ...(unit.level > 0 ? { indent: { left: listIndentation(unit.level - 1) } } : {}),
      };
  }
}

function listEntry(
  { level, isOrdered }: ChangeUnit,
  { lists }: Changing["look"],
): IParagraphOptions {
  const depth = Math.min(level - 1, DEEPEST_LEVEL);
  const spacing = { after: 70 };
  if (!isOrdered) return { spacing, numbering: { reference: BULLETS, level: depth } };
  lists.starts.push(1);
  return { spacing, numbering: { reference: numbersFrom(1), level: depth, instance: lists.count } };
}
