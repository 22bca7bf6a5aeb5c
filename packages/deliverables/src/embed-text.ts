import type { Block } from "./blocks.ts";
import { brokenMarkersIn } from "./broken-markers.ts";
import { citedRefs, isClaimRef, markerOf, splitMarkers } from "./citations.ts";
import { inlinesOf } from "./findings.ts";
import { readDocument } from "./read-document.ts";
import { cleanText, clip, FORMATTING_TAG } from "./safe-text.ts";

/** How a stored text becomes part of a document that somebody else composes. */
export interface Embedding {
  /** Citations that lead to no source are left out. */
  isKnown(ref: string): boolean;
  readonly maxCharacters: number;
}

export interface EmbeddedText {
  readonly markdown: string;
  readonly isCut: boolean;
}

/** Every reference to a source in a text, also of citations that are not well-formed. */
export function mentionedRefs(text: string): string[] {
  const broken = brokenMarkersIn(text).flatMap(({ ref }) => (ref && !isClaimRef(ref) ? ref : []));
  return [...new Set([...citedRefs(text), ...broken])];
}

/**
 * A stored text as Markdown that cannot reach beyond its place: headings are bold lines, fences, rules, definitions and
 * tags are gone, and lists and tables stay. It is cut between lines.
 */
export function embedBlocks(text: string, { isKnown, maxCharacters }: Embedding): EmbeddedText {
  const kept: string[] = [];
  let characters = 0;
  for (const line of withoutTags(cleanText(text)).split("\n")) {
    const embedded = embedLine(line, isKnown, maxCharacters);
    characters += embedded.length + 1;
    if (characters > maxCharacters)
      return { markdown: contained(joined(kept), isKnown), isCut: true };
    kept.push(embedded);
  }
  return { markdown: contained(joined(kept), isKnown), isCut: false };
}

/** A stored text as one line of Markdown without any block structure of its own. */
export function embedInline(text: string, { isKnown, maxCharacters }: Embedding): string {
  const line = withoutTags(cleanText(text)).replace(/\s+/g, " ").trim();
  return contained(atLineStart(inline(clip(line, maxCharacters), isKnown)), isKnown);
}

/** The words alone of a text in which the reader of documents would still find a heading or a citation that is none. */
function contained(markdown: string, isKnown: Embedding["isKnown"]): string {
  if (isContained(markdown, isKnown)) return markdown;
  return atLineStart(markdown.replace(/[^\p{L}\p{M}\p{N}.,;!?%'‘’–/-]+/gu, " ").trim());
}

const PROBE = {
  title: "",
  sources: [],
  researchQuestion: null,
  planName: null,
  createdAt: new Date(0),
  version: 1,
};

function isContained(text: string, isKnown: Embedding["isKnown"]): boolean {
  const asItem = text.includes("\n") ? "" : `- Item: ${text}\n\n`;
  const markdown = `# Before\n\n${text}\n\n${asItem}# After`;
  const { blocks, unknownRefs } = readDocument({ ...PROBE, markdown });
  const isHeading = ({ kind }: Block) => kind === "heading";
  const texts = blocks.flatMap(inlinesOf).map((one) => (one.kind === "text" ? one.text : ""));
  return (
    blocks.filter(isHeading).length === 2 &&
    blocks.at(-1)?.kind === "heading" &&
    unknownRefs.every(isKnown) &&
    texts.every((one) => brokenMarkersIn(one).length === 0)
  );
}

function joined(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const RULE_OR_FENCE = /^\s*(?:(?:[-=*_]\s*){3,}|`{3,}.*|~{3,}.*)$/;
const TABLE_RULE = /^\s*\|[\s|:-]+\|\s*$/;
const HEADING = /^\s*#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const MAX_INDENTATION = 4;

function embedLine(line: string, isKnown: Embedding["isKnown"], maxCharacters: number): string {
  const text = clip(line, maxCharacters).replace(/^(?:\s*>)+\s?/, "");
  if (TABLE_RULE.test(text)) return text.trim();
  if (text.trim() === "" || RULE_OR_FENCE.test(text)) return "";
  const [, heading] = HEADING.exec(text) ?? [];
  if (heading) return `\n**${inline(heading.replaceAll("*", ""), isKnown)}**\n`;
  if (/^\s*\|.*\|\s*$/.test(text)) {
    const cells = text.trim().slice(1, -1).split("|");
    return `| ${cells.map((cell) => inline(cell.trim(), isKnown)).join(" | ")} |`;
  }
  const [, space, number, item] = ITEM.exec(text) ?? [];
  if (space === undefined || item === undefined) return atLineStart(inline(text.trim(), isKnown));
  const indentation = " ".repeat(Math.min(space.replaceAll("\t", "    ").length, MAX_INDENTATION));
  const marker = number === undefined ? "-" : `${number}.`;
  return `${indentation}${marker} ${atLineStart(inline(item, isKnown))}`;
}

/** What would open a block at the start of a line stays text. */
function atLineStart(text: string): string {
  return text
    .replace(/^(?:[>=|~]|[#+\-*_](?![*_]?\p{L}))/u, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
}

const LINK = /!?\[([^[\]]*)\]\(\s*([^()\s]*)[^()]*\)/g;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
/** Double quotation marks claim that a source has these words, which nobody has checked here. */
const QUOTATION_MARKS: Readonly<Record<string, string>> = {
  '"': "'",
  "“": "‘",
  "”": "’",
  "„": "‚",
  "«": "‹",
  "»": "›",
};

/** Emphasis by underscores would hide a citation that is not well-formed, which the reader then sees without them. */
const UNDERSCORES_AROUND_WORDS = /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;

function inline(text: string, isKnown: Embedding["isKnown"]): string {
  const plain = text
    .replace(ESCAPED, "$1")
    .replace(/["“”„«»]/g, (mark) => QUOTATION_MARKS[mark] ?? mark)
    .replaceAll("`", "")
    .replaceAll("\\", "")
    .replace(UNDERSCORES_AROUND_WORDS, "");
  const known = (refs: readonly string[]) => {
    const cited = refs.filter((ref) => !isClaimRef(ref) && isKnown(ref));
    const claims = refs.filter((ref) => isClaimRef(ref) && isKnown(ref));
    return `${cited.length > 0 ? `[src:${cited.join(", ")}]` : ""}${claims.map(markerOf).join("")}`;
  };
  return splitMarkers(withMarkers(plain, isKnown))
    .map((part) => (typeof part === "string" ? escapeText(part) : known(part)))
    .join("");
}

/** Rounds until nothing is left that is mistaken for a citation: what is removed may join its neighbours. */
const MAX_ROUNDS = 5;

/** Citations that are not well-formed are written properly where their source is known, and removed otherwise. */
function withMarkers(text: string, isKnown: Embedding["isKnown"]): string {
  const repaired = splitMarkers(text).map((part) =>
    typeof part === "string" ? withoutBroken(part, isKnown) : `[src:${part.join(", ")}]`,
  );
  return repaired.join("");
}

function withoutBroken(text: string, isKnown: Embedding["isKnown"]): string {
  const pieces: string[] = [];
  let rest = text;
  for (const { found, ref } of brokenMarkersIn(text)) {
    const start = rest.indexOf(found);
    pieces.push(rest.slice(0, start));
    if (ref === null) pieces.push(found.replace("[", "(").replace("]", ")"));
    else if (isKnown(ref)) pieces.push(markerOf(ref));
    rest = rest.slice(start + found.length);
  }
  return pieces.join("") + rest;
}

function escapeText(text: string): string {
  let plain = text.replace(LINK, "$1 ($2)");
  for (let round = 0; round < MAX_ROUNDS && brokenMarkersIn(plain).length > 0; round += 1) {
    plain = withoutBroken(plain, () => false);
  }
  if (brokenMarkersIn(plain).length > 0) plain = plain.replace(/[[\](){}【】:_]/g, " ");
  return plain.replace(/[[\]]/g, "\\$&").replace(/&(?=[#\w])/g, "&amp;");
}

const LINE_BREAK = /<br\s*\/?>/gi;
const AUTOLINK = /<(https?:\/\/[^<>\s]+)>/gi;

/** Without the tags that documents leave out, since what is left then might join to a citation. */
function withoutTags(text: string): string {
  const hasTags = (given: string) => given.search(FORMATTING_TAG) >= 0 || /<br/i.test(given);
  let plain = text.replace(AUTOLINK, "$1");
  for (let round = 0; round < MAX_ROUNDS && hasTags(plain); round += 1) {
    plain = plain.replace(FORMATTING_TAG, "").replace(LINE_BREAK, " ");
  }
  return hasTags(plain) ? plain.replaceAll("<", " ") : plain;
}
