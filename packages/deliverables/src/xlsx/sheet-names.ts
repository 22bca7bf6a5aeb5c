import { cleanText, clip } from "../safe-text.ts";

/** What Excel allows. */
const MAX_CHARACTERS = 31;
/** A name is cut between words where this much of it is left. */
const MIN_KEPT = 14;

/** Gives each wanted name once, as Excel allows it. */
export function sheetNames(): (wanted: string, fallback: string) => string {
  // Excel keeps this name for itself.
  const taken = new Set(["history"]);
  return (wanted, fallback) => {
    const base = allowed(wanted) || allowed(fallback) || "Sheet";
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const ending = ` (${number})`;
      name = `${clip(base, MAX_CHARACTERS - ending.length)}${ending}`;
    }
    taken.add(name.toLowerCase());
    return name;
  };
}

function allowed(text: string): string {
  const plain = cleanText(text)
    .replace(/[:\\/?*[\]\n\t]+/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s']+|[\s'.,;–-]+$/g, "");
  if (plain.length <= MAX_CHARACTERS) return plain;
  const cut = plain.slice(0, MAX_CHARACTERS + 1).replace(/\s+\S*$/, "");
  const isBetweenWords = cut.length >= MIN_KEPT && cut.length <= MAX_CHARACTERS;
  return (isBetweenWords ? cut : clip(plain, MAX_CHARACTERS)).replace(/[\s',;–-]+$/, "");
}

/** The name as references to the cells of its sheet have it. */
export function quotedName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
