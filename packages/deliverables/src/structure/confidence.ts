import type { Inline } from "../blocks.ts";
import type { Confidence } from "./part.ts";

const MIN_HIGH = 0.75;
const MIN_MEDIUM = 0.45;

/** A stored confidence between 0 and 1 in words. */
export function confidenceFrom(value: number): Confidence {
  if (value >= MIN_HIGH) return "high";
  return value >= MIN_MEDIUM ? "medium" : "low";
}

/** Words for each degree, in the languages of documents. */
const DEGREES: Readonly<Record<Confidence, string>> = {
  high: "high|strong|hohe?[sr]?|élevée?|forte?|alta|高い?|高度?|عالية|مرتفعة",
  medium:
    "medium|moderate|fair|mittlere?[sr]?|moyenne?|modérée?|media|média|moderada|中程度|中等?|متوسطة",
  low: "low|weak|niedrige?[sr]?|geringe?[sr]?|faible|baja|baixa|低い?|منخفضة",
};
const NOUN =
  "confidence|certainty|sicherheit|gewissheit|vertrauen|konfidenz|confiance|certitude|confianza|certeza|confiança|確信度|信頼度|置信度|可信度|确信度|ثقة|الثقة";
/** What the method teaches, and its like. */
const PHRASES: Readonly<Record<Confidence, string>> = {
  high: "well supported|gut belegt|bien étayée?|bien respaldad[oa]|bem fundamentad[oa]",
  medium: "likely|probable|wahrscheinlich|provável",
  low: "uncertain|unsicher|ungewiss|incertaine?|inciert[oa]|incert[oa]",
};

const patternOf = (degree: Confidence) => {
  const words = DEGREES[degree];
  const named = `(?:${words})\\s*[の的]?(?:${NOUN})|(?:${NOUN})\\s*[:：]?\\s*(?:${words})`;
  return `(?:${named}|${PHRASES[degree]})`;
};
const ONLY: readonly (readonly [Confidence, RegExp])[] = (["high", "medium", "low"] as const).map(
  (degree) => [degree, new RegExp(`^\\W*${patternOf(degree)}[\\s.!。]*$`, "iu")],
);
const ANY = (["high", "medium", "low"] as const).map(patternOf).join("|");
const SHARE = `(?:${NOUN})\\s*[:：]?\\s*(?:\\d{1,3}\\s?%|[01](?:[.,]\\d{1,3})?)`;
/** In brackets of its own, or as a sentence of its own at the end. */
const STATED = new RegExp(
  `\\s*[([（]\\s*(${SHARE}|${ANY})\\s*[.;,]?\\s*[)\\]）]|(?<=[.!?。]|^)\\s*(${ANY})\\s*[.。]?\\s*$`,
  "iu",
);

/** A cell or phrase that says nothing but a confidence: `high`, `medium confidence`. */
export function confidenceIn(text: string): Confidence | null {
  const trimmed = text.trim();
  const share = new RegExp(`^${SHARE}$`, "iu").test(trimmed) ? shareIn(trimmed) : null;
  if (share !== null) return confidenceFrom(share);
  const byPhrase = ONLY.find(([, pattern]) => pattern.test(trimmed))?.[0];
  if (byPhrase) return byPhrase;
  const degrees = Object.entries(DEGREES) as [Confidence, string][];
  return degrees.find(([, words]) => new RegExp(`^(?:${words})$`, "iu").test(trimmed))?.[0] ?? null;
}

/** 80 % and 0.8 are the same. */
function shareIn(text: string): number {
  const number = Number(/[\d.,]+/.exec(text)?.[0].replace(",", "."));
  return text.includes("%") ? number / 100 : number;
}

/** Whether a column of a table is about confidence. */
export function isConfidenceTitle(text: string): boolean {
  return new RegExp(`^\\s*(?:${NOUN})\\s*$`, "iu").test(text);
}

export interface StatedConfidence {
  readonly confidence: Confidence | null;
  /** Without the words that state it, which are shown beside the statement instead. */
  readonly inlines: readonly Inline[];
}

/** The confidence that an author states with a finding: `(high confidence)`, `Confidence: low.` */
export function statedConfidence(inlines: readonly Inline[]): StatedConfidence {
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind !== "text" || inline.code) continue;
    const match = STATED.exec(inline.text);
    const confidence = match && confidenceIn(match[1] ?? match[2] ?? "");
    if (!match || !confidence) continue;
    const text =
      inline.text.slice(0, match.index) + inline.text.slice(match.index + match[0].length);
    const rest = text.trim() === "" ? [] : [{ ...inline, text }];
    return {
      confidence,
      inlines: [...inlines.slice(0, index), ...rest, ...inlines.slice(index + 1)],
    };
  }
  return { confidence: null, inlines };
}
