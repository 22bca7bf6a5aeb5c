import { type Block, type Inline, wordsOf } from "../../blocks.ts";
import { sectionKind } from "../../structure/section-kind.ts";
import { splitStatement } from "../../structure/split-sentence.ts";
import { isVerb } from "./verbs.ts";

const MAX_WORDS = 14;
const MIN_CLAUSE_WORDS = 4;
const MIN_CLAUSE_CHARACTERS = 8;
const MAX_CANDIDATES = 12;

export interface Titled {
  /** The author's heading; empty where there is none. */
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/**
 * What a slide could say in one sentence, the best first: its heading if that is a sentence, the statements in bold,
 * then its sentences. A heading that only names a topic comes last.
 */
export function titleCandidates(
  { heading, blocks }: Titled,
  fits: (text: string) => boolean,
): string[] {
  const statements = openingsOf(blocks).map((inlines) => ({
    text: wordsOf(splitStatement(inlines).sentence),
    isBold: inlines[0]?.kind === "text" && inlines[0].bold === true,
  }));
  const bold = statements.filter(({ isBold }) => isBold).map(({ text }) => text);
  const plain = statements.filter(({ isBold }) => !isBold).map(({ text }) => text);
  const sentences = plain.filter((text) => hasVerb(text) && !/^[☐☑]|[:：]\s*$/u.test(text));
  const fragments = plain.filter((text) => !sentences.includes(text));
  const named = heading ? [heading] : [];
  const topic = isNoTitle(heading) ? [...fragments.filter(isLongEnough), ...named] : named;
  const ordered = isMessage(heading)
    ? [...named, ...bold, ...sentences]
    : [...bold, ...sentences, ...topic, ...fragments];
  const titles = ordered.map((text) => shortTitle(text, fits)).filter((text) => text !== "");
  return [...new Set(titles)].slice(0, MAX_CANDIDATES);
}

/** The texts that a section's paragraphs and points begin with; quotations say what others think. */
function openingsOf(blocks: readonly Block[]): (readonly Inline[])[] {
  return blocks.flatMap((block) => {
    if (block.kind === "paragraph") return [block.inlines];
    if (block.kind !== "list") return [];
    return block.items.flatMap(([first]) => (first?.kind === "paragraph" ? [first.inlines] : []));
  });
}

/** "Answer", "Limits" and "Method" tell readers nothing. */
function isNoTitle(heading: string): boolean {
  return ["answer", "limits", "method"].includes(sectionKind(heading));
}

/** Whether a heading states something rather than naming a topic. */
export function isMessage(heading: string): boolean {
  return heading !== "" && sectionKind(heading) === "section" && hasVerb(heading);
}

function hasVerb(text: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    return EAST_ASIAN_VERB.test(text);
  }
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];
  if (words.length < MIN_CLAUSE_WORDS - 1) return false;
  if (/\p{Script=Arabic}/u.test(text)) return words.length >= MIN_CLAUSE_WORDS;
  return words.some((word, index) => isVerb(word, index) || isThirdPerson(words, index));
}

/** `Gas use falls by two thirds`: a word with an s that a verb could have, between a noun and what follows. */
function isThirdPerson(words: readonly string[], index: number): boolean {
  const [before, word, after] = [words[index - 1], words[index], words[index + 1]];
  if (!before || !word || !after) return false;
  return (
    /[^su]s$/.test(word) &&
    !/(?:is|ics|ings|ions?s|ments|ers|ors)$/.test(word) &&
    !NO_SUBJECT.has(before) &&
    !NO_OBJECT.has(after)
  );
}

const NO_SUBJECT = new Set(
  "a an the of for in on at by to from with and or its their our your de la le les der die das el los las".split(
    " ",
  ),
);
const NO_OBJECT = new Set("and or of und y et e".split(" "));

const EAST_ASIAN_VERB =
  /(?:する|した|できる|れる|なる|ある|いる|い|だ|です|ます|ない|[うくすつぬむるぐぶ])[。.]?$|[是有为為将將会會能需应應须須]|下降|上升|增加|减少|減少|达到|達到|超过|超過|取决|取決/u;

/** At most fourteen words and as long as fits: cut at the end of a clause where there is one. */
export function shortTitle(text: string, fits: (text: string) => boolean): string {
  const whole = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<!\.\.)[.。:：]$/u, "");
  const isShort = (title: string) => wordCount(title) <= MAX_WORDS && fits(title);
  if (isShort(whole)) return whole;
  const clauses = [...whole.matchAll(/[,;:](?=\s)|\s[–—-](?=\s)|\s[(（]|[，、；：（—]/gu)]
    .map(({ index }) => whole.slice(0, index).trim())
    .filter((clause) => isShort(clause) && isLongEnough(clause));
  const clause = clauses.at(-1);
  if (clause) return clause;
  let cut = whole.split(" ").slice(0, MAX_WORDS).join(" ");
  while (cut.length > 1 && !isShort(`${cut}…`)) {
    const space = cut.lastIndexOf(" ");
    cut = (space > cut.length / 2 ? cut.slice(0, space) : cut.slice(0, -1))
      .toWellFormed()
      .replace(/\uFFFD$/, "");
  }
  return `${cut.replace(/[\s,;:–—-]+$/u, "")}…`;
}

function isLongEnough(clause: string): boolean {
  return (
    wordCount(clause) >= MIN_CLAUSE_WORDS ||
    (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(clause) &&
      clause.length >= MIN_CLAUSE_CHARACTERS)
  );
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Several statements as one title, as many as it holds. */
export function joinedTitle(sentences: readonly string[], fits: (text: string) => boolean): string {
  const [first = "", ...others] = sentences.map((text) => text.replace(/\s+/g, " ").trim());
  const joined = others.reduce((title, text) => {
    const longer = `${withStop(title)}${/[。]$/u.test(withStop(title)) ? "" : " "}${withStop(text)}`;
    return wordCount(longer) <= MAX_WORDS && fits(longer) ? longer : title;
  }, first);
  return joined === first ? shortTitle(first, fits) : joined;
}

function withStop(text: string): string {
  if (/[.!?…。！？؟]$/u.test(text)) return text;
  return `${text}${/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text) ? "。" : "."}`;
}

/** Whether a sentence stands in a title as a whole. */
export function isSameTitle(sentence: string, title: string): boolean {
  const bare = (text: string) =>
    text
      .replace(/\s+/g, " ")
      .trim()
      .replace(/[\s.。…]+$/u, "");
  return bare(sentence) === bare(title) && !title.endsWith("…");
}
