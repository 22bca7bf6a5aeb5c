import type { Labels } from "../../languages/labels.ts";

/** Stands for a character that no font has. */
const PLACEHOLDER = "\u25a1";

/** Signs with a plainer one that means the same. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  "✅": "✓",
  "❌": "✗",
  "⭐": "★",
  "🔴": "●",
  "🟢": "●",
  "🟡": "●",
  "🔵": "●",
};
const MAX_NAMED = 12;

/**
 * A JSON text in which every character can be drawn: a rare one becomes what it is made of or a plainer one, all others a
 * placeholder, of which the note tells readers.
 */
export function withKnownCharacters(
  json: string,
  missing: ReadonlySet<number>,
  labels: Pick<Labels, "withoutFont">,
): { readonly text: string; readonly note: string } {
  if (missing.size === 0) return { text: json, note: "" };
  const lost = new Set<number>();
  const replacements = new Map<number, string>();
  for (const codePoint of missing) {
    const plainer = plainerThan(String.fromCodePoint(codePoint), missing);
    if (plainer === null) lost.add(codePoint);
    replacements.set(codePoint, plainer ?? PLACEHOLDER);
  }
  const text = json.replace(/[^\0-\x7f]/gu, (character) => {
    return replacements.get(character.codePointAt(0) ?? 0) ?? character;
  });
  return { text, note: noteOn([...lost], labels) };
}

/** Only letters, digits and the like, since the text is JSON and has pictures in it. */
function plainerThan(character: string, missing: ReadonlySet<number>): string | null {
  const plainer = EQUIVALENTS[character] ?? character.normalize("NFKC");
  const isKnown = [...plainer].every((part) => !missing.has(part.codePointAt(0) ?? 0));
  const isPlain =
    EQUIVALENTS[character] !== undefined || /^[\p{L}\p{M}\p{N}°.,:()+ -]+$/u.test(plainer);
  return plainer !== character && isKnown && isPlain ? plainer : null;
}

function noteOn(lost: readonly number[], labels: Pick<Labels, "withoutFont">): string {
  if (lost.length === 0) return "";
  const named = lost.slice(0, MAX_NAMED).map(codePointName);
  const characters = [...named, ...(lost.length > MAX_NAMED ? ["…"] : [])].join(", ");
  return labels.withoutFont({ mark: PLACEHOLDER, characters });
}

function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
