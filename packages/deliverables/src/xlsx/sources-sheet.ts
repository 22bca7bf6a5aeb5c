import type { ResearchDocument } from "../document.ts";
import { furtherQuotes } from "../evidence/describe-evidence.ts";
import { oneLine } from "../safe-text.ts";
import { describeSource } from "../source-line.ts";
import { headerCell, linkCell, numberCell, ruled, type StyledCell, textCell } from "./cells.ts";
import type { SheetLook } from "./sheet-look.ts";
import { type CellLink, listSheet, type SheetPlan } from "./sheet-plan.ts";
import { dayCell } from "./typed-cell.ts";

const WIDTHS = [9, 38, 22, 13, 34, 19, 13, 50, 9];
const LINK_COLUMN = "E";

/** Every source by its number, the cited ones first. */
export function sourcesSheet(document: ResearchDocument, name: string, look: SheetLook): SheetPlan {
  const { columns } = look.labels;
  const titles = [
    columns.number,
    columns.title,
    columns.author,
    columns.published,
    columns.link,
    columns.doi,
    columns.retrieved,
    columns.quotes,
    columns.cited,
  ];
  const links: CellLink[] = document.sources.flatMap((source, index) => {
    const { link } = describeSource(source);
    return link ? [{ cell: `${LINK_COLUMN}${index + 2}`, url: link }] : [];
  });
  const rows = document.sources.map((source) => sourceCells(source, document, look));
  const header = titles.map((title) => headerCell(title, look));
  return listSheet(name, WIDTHS, [header, ...ruled(rows, titles.length, look)], links);
}

function sourceCells(
  source: ResearchDocument["sources"][number],
  { evidence }: ResearchDocument,
  look: SheetLook,
): StyledCell[] {
  const line = describeSource(source);
  const notes = evidence?.notes.get(source.number) ?? [];
  const passages = notes.map(({ passage }) => passage);
  return [
    numberCell(source.number, look),
    textCell(line.title),
    textCell(line.author),
    dayCell(line.published),
    line.link ? linkCell(line.link, look) : textCell(oneLine(source.url)),
    textCell(line.doi),
    dayCell(line.retrieved),
    textCell([...passages, ...furtherQuotes(line.quotes, notes)].join("\n")),
    textCell(source.isCited ? look.labels.columns.yes : look.labels.columns.no),
  ];
}
