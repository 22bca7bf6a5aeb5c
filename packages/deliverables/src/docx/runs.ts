import {
  ExternalHyperlink,
  InternalHyperlink,
  type IRunOptions,
  type ParagraphChild,
  ShadingType,
  TextRun,
} from "docx";
import type { Inline } from "../blocks.ts";
import { raisedCitations } from "../raised-citations.ts";
import type { Confidence } from "../structure/part.ts";
import { type Look, words } from "./look.ts";

/** Between two citations, which stay on one line. */
export const SEPARATOR = ",\u202f";

type TextInline = Extract<Inline, { kind: "text" }>;

export function inlineRuns(
  given: readonly Inline[],
  look: Look,
  options: Omit<IRunOptions, "text"> = {},
): ParagraphChild[] {
  const inlines = raisedCitations(given);
  return inlines.flatMap((inline, index): ParagraphChild | ParagraphChild[] => {
    if (inline.kind === "break") return new TextRun({ break: 1 });
    if (inline.kind === "claim") return inline.isDoubtful ? doubtRun(inline.number, look) : [];
    if (inline.kind === "text") return textRun(inline, options);
    const isFollowing = isBehindCitation(inlines, index);
    return [
      ...(isFollowing ? [new TextRun({ text: SEPARATOR, ...citationLook(look) })] : []),
      citationRun(inline.number, look),
    ];
  });
}

/** The formatting that an author gave a piece of text. */
export function lookOfText(inline: TextInline): Omit<IRunOptions, "text"> {
  return {
    ...(inline.bold ? { bold: true } : {}),
    ...(inline.italic ? { italics: true } : {}),
    ...(inline.strike ? { strike: true } : {}),
    ...(inline.code ? { font: "Consolas", size: 20 } : {}),
    ...(inline.href ? { style: "Hyperlink" } : {}),
  };
}

function textRun(inline: TextInline, options: Omit<IRunOptions, "text">): ParagraphChild {
  const run = words(inline.text, { ...options, ...lookOfText(inline) });
  return inline.href ? new ExternalHyperlink({ link: inline.href, children: [run] }) : run;
}

function isBehindCitation(inlines: readonly Inline[], index: number): boolean {
  const before = inlines.slice(0, index).findLast(({ kind }) => kind !== "claim");
  return before?.kind === "citation";
}

/** Not a footnote: Word would count those, and the number would be another than in the list of sources. */
function citationRun(number: number, look: Look): ParagraphChild {
  const run = new TextRun({ text: String(number), ...citationLook(look) });
  return new InternalHyperlink({ anchor: sourceBookmark(number), children: [run] });
}

export function citationLook({ palette }: Look) {
  return { superScript: true, bold: true, color: palette.accent } as const;
}

/** Leads to the claim in the appendix, which says what is wrong with it. */
function doubtRun(claim: number, { palette }: Look): ParagraphChild {
  const run = new TextRun({ text: "?", superScript: true, bold: true, color: palette.wrong });
  return new InternalHyperlink({ anchor: claimBookmark(claim), children: [run] });
}

/** A word on a ground of its own colour. */
export function chipRun(text: string, confidence: Confidence, { palette }: Look): TextRun {
  const { ground, text: color } = palette.chips[confidence];
  const shading = { type: ShadingType.CLEAR, fill: ground, color: "auto" };
  return words(`\u2002${text}\u2002`, { size: 17, bold: true, color, shading });
}

export function claimBookmark(number: number): string {
  return `claim_${number}`;
}

export function sourceBookmark(number: number): string {
  return `source_${number}`;
}
