import { detectLanguage } from "@trovella/evidence";

/** The languages that documents have labels in. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ja", "zh", "ar"] as const;
export type DocumentLanguage = (typeof LANGUAGES)[number];
export type Direction = "ltr" | "rtl";

const SAMPLE_CHARACTERS = 20_000;
/** Titles in another script do not make a text one of that language. */
const MIN_SHARE = 0.2;
/** Of fewer words nobody can tell the language. */
const MIN_WORDS = 8;
/** The words of URLs belong to no language: `com` is Portuguese too. */
const LINK_OR_CODE = /https?:\S+|\]\([^)]*\)|`[^`]*`|\[(?:src|clm):[^\]]*\]/gi;

/** The language of a text by its letters and most common words; English where it has no labels. */
export function languageOf(text: string): DocumentLanguage {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const letters = countOf(sample, /\p{L}/gu);
  const isMostly = (script: RegExp) => countOf(sample, script) > letters * MIN_SHARE;
  if (isMostly(/\p{Script=Arabic}/gu)) return "ar";
  if (isMostly(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)) {
    return isMostly(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) ? "ja" : "zh";
  }
  const prose = sample.replace(LINK_OR_CODE, " ");
  if (countOf(prose, /\p{L}+/gu) < MIN_WORDS) return "en";
  const detected = detectLanguage(prose);
  return LANGUAGES.find((language) => language === detected) ?? "en";
}

/** The side a document begins on: that of most of its letters, so also of languages without labels. */
export function directionOfText(text: string): Direction {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const rightToLeft = countOf(
    sample,
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu,
  );
  return rightToLeft * 2 > countOf(sample, /\p{L}/gu) ? "rtl" : "ltr";
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
