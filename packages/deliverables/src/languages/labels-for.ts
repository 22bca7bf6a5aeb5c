import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import type { Labels } from "./labels.ts";
import type { DocumentLanguage } from "./language.ts";
import { pt } from "./pt.ts";
import { zh } from "./zh.ts";

const LABELS: Readonly<Record<DocumentLanguage, Labels>> = { en, de, fr, es, pt, ja, zh, ar };

export function labelsFor(language: DocumentLanguage): Labels {
  return LABELS[language];
}

/** 15 November 2026 in the words of the language, the same wherever it is rendered. */
export function dateIn(language: DocumentLanguage, date: Date): string {
  return new Intl.DateTimeFormat(DATE_LOCALES[language], {
    dateStyle: "long",
    timeZone: "UTC",
    numberingSystem: "latn",
    calendar: "gregory",
  }).format(date);
}

const DATE_LOCALES: Readonly<Record<DocumentLanguage, string>> = {
  en: "en-GB",
  de: "de",
  fr: "fr",
  es: "es",
  pt: "pt",
  ja: "ja",
  zh: "zh",
  ar: "ar",
};

/** 1,240.5 or 1.240,5 */
export function numberIn(language: DocumentLanguage, value: number, decimals = 0): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: "latn",
  }).format(value);
}
