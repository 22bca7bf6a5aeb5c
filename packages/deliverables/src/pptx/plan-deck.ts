import { type Block, wordsOf } from "../blocks.ts";
import { answerOf } from "../structure/answer-notes.ts";
import type { FindingsPart, Part, SectionPart } from "../structure/part.ts";
import { sectionKind } from "../structure/section-kind.ts";
import { fitText } from "./measure/fit-text.ts";
import {
  BOTTOM,
  KICKER_BOX,
  KICKER_SIZE,
  LEFT,
  type Slide,
  type SlideDraft,
  TOP,
  WEIGHTS,
  WIDTH,
} from "./slide.ts";
import { line, notesText, type SlideContext } from "./slide-context.ts";
import { answerSlide } from "./slides/answer-slide.ts";
import { cardSlide } from "./slides/card-slide.ts";
import { coverSlide } from "./slides/cover-slide.ts";
import { findingSlides } from "./slides/finding-slides.ts";
import { madeSlide } from "./slides/made-slide.ts";
import { recordSlide } from "./slides/record-slide.ts";
import { sectionSlides } from "./slides/section-slides.ts";
import { sourceSlides } from "./slides/source-slides.ts";

const MAX_MAIN = 25;
const MAX_SLIDES = 60;

/** The slides of a document in their order: at most 25, what else is worth showing as appendix, and what is left out. */
export function planDeck(context: SlideContext): Slide[] {
  const drafts = draftsOf(context);
  const main = heaviest(drafts, MAX_MAIN);
  const others = drafts.filter((draft) => !main.has(draft));
  const record = present(recordSlide(context));
  const appendix =
    others.length > 0 ? appendixOf(context, others, MAX_SLIDES - MAX_MAIN - record.length) : [];
  const deck = [...drafts.filter((draft) => main.has(draft)), ...appendix, ...record];
  return withTitles(context, deck);
}

function draftsOf(context: SlideContext): SlideDraft[] {
  const parts = withRests(context.document.parts);
  const answer = answerOf(context.document);
  const ofKind = (kind: SectionPart["kind"]) =>
    parts.flatMap((part): SectionPart[] => (part.kind === kind ? [part] : []));
  const cards = { change: ofKind("change"), limits: ofKind("limits") };
  // Tables of an answer, and of parts that have a slide of their own, follow on further ones.
  const tablesOf = (part: Pick<SectionPart, "heading" | "blocks">) =>
    part.blocks.some(({ kind }) => kind === "table") ? sectionSlides(context, part) : [];
  return [
    coverSlide(context),
    ...(answer ? [answerSlide(context, answer), ...tablesOf(answer)] : []),
    ...parts.flatMap((part) => bodySlides(context, part)),
    ...present(cardSlide(context, cards)),
    ...[...cards.change, ...cards.limits].flatMap(tablesOf),
    ...ofKind("method").flatMap((part) => sectionSlides(context, part)),
    ...present(madeSlide(context)),
    ...sourceSlides(context),
  ];
}

function present(draft: SlideDraft | null): SlideDraft[] {
  return draft ? [draft] : [];
}

function bodySlides(context: SlideContext, part: Part): SlideDraft[] {
  if (part.kind === "section") return sectionSlides(context, part);
  if (part.kind !== "findings") return [];
  const intro = part.intro.some(({ kind }) => kind === "table" || kind === "list")
    ? sectionSlides(context, { heading: part.heading, blocks: part.intro })
    : [];
  return [...intro, ...findingSlides(context, part)];
}

/** What follows the findings below headings of its own is a part like others. */
function withRests(parts: readonly Part[]): Part[] {
  return parts.flatMap((part): Part[] =>
    part.kind === "findings" ? [part, ...restParts(part)] : [part],
  );
}

function restParts({ rest, heading }: FindingsPart): SectionPart[] {
  const parts: { heading: SectionPart["heading"]; blocks: Block[] }[] = [];
  for (const block of rest) {
    if (block.kind === "heading" || parts.length === 0) {
      parts.push(
        block.kind === "heading" ? { heading: block, blocks: [] } : { heading, blocks: [block] },
      );
    } else parts.at(-1)?.blocks.push(block);
  }
  return parts.map((part) => {
    const kind =
      part.heading === heading ? "section" : sectionKind(wordsOf(part.heading?.inlines ?? []));
    return { ...part, kind: kind === "answer" || kind === "findings" ? "section" : kind };
  });
}

/** As many as there is room for, the most important first. */
function heaviest(drafts: readonly SlideDraft[], room: number): Set<SlideDraft> {
  const byWeight = drafts.toSorted(
    (one, other) => WEIGHTS.indexOf(one.weight) - WEIGHTS.indexOf(other.weight),
  );
  return new Set(byWeight.slice(0, room));
}

function appendixOf(
  context: SlideContext,
  others: readonly SlideDraft[],
  room: number,
): SlideDraft[] {
  const isWhole = others.length + 1 <= room;
  const shown = heaviest(others, isWhole ? room - 1 : room - 2);
  const left = others.filter((draft) => !shown.has(draft));
  return [
    listSlide(context, {
      title: context.labels.slides.appendix,
      drafts: others.filter((draft) => shown.has(draft)),
    }),
    ...others.filter((draft) => shown.has(draft)),
    ...(left.length > 0
      ? [listSlide(context, { title: `${context.labels.leftOut} (${left.length})`, drafts: left })]
      : []),
  ];
}

/** What follows in the appendix, or what is only in the document. */
function listSlide(
  { measure, palette }: SlideContext,
  { title, drafts }: { readonly title: string; readonly drafts: readonly SlideDraft[] },
): SlideDraft {
  const names = [
    ...new Set(drafts.map(({ titles, heading }) => heading || titles[0] || "")),
  ].filter(Boolean);
  const paragraphs = names.map((name) => ({ ...line(name), mark: "dash" as const, spaceAfter: 4 }));
  const box = { x: LEFT, y: TOP, w: WIDTH, h: BOTTOM - TOP };
  const text = fitText(measure, paragraphs, {
    width: box.w,
    height: box.h - 0.4,
    sizes: [18, 16, 14],
  });
  const shown = text.isCut ? [...text.paragraphs, line("…")] : text.paragraphs;
  return {
    layout: "plain",
    titles: [title],
    weight: "fixed",
    shapes: [
      { kind: "text", name: title, box, size: text.size, colour: palette.ink, paragraphs: shown },
    ],
    notes: notesText([title, names.join("\n")]),
  };
}

/** Every title once, so that slides can be told apart in a list of them. */
function withTitles({ measure }: SlideContext, drafts: readonly SlideDraft[]): Slide[] {
  const used = new Set<string>();
  return drafts.map(({ titles, heading = "", weight: _, ...slide }) => {
    const title =
      titles.find((candidate) => !used.has(candidate)) ?? numbered(titles[0] ?? heading, used);
    used.add(title);
    if (heading === "" || heading === title) return { ...slide, title };
    const room = { width: KICKER_BOX.w, height: KICKER_BOX.h, sizes: [KICKER_SIZE], maxLines: 1 };
    const { paragraphs } = fitText(measure, [line(heading, { bold: true })], room);
    return { ...slide, title, kicker: paragraphs[0]?.runs[0]?.text ?? "" };
  });
}

function numbered(title: string, used: ReadonlySet<string>): string {
  let number = 2;
  while (used.has(`${title} (${number})`)) number += 1;
  return `${title} (${number})`;
}
