import { LIMITS } from "./limits.ts";
import { invalid } from "./shape.ts";

/** Letters that change the direction of a text, and commas, which separate tags where they are typed. */
const LEFT_OUT = /[\p{Cc},\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A tag as it is stored and compared: lower-case, in one line, without the sign that some write before it. */
export function normalizeTag(text: string): string {
  return text
    .normalize("NFC")
    .replace(LEFT_OUT, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s#]+/, "")
    .trimEnd()
    .toLowerCase();
}

/** The tags in the given order, each once. */
export function normalizeTags(tags: readonly string[]): string[] {
  const unique = [...new Set(tags.map(normalizeTag))];
  for (const tag of unique) {
    if (tag === "") throw invalid("tags", "must each have a letter or a number");
    if (tag.length > LIMITS.tagLength) {
      throw invalid("tags", `must each have at most ${LIMITS.tagLength} characters`);
    }
  }
  if (unique.length > LIMITS.tagsOfPlan) {
    throw invalid("tags", `must be at most ${LIMITS.tagsOfPlan}`);
  }
  return unique;
}
