import { localStore } from "../api/browser-storage.ts";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
/** `null` follows the browser. */
export type LanguageChoice = Language | null;

const KEY = "trovella-language";

export const languageChoice: LanguageChoice = storedChoice();
/** The one language of the page: of its words, numbers and dates. Times are in the reader's zone. */
export const language: Language = languageChoice ?? browserLanguage();

/** Remembered by this browser. The page is loaded again, since its texts are translated as it loads. */
export function chooseLanguage(choice: LanguageChoice): void {
  if (choice) localStore.set(KEY, choice);
  else localStore.remove(KEY);
  window.location.reload();
}

function storedChoice(): LanguageChoice {
  const stored = typeof window === "undefined" ? null : localStore.get(KEY);
  return LANGUAGES.find((known) => known === stored) ?? null;
}

function browserLanguage(): Language {
  if (typeof window === "undefined") return "en";
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((known) => known === wanted[0]) ?? "en";
}
