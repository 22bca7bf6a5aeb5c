import PptxGenJS from "pptxgenjs";
import type { Inline, ResearchDocument } from "../document.ts";
import { clip } from "../safe-text.ts";
import { readableDate } from "../source-line.ts";
import { stableZip } from "../stable-zip.ts";
import type { Bullet } from "./bullets.ts";
import { type BulletSlide, planSlides, type Slide } from "./plan-slides.ts";
import { TABLE_WIDTH_INCHES, type TablePart } from "./table-parts.ts";

const INK = "1C2430";
const SOFT = "5A6675";
const ACCENT = "1F4E79";
const LINK = "1F5FA8";
const FONT = "Calibri";
const LEFT = 0.6;
/** So few rows leave room to stand further apart. */
const AIRY_ROWS = 6;

export async function renderPptx(document: ResearchDocument): Promise<Uint8Array> {
  const deck = new PptxGenJS();
  deck.layout = "LAYOUT_WIDE";
  deck.title = document.title;
  deck.author = "Trovella";
  deck.company = "Trovella";
  deck.subject = document.question;
  deck.theme = { headFontFace: FONT, bodyFontFace: FONT };
  defineMasters(deck);
  for (const slide of planSlides(document, titleLines(document))) drawSlide(deck, slide);
  const bytes = (await deck.write({ outputType: "uint8array" })) as Uint8Array;
  return stableZip(bytes, document.createdAt);
}

function titleLines(document: ResearchDocument): string[] {
  const { question, planName, createdAt, version, evidence } = document;
  const about = [planName, readableDate(createdAt), `Version ${version}`].filter(Boolean);
  return [
    ...(evidence?.draft ? [clip(evidence.draft, 300)] : []),
    ...(question ? [clip(question, 400)] : []),
    clip(about.join(" · "), 200),
    ...(evidence?.line ? [clip(evidence.line, 300)] : []),
  ];
}

function defineMasters(deck: PptxGenJS): void {
  deck.defineSlideMaster({
    title: "OPENING",
    background: { color: ACCENT },
    objects: [placeholder("title", { y: 1.9, h: 1.9, fontSize: 38, color: "FFFFFF" })],
  });
  deck.defineSlideMaster({
    title: "CONTENT",
    background: { color: "FFFFFF" },
    objects: [
      { rect: { x: 0, y: 0, w: 0.18, h: 7.5, fill: { color: ACCENT } } },
      placeholder("title", { y: 0.35, h: 0.85, fontSize: 26, color: ACCENT }),
    ],
    slideNumber: { x: 12.3, y: 6.98, w: 0.7, h: 0.3, fontFace: FONT, fontSize: 11, color: SOFT },
  });
}

function placeholder(
  name: string,
  look: { y: number; h: number; fontSize: number; color: string },
) {
  const options = {
    name,
    type: "title" as const,
    x: LEFT,
    w: TABLE_WIDTH_INCHES,
    bold: true,
    align: "left" as const,
    valign: "middle" as const,
    fontFace: FONT,
    fit: "shrink" as const,
    margin: 0,
    ...look,
  };
  return { placeholder: { options, text: "" } };
}

function drawSlide(deck: PptxGenJS, slide: Slide): void {
  const page = deck.addSlide({ masterName: slide.kind === "title" ? "OPENING" : "CONTENT" });
  page.addText(slide.title, { placeholder: "title" });
  if (slide.kind === "title") {
    page.addText(
      slide.lines.map((text) => ({ text, options: { breakLine: true } })),
      { ...box(4.0, 2.2), fontSize: 18, color: "DCE6F1", paraSpaceAfter: 10 },
    );
    return;
  }
  if (slide.notes) page.addNotes(slide.notes);
  if (slide.kind === "record") {
    page.addText(
      slide.lines.map((text) => ({ text, options: { breakLine: true } })),
      { ...box(1.4, 5.4), fontFace: "Consolas", fontSize: 9, color: SOFT },
    );
    return;
  }
  if (slide.kind === "table") drawTable(page, slide.part);
  else page.addText(textRuns(slide), { ...box(1.4, 5.4), color: INK });
}

function box(y: number, h: number) {
  return {
    x: LEFT,
    y,
    w: TABLE_WIDTH_INCHES,
    h,
    fontFace: FONT,
    valign: "top" as const,
    align: "left" as const,
    fit: "shrink" as const,
    margin: 0,
  };
}

function textRuns({ bullets, isSparse }: BulletSlide): PptxGenJS.TextProps[] {
  return bullets.flatMap((bullet) => bulletRuns(bullet, isSparse ? 22 : 18));
}

function bulletRuns(bullet: Bullet, textSize: number): PptxGenJS.TextProps[] {
  const size = bullet.isCode ? textSize - 4 : textSize - bullet.level;
  const paragraph: PptxGenJS.TextPropsOptions = {
    fontSize: size,
    paraSpaceAfter: bullet.isCode ? 0 : 6,
    indentLevel: bullet.level,
    ...(bullet.isPlain ? {} : { bullet: bulletMark(bullet) }),
    ...(bullet.isHeading ? { bold: true, color: ACCENT } : {}),
  };
  const shown = bullet.inlines.filter((inline) => inline.kind !== "claim" || inline.isDoubtful);
  const inlines: readonly Inline[] = shown.length > 0 ? shown : [{ kind: "text", text: " " }];
  return inlines.map((inline, index) => {
    const isLast = index === inlines.length - 1;
    const run = inlineRun(inline);
    return {
      text: run.text ?? "",
      options: { ...paragraph, ...run.options, ...(isLast ? { breakLine: true } : {}) },
    };
  });
}

function bulletMark({ number }: Bullet): PptxGenJS.TextPropsOptions["bullet"] {
  if (number === undefined) return { indent: 18 };
  return { type: "number", numberStartAt: Math.min(Math.max(number, 1), 32_767), indent: 26 };
}

function inlineRun(inline: Inline): PptxGenJS.TextProps {
  if (inline.kind === "break") return { text: " ", options: {} };
  if (inline.kind === "citation") {
    return { text: `[${inline.number}]`, options: { superscript: true, color: LINK } };
  }
  if (inline.kind === "claim") {
    return { text: "?", options: { superscript: true, bold: true, color: "B3261E" } };
  }
  return {
    text: inline.text.replaceAll("\n", " "),
    options: {
      ...(inline.bold ? { bold: true } : {}),
      ...(inline.italic ? { italic: true } : {}),
      ...(inline.strike ? { strike: "sngStrike" as const } : {}),
      ...(inline.code ? { fontFace: "Consolas" } : {}),
      ...(inline.href ? { hyperlink: { url: inline.href }, color: LINK } : {}),
    },
  };
}

function drawTable(page: PptxGenJS.Slide, part: TablePart): void {
  const cell = (text: string, column: number, look: PptxGenJS.TableCellProps) => ({
    text,
    options: { align: part.alignments[column] ?? ("left" as const), ...look },
  });
  const header = { bold: true, color: "FFFFFF", fill: { color: ACCENT } };
  const rows = part.rows.map((row, index) => {
    const fill = { color: index % 2 === 0 ? "FFFFFF" : "F3F6FA" };
    return row.map((text, column) => cell(text, column, { fill }));
  });
  page.addTable([part.header.map((text, column) => cell(text, column, header)), ...rows], {
    x: LEFT,
    y: 1.4,
    w: TABLE_WIDTH_INCHES,
    colW: [...part.widths],
    fontFace: FONT,
    fontSize: 14,
    ...(part.rows.length <= AIRY_ROWS ? { rowH: 0.45 } : {}),
    color: INK,
    valign: "middle",
    margin: [0.05, 0.1, 0.05, 0.1],
    border: { type: "solid", pt: 0.75, color: "D0D7E1" },
  });
}
