import { labelsFor } from "../../languages/labels-for.ts";
import type { DocumentLanguage } from "../../languages/language.ts";
import type { Confidence, FindingsPart, KeyFinding, SectionPart } from "../../structure/part.ts";
import { type BlockWriting, pdfBlocks } from "./blocks.ts";
import { pdfInlines } from "./inlines.ts";
import type { PdfFinding, PdfPart } from "./pdf-layout.ts";

export function pdfPart(part: FindingsPart | SectionPart, writing: BlockWriting): PdfPart {
  if (part.kind !== "findings") {
    const blocks = pdfBlocks([...(part.heading ? [part.heading] : []), ...part.blocks], writing);
    const isBoxed = part.kind === "change" || part.kind === "limits";
    return { k: isBoxed ? "box" : "section", blocks };
  }
  return {
    k: "findings",
    heading: pdfBlocks([part.heading], writing),
    intro: pdfBlocks(part.intro, writing),
    items: part.items.map((item) => pdfFinding(item, writing)),
    rest: pdfBlocks(part.rest, writing),
  };
}

function pdfFinding(
  { number, sentence, blocks, confidence, independentSources }: KeyFinding,
  writing: BlockWriting,
): PdfFinding {
  const { language } = writing.document;
  return {
    number,
    sentence: pdfInlines(sentence, writing),
    blocks: pdfBlocks(blocks, writing, { depth: 1, inBlock: true }),
    chip: chipOf(confidence, language),
    note: independentSources > 0 ? labelsFor(language).independentSources(independentSources) : "",
  };
}

/** The chip that says how sure a statement is. */
export function chipOf(kind: Confidence | null, language: DocumentLanguage) {
  return kind && { kind, words: labelsFor(language).confidence[kind] };
}
