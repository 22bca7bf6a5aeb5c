import type { DocumentLanguage } from "./language.ts";

/** The forms that a noun has beside a number, by the plural rules of each language. */
export interface PluralForms {
  readonly en: "one" | "other";
  readonly de: "one" | "other";
  readonly fr: "one" | "other";
  readonly es: "one" | "other";
  readonly pt: "one" | "other";
  readonly ja: "other";
  readonly zh: "other";
  readonly ar: "zero" | "one" | "two" | "few" | "many" | "other";
}

/** Words for a count; `#` stands where the number does, if it is said at all. */
export function counted<Language extends DocumentLanguage>(
  language: Language,
  forms: Readonly<Record<PluralForms[Language], string>>,
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language, { numberingSystem: "latn" });
  const words: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = forms;
  return (count) => {
    // French, Spanish and Portuguese have a form for millions, which nothing here counts.
    const form = words[rules.select(count)] ?? words.other ?? "";
    return form.replaceAll("#", numbers.format(count));
  };
}
