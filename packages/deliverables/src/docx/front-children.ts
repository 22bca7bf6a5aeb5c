import { BorderStyle, HeadingLevel, type ISectionPropertiesOptions, type Paragraph } from "docx";
import type { ResearchDocument } from "../document.ts";
import { factsOf } from "../structure/answer-notes.ts";
import { filled } from "./boxes.ts";
import { logoParagraph } from "./logo.ts";
import { type Look, MARGINS, paragraph, words } from "./look.ts";

/** The first page of a document without a cover says its title itself. */
export function pageProperties({ page }: Look, hasHead = false): ISectionPropertiesOptions {
  return {
    titlePage: hasHead,
    page: {
      size: { width: page.width, height: page.height },
      margin: { ...MARGINS, header: 850, footer: 680 },
    },
  };
}

/** Who the research was done for, and within which plan. */
export function eyebrowOf({ organization, planName, title }: ResearchDocument): string[] {
  const isTold = title.toLowerCase().includes(planName.toLowerCase());
  return [organization, isTold ? "" : planName].filter(Boolean);
}

export function draftChildren({ evidence }: ResearchDocument, look: Look): Paragraph[] {
  if (!evidence?.draft) return [];
  const shading = filled(look.palette.chips.low.ground);
  return [paragraph(look, { style: "Draft", shading, children: [words(evidence.draft)] })];
}

/** What a cover says, above the text of a short document. */
export function headChildren(document: ResearchDocument, look: Look): Paragraph[] {
  const { title, subtitle, question } = document;
  const { palette } = look;
  const facts = factsOf(document).map(({ label, value }) => `${label}: ${value}`);
  const line = { style: BorderStyle.SINGLE, size: 6, space: 8, color: palette.line };
  return [
    ...logoParagraph(look),
    ...eyebrowOf(document).map((text, index) =>
      paragraph(look, {
        spacing: { after: 40 },
        children: [words(text, { bold: index === 0, size: 20, color: palette.accent })],
      }),
    ),
    paragraph(look, { heading: HeadingLevel.TITLE, children: [words(title)] }),
    ...(subtitle
      ? [paragraph(look, { children: [words(subtitle, { size: 26, color: palette.deep })] })]
      : []),
    ...(question
      ? [paragraph(look, { children: [words(question, { italics: true, size: 25 })] })]
      : []),
    paragraph(look, {
      style: "About",
      border: { bottom: line },
      spacing: { after: 280 },
      children: [words(facts.join("  ·  "))],
    }),
  ];
}
