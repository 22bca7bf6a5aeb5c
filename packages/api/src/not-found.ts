import { AppError } from "@trovella/foundation";

/** What is there, or the sentence that it is not. */
export function found<T>(thing: T | null | undefined, what: string): T {
  if (thing !== null && thing !== undefined) return thing;
  throw new AppError("NOT_FOUND", `There is no such ${what}. Next: look it up in the list.`);
}
