import { splitFrontMatter } from "./front-matter.ts";

interface LinkedPage {
  readonly url: string;
  readonly title: string;
}

export interface Note {
  readonly title: string | null;
  /** Markdown, with links to other notes as plain words. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly publishedAt: string | null;
  /** Where the note says it comes from. */
  readonly url: string | null;
  readonly doi: string | null;
  /** Web pages that it links to, each once. */
  readonly links: readonly LinkedPage[];
  /** Names of the notes that it links to. */
  readonly linkedNotes: readonly string[];
}

const MAX_LINKS = 90;
const MAX_TAGS = 50;

/** Reads a Markdown file as note programs write it: front matter, `[[links]]` and `#tags`. */
export function readNote(markdown: string): Note {
  const { fields, body } = splitFrontMatter(markdown);
  const first = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? [])[0] ?? null;
  const linked = new Set<string>();
  const text = withoutWikiLinks(body, linked).trim();
  const prose = withoutCode(text);
  const listed = ["tags", "tag", "keywords"].flatMap((name) => fields.get(name) ?? []);
  const tags = [...listed.flatMap((tag) => tag.split(/[,;]/)), ...tagsIn(prose)];
  return {
    title: first("title") ?? headingOf(prose),
    text,
    tags: distinct(tags.map((tag) => tag.trim().replace(/^#/, ""))).slice(0, MAX_TAGS),
    authors: ["author", "authors"].flatMap((name) => fields.get(name) ?? []),
    publishedAt: first("date", "published", "year")?.slice(0, 40) ?? null,
    url:
      ["url", "source", "link"].flatMap((name) => fields.get(name) ?? []).find(isWebAddress) ??
      null,
    doi: first("doi"),
    links: linksIn(prose),
    linkedNotes: [...linked],
  };
}

/** `[[Note#Part|words]]`, and `![[picture.png]]`. */
const WIKI_LINK = /!?\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g;

function withoutWikiLinks(body: string, linked: Set<string>): string {
  return body.replace(WIKI_LINK, (whole, target: string, words?: string) => {
    const [name = "", part] = target.split("#");
    if (name.trim() !== "" && !whole.startsWith("!")) linked.add(name.trim());
    return words ?? [name, part].filter(Boolean).join(" › ").trim();
  });
}

/** What is code is neither a link, nor a tag, nor a heading. */
function withoutCode(text: string): string {
  let fence: string | null = null;
  const lines = text.split("\n").map((line) => {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    const isCode = fence !== null || mark !== undefined;
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence;
    return isCode ? "" : line.replace(/`[^`\n]*`/g, "");
  });
  return lines.join("\n");
}

function headingOf(text: string): string | null {
  const [, atx] = /^ {0,3}#{1,2}[ \t]+(\S.{0,500})$/m.exec(text) ?? [];
  return (
    atx
      ?.replace(/[ \t]*#*$/, "")
      .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, "")
      .trim() || null
  );
}

function tagsIn(text: string): string[] {
  return [...text.matchAll(/(?:^|\s)#(\p{L}[\p{L}\p{N}_/-]{0,60})/gu)].map(([, tag = ""]) => tag);
}

const MARKDOWN_LINK =
  /\[([^[\]]{1,300})\]\(<?(https?:\/\/[^\s<>()]{1,1000}(?:\([^\s<>()]{0,300}\)[^\s<>()]{0,500})?)>?/gi;
const BARE_LINK = /(?<![("'<\w])<?(https?:\/\/[^\s<>"')\]]{1,2000})/gi;

function linksIn(text: string): LinkedPage[] {
  const found = new Map<string, string>();
  for (const [, title = "", url = ""] of text.matchAll(MARKDOWN_LINK)) add(found, url, title);
  for (const [, url = ""] of text.matchAll(BARE_LINK))
    add(found, url.replace(/[.,;:!?]+$/, ""), url);
  return [...found].map(([url, title]) => ({
    url,
    title: title.replace(/\s+/g, " ").trim() || url,
  }));
}

function add(found: Map<string, string>, url: string, title: string): void {
  if (found.size < MAX_LINKS && isWebAddress(url) && !found.has(url)) found.set(url, title);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && text.length <= 2_000 && URL.canParse(text);
}

function distinct(values: readonly string[]): string[] {
  const byLower = new Map(values.filter(Boolean).map((value) => [value.toLowerCase(), value]));
  return [...byLower.values()];
}
