import { wordsOf } from "../blocks.ts";
import type { ResearchDocument } from "../document.ts";
import { type Finding, findingsIn } from "../findings.ts";
import { describeSource } from "../source-line.ts";
import type { Confidence, FindingsPart, Part } from "../structure/part.ts";
import { independentIn } from "../structure/read-parts.ts";
import { blockLines } from "./block-lines.ts";
import {
  confidenceCell,
  headerCell,
  linkCell,
  numberCell,
  ruled,
  type StyledCell,
  setIn,
  textCell,
} from "./cells.ts";
import type { SheetLook } from "./sheet-look.ts";
import { type CellLink, listSheet, type SheetPlan } from "./sheet-plan.ts";

const WIDTHS = [9, 22, 58, 46, 13, 14, 11, 38, 30];
const EVIDENCE_WIDTH = 28;
const LINK_COLUMN = "H";

interface Statement {
  readonly section: string;
  readonly text: string;
  readonly detail: string;
  readonly confidence: Confidence | null;
  readonly sources: readonly number[];
  readonly claims: readonly number[];
  readonly links: readonly string[];
}

/** Every statement of the text in a row: the key findings by their numbers, then the others. */
export function findingsSheet(
  document: ResearchDocument,
  name: string,
  look: SheetLook,
): SheetPlan {
  const { evidence, parts } = document;
  const statements = [
    ...parts.flatMap((part) => (part.kind === "findings" ? keyStatements(part) : [])),
    ...parts.flatMap((part) => otherStatements(part, look)),
  ];
  const linkOf = new Map(document.sources.map((one) => [one.number, describeSource(one).link]));
  const links: CellLink[] = [];
  const rows = statements.map((statement, index) => {
    const addresses = statement.sources.flatMap((number) => linkOf.get(number) ?? []);
    const [first = "", ...others] = new Set([...addresses, ...statement.links]);
    if (first) links.push({ cell: `${LINK_COLUMN}${index + 2}`, url: first });
    return [
      numberCell(index + 1, look),
      ...statementCells(statement, document, look),
      linkCell(first, look),
      textCell(others.join("\n")),
      ...(evidence ? [textCell(standings(statement, document))] : []),
    ];
  });
  const titles = columnTitles(look, evidence !== null);
  const header = titles.map((title) => headerCell(title, look));
  const widths = evidence ? [...WIDTHS, EVIDENCE_WIDTH] : WIDTHS;
  return listSheet(name, widths, [header, ...ruled(rows, titles.length, look)], links);
}

function columnTitles({ labels: { columns } }: SheetLook, hasEvidence: boolean): string[] {
  return [
    columns.number,
    columns.section,
    columns.finding,
    columns.detail,
    columns.confidence,
    columns.independentSources,
    columns.sources,
    columns.link,
    columns.furtherLinks,
    ...(hasEvidence ? [columns.evidence] : []),
  ];
}

function statementCells(
  { section, text, detail, confidence, sources }: Statement,
  document: ResearchDocument,
  look: SheetLook,
): StyledCell[] {
  const cited = sources.map((number) => ({ kind: "citation" as const, number }));
  const independent = independentIn(cited, document.sources);
  return [
    textCell(section),
    textCell(text),
    textCell(detail),
    confidenceCell(confidence, look),
    independent > 0 ? setIn(numberCell(independent, look)) : null,
    textCell(sources.join(", ")),
  ];
}

function keyStatements({ heading, items }: FindingsPart): Statement[] {
  return items.map(({ sentence, blocks, confidence, sources, claims }) => ({
    section: wordsOf(heading.inlines),
    text: tidy(wordsOf(sentence)),
    detail: blockLines(blocks).join("\n"),
    confidence,
    sources,
    claims,
    links: findingsIn(blocks).flatMap(({ links }) => links),
  }));
}

function otherStatements(part: Part, { labels }: SheetLook): Statement[] {
  const blocks = part.kind === "findings" ? [...part.intro, ...part.rest] : part.blocks;
  const found = findingsIn(part.heading ? [part.heading, ...blocks] : blocks);
  const isAnswer = part.kind === "answer";
  return found
    .filter(({ text }) => text !== "")
    .map((finding: Finding) => ({
      section: finding.section || (isAnswer ? labels.answer : ""),
      text: finding.text,
      detail: "",
      confidence: isAnswer ? part.confidence : null,
      sources: finding.numbers,
      claims: finding.claims,
      links: finding.links,
    }));
}

/** What is known about the claims of a statement, each standing once. */
function standings({ claims }: Statement, { evidence }: ResearchDocument): string {
  const known = evidence?.claims.filter(({ number }) => claims.includes(number)) ?? [];
  return [...new Set(known.map(({ standing }) => standing))].join("\n");
}

function tidy(text: string): string {
  return text.replace(/ +([.,;:!?])/g, "$1").trim();
}
