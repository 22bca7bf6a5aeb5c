import { Document, type FileChild, Packer, type Paragraph } from "docx";
import { layoutDocument } from "docx/layout";
import type { ResearchDocument } from "../document.ts";
import { dateIn } from "../languages/labels-for.ts";
import { stableZip } from "../stable-zip.ts";
import { answerOf } from "../structure/answer-notes.ts";
import type { Part, SectionPart } from "../structure/part.ts";
import { contentsChildren } from "./contents-children.ts";
import { coverSection } from "./cover.ts";
import { evidenceChildren } from "./evidence-children.ts";
import { draftChildren, headChildren, pageProperties } from "./front-children.ts";
import { type Look, lookOf, paragraph, words } from "./look.ts";
import { madeChildren } from "./made-children.ts";
import { isLongAppendix, measureText } from "./measure-text.ts";
import { pageNumbersFor } from "./page-numbers.ts";
import { type PagePlan, planFor } from "./page-plan.ts";
import { answerChildren, partChildren } from "./part-children.ts";
import { runningHeads } from "./running-heads.ts";
import { sourceChildren } from "./source-children.ts";
import { numberingFor, officeTheme, stylesFor } from "./styles.ts";

/** Shorter documents are laid out to know whether they need a cover and contents; of longer ones the estimate says so. */
const MAX_UNCERTAIN_PAGES = 9;
const MAX_UNCERTAIN_MS = 3_000;
const CLOSING: ReadonlySet<string> = new Set(["change", "limits", "method"]);

export async function renderDocx(document: ResearchDocument): Promise<Uint8Array> {
  const file = documentFile(document, planOf(document));
  return stableZip(await Packer.toBuffer(file), document.createdAt);
}

/** By the pages of the text without cover and contents. */
function planOf(document: ResearchDocument): PagePlan {
  const measure = measureText(document);
  const isCertain = measure.pages > MAX_UNCERTAIN_PAGES || measure.layoutMs > MAX_UNCERTAIN_MS;
  if (isCertain) return planFor(measure, document);
  const plain = documentFile(document, planFor({ pages: 0, layoutMs: 0 }, document));
  const pages = layoutDocument(plain, { guess: true }).pages.length;
  return planFor({ ...measure, pages }, document);
}

/** Its parts are built again for every file: the library keeps links with the file they were first written to. */
function documentFile(document: ResearchDocument, plan: PagePlan): Document {
  const look = lookOf(document);
  const hasLongAppendix = isLongAppendix(document.evidence);
  const children = [
    ...draftChildren(document, look),
    ...(plan.hasCover ? [] : headChildren(document, look)),
    ...answered(document, look),
    ...(plan.hasContents ? contentsChildren(look, plan) : []),
    ...bodyChildren(document, look, plan.hasPageBreaks),
    ...recordChildren(document.record, look),
  ];
  const text = {
    properties: pageProperties(look, !plan.hasCover),
    ...runningHeads(document, look),
    children,
  };
  return new Document({
    title: document.title,
    subject: document.question,
    creator: "Trovella",
    lastModifiedBy: "Trovella",
    description: [
      look.labels.versionOf(document.version),
      dateIn(document.language, document.createdAt),
    ].join(look.labels.marks.comma),
    theme: officeTheme(look),
    styles: stylesFor(look),
    numbering: numberingFor(look),
    ...(plan.hasContents && plan.hasPageNumbers
      ? { pageNumbers: pageNumbersFor(look, { hasLongAppendix }) }
      : {}),
    sections: plan.hasCover ? [coverSection(document, look), text] : [text],
  });
}

/** The answer, and what stands before the first heading behind it. */
function answered(document: ResearchDocument, look: Look): FileChild[] {
  const answer = answerOf(document);
  return [
    ...(answer ? answerChildren(answer, document, look) : []),
    ...document.parts.flatMap((part) => (isOpening(part) ? partChildren(part, look, false) : [])),
  ];
}

function isOpening(part: Part): part is SectionPart {
  return part.kind !== "answer" && part.heading === null;
}

function bodyChildren(document: ResearchDocument, look: Look, hasPageBreaks: boolean): FileChild[] {
  const parts = document.parts.filter((part) => part.kind !== "answer" && !isOpening(part));
  // What closes a report is short: it shares its pages.
  const isClosing = (index: number) => CLOSING.has(parts[index]?.kind ?? "");
  return [
    ...parts.flatMap((part, index) =>
      partChildren(part, look, hasPageBreaks && !(isClosing(index) && isClosing(index - 1))),
    ),
    ...madeChildren(document, look, hasPageBreaks && !isClosing(parts.length - 1)),
    ...sourceChildren(document, look, hasPageBreaks),
    ...evidenceChildren(document.evidence, look, hasPageBreaks),
  ];
}

/** Small print at the very end. */
function recordChildren(record: readonly string[], look: Look): Paragraph[] {
  if (record.length === 0) return [];
  const { labels } = look;
  return [
    paragraph(look, {
      style: "Record",
      keepNext: true,
      spacing: { before: 480 },
      children: [words(labels.record, { bold: true })],
    }),
    paragraph(look, { style: "Record", keepNext: true, children: [words(labels.recordNote)] }),
    ...record.map((line, index) =>
      paragraph(look, {
        style: "Record",
        keepNext: index < record.length - 1,
        children: [words(line)],
      }),
    ),
  ];
}
