import type { ClaimView, EntryView, EvidenceView } from "../evidence/describe-evidence.ts";
import {
  headerCell,
  labelCell,
  linkCell,
  numberCell,
  ruled,
  type StyledCell,
  textCell,
} from "./cells.ts";
import type { SheetLook } from "./sheet-look.ts";
import { type CellLink, listSheet, type SheetPlan } from "./sheet-plan.ts";

const WIDTHS = [9, 11, 54, 28, 24, 10, 13, 28, 54, 28, 36, 18, 16, 44];
const LINK_COLUMN = "N";

/** Every quote of every claim, one in a row. */
export function claimsSheets(
  evidence: EvidenceView | null,
  name: string,
  look: SheetLook,
): SheetPlan[] {
  if (!evidence || evidence.claims.length === 0) return [];
  const entries = evidence.claims.flatMap(
    (claim): { claim: ClaimView; entry: EntryView | null }[] =>
      claim.entries.length === 0
        ? [{ claim, entry: null }]
        : claim.entries.map((entry) => ({ claim, entry })),
  );
  const links: CellLink[] = entries.flatMap(({ entry }, index) =>
    entry?.link ? [{ cell: `${LINK_COLUMN}${index + 2}`, url: entry.link }] : [],
  );
  const rows = entries.map(({ claim, entry }) => [
    ...claimCells(claim, look),
    ...(entry ? entryCells(entry, look) : []),
  ]);
  const header = columnTitles(look).map((title) => headerCell(title, look));
  const sheet = listSheet(name, WIDTHS, [header, ...ruled(rows, header.length, look)], links);
  if (!evidence.omitted) return [sheet];
  return [
    { ...sheet, rows: [...sheet.rows, [{ ...labelCell(evidence.omitted, look), wrap: false }]] },
  ];
}

function columnTitles({ labels: { columns } }: SheetLook): string[] {
  return [
    columns.number,
    columns.key,
    columns.claim,
    columns.status,
    columns.checked,
    columns.sources,
    columns.stance,
    columns.before,
    columns.passage,
    columns.after,
    columns.quoteNotFound,
    columns.retrieved,
    columns.textHash,
    columns.link,
  ];
}

function claimCells(claim: ClaimView, look: SheetLook): StyledCell[] {
  const { columns } = look.labels;
  return [
    numberCell(claim.number, look),
    textCell(claim.isKey ? columns.yes : columns.no),
    textCell(claim.statement),
    textCell(claim.standing),
    textCell(claim.audit),
  ];
}

function entryCells(entry: EntryView, look: SheetLook): StyledCell[] {
  const { columns } = look.labels;
  return [
    numberCell(entry.source, look),
    textCell(entry.isAgainst ? columns.contradicts : columns.supports),
    textCell(entry.before),
    textCell(entry.isFound ? entry.words : ""),
    textCell(entry.after),
    textCell(entry.isFound ? "" : `${entry.words} (${entry.doubt})`),
    textCell(entry.readAt),
    textCell(entry.hash),
    linkCell(entry.link ?? "", look),
  ];
}
