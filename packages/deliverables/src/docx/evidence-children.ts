import { Bookmark, ExternalHyperlink, type Paragraph, type ParagraphChild } from "docx";
import type {
  ClaimView,
  EntryView,
  EvidenceView,
  SourceNote,
} from "../evidence/describe-evidence.ts";
import { sectionHeading } from "./blocks.ts";
import { filled } from "./boxes.ts";
import { type Look, paragraph, words } from "./look.ts";
import { claimBookmark } from "./runs.ts";

/** The appendix with every claim and the passages it rests on. */
export function evidenceChildren(
  evidence: EvidenceView | null,
  look: Look,
  isOnNewPage: boolean,
): Paragraph[] {
  if (!evidence || evidence.claims.length === 0) return [];
  return [
    sectionHeading([words(look.labels.evidence)], look, isOnNewPage),
    paragraph(look, { style: "About", children: [words(look.labels.claims.note)] }),
    ...evidence.claims.flatMap((claim) => claimParagraphs(claim, look)),
    ...(evidence.omitted ? [paragraph(look, { children: [words(evidence.omitted)] })] : []),
  ];
}

function claimParagraphs(claim: ClaimView, look: Look): Paragraph[] {
  const { number, name, statement, standing, isDoubtful, audit, entries } = claim;
  const label = new Bookmark({
    id: claimBookmark(number),
    children: [
      words(`${name}${look.labels.marks.colon.trimEnd()}`, {
        bold: true,
        color: look.palette.accent,
      }),
    ],
  });
  return [
    paragraph(look, {
      keepNext: true,
      spacing: { before: 200, after: 40 },
      children: [label, words(` ${statement}`)],
    }),
    paragraph(look, {
      style: "About",
      keepNext: entries.length > 0,
      spacing: { after: 80 },
      children: [
        words(
          `${standing}${look.labels.marks.stop}`,
          isDoubtful ? { color: look.palette.wrong } : {},
        ),
        ...(audit ? [words(` ${audit}`)] : []),
      ],
    }),
    ...entries.flatMap((entry) => entryParagraphs(entry, look)),
  ];
}

function entryParagraphs(entry: EntryView, look: Look): Paragraph[] {
  const { isFound, before, words: passage, after, link, line } = entry;
  const marked = isFound ? { shading: filled(look.palette.chips.medium.ground) } : {};
  const quote = paragraph(look, {
    style: "Passage",
    keepNext: true,
    children: [
      ...(before ? [words(before)] : []),
      words(passage, marked),
      ...(after ? [words(after)] : []),
    ],
  });
  return [...(passage ? [quote] : []), detail([words(line), ...jump(link, look)], look)];
}

/** A passage below its source, in the source's own words. */
export function noteParagraphs({ quoted, about, link }: SourceNote, look: Look): Paragraph[] {
  return [
    paragraph(look, { style: "SourceQuote", keepNext: true, children: [words(quoted)] }),
    detail([words(about), ...jump(link, look)], look),
  ];
}

function detail(children: ParagraphChild[], look: Look): Paragraph {
  return paragraph(look, { style: "PassageDetail", children });
}

function jump(link: string | null, { labels }: Look): ParagraphChild[] {
  if (!link) return [];
  const run = words(labels.claims.showInSource, { style: "Hyperlink" });
  return [words(" "), new ExternalHyperlink({ link, children: [run] })];
}
