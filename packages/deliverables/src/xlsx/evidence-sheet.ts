import type { Row } from "write-excel-file/node";
import { EVIDENCE_TITLE, type EvidenceView } from "../evidence/describe-evidence.ts";
import type { CellLink } from "./sheet-extras.ts";
import type { SheetPlan } from "./sheet-plan.ts";
import { headerCell, linkCell, numberCell, textCell } from "./typed-cell.ts";

const TITLES =
  "Claim|Key|Statement|Standing|Checked by a person|Source|Stance|Before|Passage|After|Quote not found|Read|Text|Link".split(
    "|",
  );
const WIDTHS = [8, 6, 60, 30, 24, 9, 12, 30, 60, 30, 40, 21, 15, 50];
const LINK_COLUMN = "N";

/** Every quote of every claim, one in a row. */
export function evidenceSheets(evidence: EvidenceView | null): SheetPlan[] {
  if (!evidence || evidence.claims.length === 0) return [];
  const links: CellLink[] = [];
  const rows = evidence.claims.flatMap(({ entries, ...claim }) => {
    const own = [
      numberCell(claim.number),
      textCell(claim.isKey ? "yes" : "no"),
      textCell(claim.statement),
      textCell(claim.standing),
      textCell(claim.audit),
    ];
    if (entries.length === 0) return [{ cells: own, link: null }];
    return entries.map((entry) => ({
      cells: [
        ...own,
        numberCell(entry.source),
        textCell(entry.isAgainst ? "contradicts" : "supports"),
        textCell(entry.before),
        textCell(entry.isFound ? entry.words : ""),
        textCell(entry.after),
        textCell(entry.isFound ? "" : `${entry.words} (${entry.doubt})`),
        textCell(entry.readAt),
        textCell(entry.hash),
        linkCell(entry.link ?? ""),
      ],
      link: entry.link,
    }));
  });
  for (const [index, { link }] of rows.entries()) {
    if (link) links.push({ cell: `${LINK_COLUMN}${index + 2}`, url: link });
  }
  const data: Row[] = [TITLES.map(headerCell), ...rows.map(({ cells }) => cells)];
  if (evidence.omitted) data.push([textCell(evidence.omitted)]);
  return [{ name: EVIDENCE_TITLE, widths: WIDTHS, rows: data, links, hasHeader: true }];
}
