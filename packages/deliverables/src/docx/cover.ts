import {
  Header,
  HeadingLevel,
  HeightRule,
  HorizontalPositionRelativeFrom,
  type ISectionOptions,
  type Paragraph,
  TableRow,
  VerticalPositionRelativeFrom,
} from "docx";
import { ShapeRun } from "docx/shapes";
import type { ResearchDocument } from "../document.ts";
import { factsOf } from "../structure/answer-notes.ts";
import { filled, layoutCell, layoutTable } from "./boxes.ts";
import { eyebrowOf, pageProperties } from "./front-children.ts";
import { logoParagraph } from "./logo.ts";
import { HEADING_FONT, type Look, millimetres, paragraph, words } from "./look.ts";

const BAND_MM = 121;
const RULE_MM = 2.5;
const EMU_PER_MM = 36_000;
const TWIPS_PER_PIXEL = 15;
const ABOVE_TITLE_MM = 36;
const TITLE_MM = 51;
const LOGO_MM = 24;
const FACTS_MM = 18;
/** Between the last row and the end of the page. */
const BELOW_FACTS_MM = 32;
const TOP_MARGIN_MM = 27.5;

/** Sizes in half points by how many characters have room. */
const TITLE_SIZES = [
  [70, 66],
  [130, 52],
  [200, 42],
  [Number.POSITIVE_INFINITY, 34],
] as const;
const QUESTION_SIZES = [
  [300, 30],
  [900, 24],
  [Number.POSITIVE_INFINITY, 18],
] as const;

/** The first page in a section of its own, whose header holds the coloured ground. */
export function coverSection(document: ResearchDocument, look: Look): ISectionOptions {
  return {
    properties: pageProperties(look),
    headers: { default: new Header({ children: [ground(look)] }) },
    children: [coverTable(document, look)],
  };
}

/** Rows of fixed height: the title stands on the ground however long it is. */
function coverTable(document: ResearchDocument, look: Look) {
  const third = Math.floor(look.page.textWidth / 3);
  const whole = { width: third * 3, span: 3 };
  const pageMm = (look.page.height * 25.4) / 1_440;
  const taken = TOP_MARGIN_MM + ABOVE_TITLE_MM + TITLE_MM + FACTS_MM + BELOW_FACTS_MM;
  const logo = logoParagraph(look);
  const logoMm = logo.length > 0 ? LOGO_MM : 0;
  const facts = factsOf(document).map(({ label, value }) =>
    layoutCell(factParagraphs(label, value, look), {
      width: third,
      topLine: look.palette.line,
      margins: { top: 120 },
    }),
  );
  return layoutTable(
    [
      row(ABOVE_TITLE_MM, [layoutCell(eyebrowParagraphs(document, look), whole)]),
      row(TITLE_MM, [layoutCell(titleParagraphs(document, look), { ...whole, isAtBottom: true })]),
      row(pageMm - taken - logoMm, [
        layoutCell(questionParagraphs(document, look), {
          ...whole,
          margins: { top: millimetres(30) },
        }),
      ]),
      ...(logoMm > 0 ? [row(logoMm, [layoutCell(logo, { ...whole, isAtBottom: true })])] : []),
      row(FACTS_MM, facts),
    ],
    look,
    [third, third, third],
  );
}

function row(heightMm: number, children: TableRow["cells"]): TableRow {
  return new TableRow({
    height: { value: millimetres(heightMm), rule: HeightRule.EXACT },
    cantSplit: true,
    children: [...children],
  });
}

function eyebrowParagraphs(document: ResearchDocument, look: Look): Paragraph[] {
  const color = look.palette.coverSoft;
  return [
    ...(document.evidence?.draft ? [draftMark(look)] : []),
    ...eyebrowOf(document).map((text, index) =>
      paragraph(look, {
        spacing: { after: 40, ...(index === 0 ? { before: millimetres(22) } : {}) },
        children: [words(text, { bold: index === 0, size: 22, color })],
      }),
    ),
  ];
}

/** Why it is a draft is said above the answer, where there is room for it. */
function draftMark(look: Look): Paragraph {
  const { ground: fill, text: color } = look.palette.chips.low;
  const run = words(`\u2002${look.labels.draft}\u2002`, {
    bold: true,
    color,
    shading: filled(fill),
  });
  return paragraph(look, { spacing: { after: 0 }, children: [run] });
}

function titleParagraphs({ title, subtitle }: ResearchDocument, look: Look): Paragraph[] {
  const size = sizeFor(title, TITLE_SIZES);
  const { page, coverSoft } = look.palette;
  return [
    paragraph(look, {
      heading: HeadingLevel.TITLE,
      spacing: { after: 60 },
      children: [words(title, { color: page, size, font: HEADING_FONT })],
    }),
    ...(subtitle && title.length < 130
      ? [
          paragraph(look, {
            spacing: { after: 60 },
            children: [words(subtitle, { color: coverSoft, size: 26 })],
          }),
        ]
      : []),
  ];
}

function questionParagraphs(document: ResearchDocument, look: Look): Paragraph[] {
  const { question } = document;
  return question
    ? [
        paragraph(look, {
          style: "Label",
          spacing: { before: 0 },
          children: [words(look.labels.question)],
        }),
        paragraph(look, {
          children: [words(question, { italics: true, size: sizeFor(question, QUESTION_SIZES) })],
        }),
      ]
    : [paragraph(look, {})];
}

function factParagraphs(label: string, value: string, look: Look): Paragraph[] {
  return [
    paragraph(look, {
      spacing: { after: 20 },
      children: [words(label, { size: 18, color: look.palette.soft })],
    }),
    paragraph(look, { spacing: { after: 0 }, children: [words(value, { size: 20 })] }),
  ];
}

/** Behind the text: shapes in a header belong to the page, not to a line. */
function ground(look: Look): Paragraph {
  const { coverGround, accent } = look.palette;
  return paragraph(
    { ...look, isRightToLeft: false },
    {
      spacing: { after: 0 },
      children: [
        rectangle(look, { top: 0, height: BAND_MM, fill: coverGround }),
        rectangle(look, { top: BAND_MM, height: RULE_MM, fill: accent }),
      ],
    },
  );
}

function rectangle(
  { page }: Look,
  given: { readonly top: number; readonly height: number; readonly fill: string },
) {
  return new ShapeRun({
    type: "rectangle",
    transformation: {
      width: page.width / TWIPS_PER_PIXEL,
      height: millimetres(given.height) / TWIPS_PER_PIXEL,
    },
    fill: given.fill,
    line: "none",
    floating: {
      behindDocument: true,
      horizontalPosition: { relative: HorizontalPositionRelativeFrom.PAGE, offset: 0 },
      verticalPosition: {
        relative: VerticalPositionRelativeFrom.PAGE,
        offset: Math.round(given.top * EMU_PER_MM),
      },
    },
  });
}

/** Letters of East Asian scripts are twice as wide as others. */
function sizeFor(text: string, sizes: readonly (readonly [number, number])[]): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g)?.length ?? 0;
  return sizes.find(([most]) => text.length + wide <= most)?.[1] ?? 24;
}
