import { Document, Packer } from "docx";
import type { CitedSource } from "../../citations.ts";
import type { Deliverable } from "../../deliverable.ts";
import type { ResearchDocument } from "../../document.ts";
import { labelsFor } from "../../languages/labels-for.ts";
import type { DocumentLanguage } from "../../languages/language.ts";
import { readDocument } from "../../read-document.ts";
import { clip } from "../../safe-text.ts";
import { describeSource, sourceSentence } from "../../source-line.ts";
import { stableZip } from "../../stable-zip.ts";
import { pageProperties } from "../front-children.ts";
import { lookOf } from "../look.ts";
import { runningHeads } from "../running-heads.ts";
import { numberingFor, officeTheme, stylesFor } from "../styles.ts";
import { changeMarks } from "./change-marks.ts";
import { type ChangeUnit, unit, unitsOf } from "./change-unit.ts";
import { changedChildren } from "./changed-children.ts";
import { compareUnits } from "./compare-units.ts";

const MAX_ADDRESS_CHARACTERS = 300;

/**
 * A Word document with the changes between two versions, which a reader can accept or reject: rejecting all gives the text
 * of the older one. Without contents, since changes move pages.
 */
export async function renderChanges(before: Deliverable, after: Deliverable): Promise<Uint8Array> {
  const [old, current] = [readDocument(before), readDocument(after)];
  const look = lookOf(current);
  const changes = compareUnits(documentUnits(old), documentUnits(current));
  const children = changedChildren(changes, { look, nextMark: changeMarks(current) });
  const file = new Document({
    title: current.title,
    subject: current.question,
    creator: "Trovella",
    lastModifiedBy: "Trovella",
    theme: officeTheme(look),
    styles: stylesFor(look),
    numbering: numberingFor(look),
    sections: [{ properties: pageProperties(look), ...runningHeads(current, look), children }],
  });
  return stableZip(await Packer.toBuffer(file), current.createdAt);
}

/** Title, question, text and the list of sources. */
function documentUnits(document: ResearchDocument): ChangeUnit[] {
  const { title, question, blocks, sources, language } = document;
  const listed = sources.filter(({ isCited }) => isCited);
  return [
    unit({ kind: "heading", inlines: [{ kind: "text", text: title }] }),
    ...(question
      ? [unit({ kind: "paragraph", inlines: [{ kind: "text", text: question, italic: true }] })]
      : []),
    ...unitsOf(blocks),
    ...(listed.length > 0 ? [sourcesTitle(language)] : []),
    ...listed.map((source) => sourceUnit(source, language)),
  ];
}

function sourcesTitle(language: DocumentLanguage): ChangeUnit {
  const text = labelsFor(language).sources;
  return unit({ kind: "heading", level: 1, inlines: [{ kind: "text", text }] });
}

/** Its number, title and where it is from. */
function sourceUnit(source: CitedSource, language: DocumentLanguage): ChangeUnit {
  const line = describeSource(source);
  const details = sourceSentence(line, language).slice(line.title.length);
  const link = line.link ? clip(line.link, MAX_ADDRESS_CHARACTERS) : "";
  return unit({
    kind: "paragraph",
    source: source.number,
    inlines: [
      { kind: "text", text: `${source.number}\u2002`, bold: true },
      { kind: "text", text: line.title, bold: true },
      { kind: "text", text: `${details} ` },
      ...(line.link ? [{ kind: "text" as const, text: link, href: line.link }] : []),
    ],
  });
}
