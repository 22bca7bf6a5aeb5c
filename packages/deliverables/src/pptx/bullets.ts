import type { Block, Inline } from "../document.ts";

export interface Bullet {
  readonly level: number;
  readonly inlines: readonly Inline[];
  /** Its number in an ordered list. */
  readonly number?: number;
  /** Without a mark in front of it. */
  readonly isPlain?: boolean;
  readonly isHeading?: boolean;
  readonly isCode?: boolean;
}

const PLAIN = { isPlain: true, number: undefined };
const DEEPEST_LEVEL = 3;
const LINES_PER_SLIDE = 17;
const SPARSE_LINES = 7;
const CHARACTERS_PER_LINE = 84;
const MAX_BULLET_CHARACTERS = 560;

/** What a block contributes to the text of a slide. Tables have slides of their own. */
export function bulletsOf(block: Block, level = 0): Bullet[] {
  switch (block.kind) {
    case "heading":
      return [{ level, inlines: block.inlines, isPlain: true, isHeading: true }];
    case "paragraph":
      return splitLong({ level, inlines: block.inlines, isPlain: level === 0 });
    case "quote":
      return block.blocks.flatMap((inner) => bulletsOf(inner, level));
    case "code":
      return codeBullets(block.text, level);
    case "list":
      return block.items.flatMap((item, itemIndex) =>
        item.flatMap((inner, index) => {
          const isOwnText = index === 0 && inner.kind === "paragraph";
          const number = block.ordered ? { number: block.start + itemIndex } : {};
          if (isOwnText) return splitLong({ level, inlines: inner.inlines, ...number });
          return bulletsOf(inner, Math.min(level + 1, DEEPEST_LEVEL));
        }),
      );
    case "table":
    case "rule":
      return [];
  }
}

/** Divides the text among as few slides as hold it, each with about as much as the others. */
export function packBullets(bullets: readonly Bullet[]): Bullet[][] {
  const sizes = bullets.map(linesOf);
  const fewest = fillSlides(bullets, sizes, LINES_PER_SLIDE);
  let lines = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, fewest.length));
  for (; lines < LINES_PER_SLIDE; lines += 1) {
    const pages = fillSlides(bullets, sizes, lines);
    if (pages.length === fewest.length) return pages;
  }
  return fewest;
}

function fillSlides(
  bullets: readonly Bullet[],
  sizes: readonly number[],
  lines: number,
): Bullet[][] {
  const pages: Bullet[][] = [];
  let room = 0;
  for (const [index, bullet] of bullets.entries()) {
    const size = sizes[index] ?? 0;
    // A heading at the very end of a slide would stand apart from what it heads.
    const next = bullet.isHeading ? (sizes[index + 1] ?? 0) : 0;
    if (pages.length === 0 || size + next > room) {
      pages.push([]);
      room = lines;
    }
    pages.at(-1)?.push(bullet);
    room -= size;
  }
  return pages;
}

/** Slides with little on them can be read from further away; those of a section look alike. */
export function areSparse(pages: readonly (readonly Bullet[])[]): boolean {
  return pages.every((page) => linesOnSlide(page) <= SPARSE_LINES);
}

function linesOnSlide(bullets: readonly Bullet[]): number {
  return bullets.map(linesOf).reduce((sum, lines) => sum + lines, 0);
}

function linesOf({ inlines, level }: Bullet): number {
  const perLine = CHARACTERS_PER_LINE - level * 6;
  // The space after a paragraph counts as a third of a line.
  return Math.ceil(lengthOf(inlines) / perLine) + 0.34;
}

function lengthOf(inlines: readonly Inline[]): number {
  const lengths = inlines.map((inline) => {
    if (inline.kind === "break") return CHARACTERS_PER_LINE / 2;
    if (inline.kind === "claim") return inline.isDoubtful ? 1 : 0;
    return inline.kind === "citation" ? 3 : widthOf(inline.text);
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Characters of East Asian scripts are twice as wide as Latin ones. */
function widthOf(text: string): number {
  return (
    text.length +
    (text.match(/[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFF60]/g)?.length ?? 0)
  );
}

function codeBullets(text: string, level: number): Bullet[] {
  return text.split("\n").flatMap((line) =>
    splitLong({
      level,
      isPlain: true,
      isCode: true,
      inlines: [{ kind: "text", text: line || " ", code: true }],
    }),
  );
}

/** A paragraph too long for half a slide goes on in a further one. */
function splitLong(bullet: Bullet): Bullet[] {
  if (lengthOf(bullet.inlines) <= MAX_BULLET_CHARACTERS) return [bullet];
  const parts: Inline[][] = [[]];
  let length = 0;
  for (const inline of bullet.inlines.flatMap(shortInlines)) {
    const size = lengthOf([inline]);
    if (length + size > MAX_BULLET_CHARACTERS && !isCitation(inline)) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(inline);
    length += size;
  }
  return parts.map((inlines, index) => ({ ...bullet, inlines, ...(index > 0 ? PLAIN : {}) }));
}

function isCitation({ kind }: Inline): boolean {
  return kind === "citation" || kind === "claim";
}

/** Long texts in pieces that end with a sentence where there is one, else with a word. */
function shortInlines(inline: Inline): Inline[] {
  if (inline.kind !== "text" || inline.text.length < 120) return [inline];
  const pieces = inline.text.match(/.{1,200}(?:[.!?] |$)|.{1,200}(?:\s|$)|.{1,200}/gsu) ?? [];
  return pieces.map((text) => ({ ...inline, text }));
}
