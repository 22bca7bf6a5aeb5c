import { AppError } from "@trovella/foundation";

/** The thing itself; throws NOT_FOUND when there is none. */
export function orNotFound<T>(thing: T | null | undefined, what: string): T {
  if (thing !== null && thing !== undefined) return thing;
  throw new AppError("NOT_FOUND", `There is no such ${what}. Next: look it up in the list.`);
}
