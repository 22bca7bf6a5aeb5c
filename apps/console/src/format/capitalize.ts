import { language } from "../language/language.ts";

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A label within a sentence; German nouns keep their capital. */
export function withinSentence(label: string): string {
  return language === "en" ? label.toLowerCase() : label;
}
