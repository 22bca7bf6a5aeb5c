import type { CitedSource } from "../../citations.ts";
import { furtherQuotes, noteLine } from "../../evidence/describe-evidence.ts";
import { dateIn } from "../../languages/labels-for.ts";
import { clip } from "../../safe-text.ts";
import { describeSource } from "../../source-line.ts";
import { shortenRuns } from "../measure/fit-text.ts";
import { indentOf } from "../measure/text-measure.ts";
import {
  BOTTOM,
  LEFT,
  type Run,
  type SlideDraft,
  type TextParagraph,
  TOP,
  WIDTH,
} from "../slide.ts";
import { line, notesText, type SlideContext } from "../slide-context.ts";

const PER_SLIDE = 6;
const SIZE = 16;
const DETAIL_SIZE = 14;
/** The first of them stand in the deck itself, the others in its appendix. */
const MAX_FIXED = 3;
const MAX_SLIDES = 10;
/** Keeps punctuation of Latin titles and addresses in its place among letters that run the other way. */
const LEFT_TO_RIGHT = "\u200e";
const MAX_NOTED_PASSAGE = 500;

export function sourceSlides(context: SlideContext): SlideDraft[] {
  const { sources } = context.document;
  const pages = Array.from({ length: Math.ceil(sources.length / PER_SLIDE) }, (_, index) =>
    sources.slice(index * PER_SLIDE, (index + 1) * PER_SLIDE),
  );
  const shown = pages.slice(0, MAX_SLIDES);
  return shown.map((page, index) => {
    const isCut = index === shown.length - 1 && pages.length > shown.length;
    return sourceSlide(context, page, { index, count: shown.length, isCut });
  });
}

function sourceSlide(
  context: SlideContext,
  page: readonly CitedSource[],
  {
    index,
    count,
    isCut,
  }: { readonly index: number; readonly count: number; readonly isCut: boolean },
): SlideDraft {
  const { labels, palette } = context;
  const isFurther = page.every(({ isCited }) => !isCited);
  const name = isFurther ? labels.furtherSources : labels.sources;
  const height = BOTTOM - TOP - (isCut ? 0.4 : 0);
  return {
    layout: "plain",
    titles: [count > 1 ? `${name} (${index + 1}/${count})` : name],
    weight: index < MAX_FIXED ? "fixed" : "further",
    shapes: [
      {
        kind: "text",
        name,
        box: { x: LEFT, y: TOP, w: WIDTH, h: height },
        size: SIZE,
        colour: palette.ink,
        paragraphs: page.map((source) => sourceEntry(context, source)),
      },
      ...(isCut
        ? [
            {
              kind: "text" as const,
              name: labels.seeDocument,
              box: { x: LEFT, y: BOTTOM - 0.34, w: WIDTH, h: 0.34 },
              size: 14,
              colour: palette.soft,
              paragraphs: [line(labels.seeDocument)],
            },
          ]
        : []),
    ],
    notes: notesText(page.map((source) => quotesOf(context, source))),
  };
}

/** Number and title on one line, where it comes from on the next. */
function sourceEntry(context: SlideContext, source: CitedSource): TextParagraph {
  const { palette, measure, document } = context;
  const { title } = describeSource(source);
  const width = WIDTH - indentOf({ runs: [], mark: "hang" }, SIZE).start;
  const fits = (size: number, bold: boolean) => (runs: readonly Run[]) =>
    measure.linesOf({ runs }, width, { size, bold }) === 1;
  const details = withinLine(detailRuns(context, source), fits(DETAIL_SIZE, false));
  const isMirrored = document.direction === "rtl";
  return {
    mark: "hang",
    spaceAfter: 14,
    runs: [
      // Tabs of paragraphs that begin at the right are not everywhere where they should be.
      {
        text: `${source.number}${isMirrored ? "\u2003" : "\t"}`,
        bold: true,
        colour: palette.accent,
      },
      ...withinLine(
        [{ text: `${title}${isMirrored ? LEFT_TO_RIGHT : ""}`, bold: true }],
        fits(SIZE, true),
      ),
      ...(details.length > 0 ? [{ text: "\n" }, ...details] : []),
    ],
  };
}

function detailRuns(context: SlideContext, source: CitedSource): Run[] {
  const { palette, labels, document } = context;
  const { author, published, retrieved, link } = describeSource(source);
  const day = (text: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
      ? dateIn(document.language, new Date(text))
      : text;
  const read = retrieved && `${labels.retrieved} ${day(retrieved)}`;
  const origin = clip([author, day(published), read].filter(Boolean).join(", "), 120);
  const look = { size: DETAIL_SIZE };
  return [
    ...(origin ? [{ text: `${origin}${link ? "  " : ""}`, colour: palette.soft, ...look }] : []),
    ...(link
      ? [
          {
            text: `${document.direction === "rtl" ? LEFT_TO_RIGHT : ""}${clip(link, 90)}`,
            href: link,
            colour: palette.accent,
            ...look,
          },
        ]
      : []),
  ];
}

function withinLine(runs: readonly Run[], fits: (runs: readonly Run[]) => boolean): readonly Run[] {
  return fits(runs) ? runs : (shortenRuns(runs, fits) ?? []);
}

function quotesOf({ document, labels }: SlideContext, source: CitedSource): string {
  const { title, quotes } = describeSource(source);
  const passages = document.evidence?.notes.get(source.number) ?? [];
  const further = furtherQuotes(quotes, passages).map((quote) =>
    labels.quoted(clip(quote, MAX_NOTED_PASSAGE)),
  );
  const found = passages.map((note) => noteLine(note, MAX_NOTED_PASSAGE, labels));
  return [`[${source.number}] ${title}`, ...found, ...further].join(" ");
}
