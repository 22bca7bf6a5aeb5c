import type { Replies } from "../../../api/api.ts";

/** A theme as the API and theme files have it. */
export type ThemeFile = Replies["theme"]["current"]["theme"];

/** What was changed here and is not stored. A file may bring anything; the server says what is wrong with it. */
export type ThemeChanges = Readonly<Record<string, unknown>>;

/** Whether two themes differ in anything. */
export function isSameTheme(one: object, other: object): boolean {
  return written(one) === written(other);
}

function written(theme: object): string {
  return JSON.stringify(Object.entries(theme).toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Null for a file that is not a JSON object. */
export function parseThemeFile(text: string): ThemeChanges | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}

/** `#0f766e`, as colour pickers want it; null for anything else than a colour. */
export function pickerColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("")}`;
}

export function readAsDataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
