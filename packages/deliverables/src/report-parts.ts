import { isAnswerSection } from "./own-conclusion.ts";

/** Parts of a report's Markdown, each without its heading; null where the report has none. */
export interface ReportParts {
  readonly answer: string | null;
  readonly contradictions: string | null;
  readonly limits: string | null;
}

interface Section {
  /** 0 for the text before the first heading. */
  readonly level: number;
  readonly heading: string;
  readonly text: string;
}

const LIMITS =
  /^\W*(?:\d+[.)]?\s*)*(?:limit|caveat|what (?:this|it) does not|what (?:would|could) change|uncertain|open (?:question|point|issue)|gaps?\b|grenzen|einschränkung|unsicherheit|offene|worauf .{0,30}nicht|was .{0,30}ändern|ce qui .{0,30}changer|incertitude|points? ouverts?|límite|limitacion|incertidumbre|qué .{0,30}cambiar|limitaç|incerteza|questões)/iu;
const CONTRADICTIONS =
  /^\W*(?:\d+[.)]?\s*)*(?:contradict|conflict|disagree|dissent|counter|where (?:the )?sources|widerspr|uneinig|gegenstimm|abweichend|contradiction|désaccord|contradicc|desacuerd|contradiç|divergên)/iu;

/**
 * What a reader wants first: the answer (the section called so, else what stands before the first section, else the first
 * section), what sources disagree about, and the limits.
 */
export function reportParts(markdown: string, maxCharacters: number): ReportParts {
  const sections = sectionsOf(markdown);
  const within = (isWanted: (section: Section) => boolean) => {
    const index = sections.findIndex((section) => section.level > 0 && isWanted(section));
    return index < 0 ? null : wholeSection(sections, index);
  };
  const answer =
    within(({ heading }) => isAnswerSection(heading)) ??
    sections.find(({ text }) => text !== "")?.text ??
    null;
  const cut = (text: string | null) => (text ? cutAtParagraph(text, maxCharacters) : null);
  return {
    answer: cut(answer),
    contradictions: cut(within(({ heading }) => CONTRADICTIONS.test(heading))),
    limits: cut(within(({ heading }) => LIMITS.test(heading))),
  };
}

/** The text of a section with the sections below it. */
function wholeSection(sections: readonly Section[], index: number): string | null {
  const first = sections[index];
  if (!first) return null;
  const after = sections.slice(index + 1);
  const end = after.findIndex(({ level }) => level <= first.level);
  const below = end < 0 ? after : after.slice(0, end);
  const parts = below.map(({ heading, text }) => `**${heading}**\n\n${text}`);
  return [first.text, ...parts].join("\n\n").trim() || null;
}

function sectionsOf(markdown: string): Section[] {
  const sections: { level: number; heading: string; lines: string[] }[] = [
    { level: 0, heading: "", lines: [] },
  ];
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === null) fence = mark.slice(0, 3);
    else if (mark?.startsWith(fence ?? " ")) fence = null;
    const heading = fence === null ? /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) : null;
    if (heading) {
      sections.push({ level: heading[1]?.length ?? 1, heading: heading[2] ?? "", lines: [] });
    } else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ level, heading, lines }) => ({
    level,
    heading,
    text: lines.join("\n").trim(),
  }));
}

/** Never within a paragraph, unless the first alone is too long. */
function cutAtParagraph(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = text.lastIndexOf("\n\n", maxCharacters);
  if (end > 0) return `${text.slice(0, end)}\n\n…`;
  return `${text.slice(0, maxCharacters - 1).toWellFormed()}…`;
}
