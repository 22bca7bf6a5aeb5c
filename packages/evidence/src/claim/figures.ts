import { keyAt, type PreparedText } from "../prepare-text.ts";
import { hasCriticalKey } from "../quote/critical-words.ts";
import { textOf } from "../quote/sentences.ts";
import { NUMBER, OPTIONAL } from "../text/scan.ts";

/** A figure with what it counts. */
export interface Figure {
  readonly text: string;
  /** Its place in the original text, with the unit after it. */
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly value: number;
  /** `%`, a currency or a unit of measure; empty when there is none. */
  readonly unit: string;
  readonly isYear: boolean;
  /** Whether it is said to be rounded, or written so: `about 500`, `12 million`. */
  readonly isRounded: boolean;
  /** -1 below, 1 above: `less than 5`, `over 500`. */
  readonly bound: -1 | 0 | 1;
}

const MAX_FIGURES = 60;
const UNITS = new Set(
  "% %pt $ € £ ¥ ₹ ₽ ‰ ° °c °f km m cm mm kg g mg μg ml l ha h min gb mb kb tb ghz mhz hz kw mw gw twh kwh mwh kj kcal ppm ppb".split(
    " ",
  ),
);
const ROUNDING = new Set(
  "about around roughly nearly almost some circa ca etwa rund knapp ungefähr fast près presque casi cerca unos quase cerca ≈".split(
    " ",
  ),
);
const ABOVE = new Set(["over", ">", "≥", "exceeds", "exceeded", "über", "plus"]);
const BELOW = new Set(["under", "<", "≤", "below", "unter", "nearly", "almost"]);
const NEAR = 3;
const BOUND_REACH = 1.25;

/** Figures worth checking: two digits or more, decimals, and those with a unit. */
export function figuresOf(text: PreparedText): Figure[] {
  const figures: Figure[] = [];
  for (let token = 0; token < text.count && figures.length < MAX_FIGURES; token++) {
    const flags = text.flags[token] ?? 0;
    if ((flags & NUMBER) === 0 || (flags & OPTIONAL) > 0) continue;
    const figure = readFigure(text, token);
    if (figure && isTelling(figure)) figures.push(figure);
  }
  return figures;
}

/** Whether a figure of a statement agrees with one of its evidence, rounded as far as the statement says. */
export function isSameFigure(stated: Figure, found: Figure): boolean {
  if (stated.unit !== found.unit && stated.unit !== "" && found.unit !== "") return false;
  if (stated.unit.startsWith("%") && found.unit === "") return false;
  if (stated.key === found.key) return true;
  if (stated.isYear || Number.isNaN(stated.value) || Number.isNaN(found.value)) return false;
  if (stated.bound > 0 && isWithin(found.value, stated.value)) return true;
  if (stated.bound < 0 && isWithin(stated.value, found.value)) return true;
  return (stated.isRounded || isDecimal(found)) && roundLike(stated, found.value) === stated.value;
}

function isWithin(larger: number, smaller: number): boolean {
  return larger >= smaller && larger <= smaller * BOUND_REACH;
}

function isDecimal({ key }: Figure): boolean {
  return key.includes(".");
}

/** The value with as many significant digits as the stated figure has. */
function roundLike({ value }: Figure, other: number): number {
  const digits = String(Math.abs(value))
    .replace(/e.*$/, "")
    .replace(".", "")
    .replace(/^0+|0+$/g, "");
  return Number(other.toPrecision(Math.max(1, Math.min(digits.length, 15))));
}

function readFigure(text: PreparedText, token: number): Figure | null {
  const key = keyAt(text, token).slice(1);
  const written = textOf(text, { from: token, to: token + 1 });
  const next = keyAt(text, token + 1);
  const isNear = (text.starts[token + 1] ?? 0) - (text.ends[token] ?? 0) <= NEAR;
  const unit = isNear && UNITS.has(next) ? next : "";
  const before = [1, 2, 3].map((back) => keyAt(text, token - back));
  const isScaled = /\p{L}/u.test(written);
  const isSaidRounded =
    before.some((word) => ROUNDING.has(word)) ||
    hasCriticalKey(text.lexicon, before.slice(0, 2), ["hedge"]);
  return {
    text: written,
    start: text.starts[token] ?? 0,
    end: text.ends[unit === "" ? token : token + 1] ?? 0,
    key,
    value: Number(key),
    unit,
    isYear: unit === "" && /^(?:1[0-9]|20|21)\d\d$/.test(key) && !isScaled,
    isRounded: isScaled || isSaidRounded || key.includes("."),
    bound: ABOVE.has(before[0] ?? "") ? 1 : BELOW.has(before[0] ?? "") ? -1 : 0,
  };
}

function isTelling({ key, unit, text }: Figure): boolean {
  return unit !== "" || /\d.*\d/.test(key) || /^\d+\s*\p{L}/u.test(text);
}
