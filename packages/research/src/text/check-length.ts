import { AppError, invalidField, type Json } from "@trovella/foundation";

export const MAX_TEXT = 2_000_000;
export const MAX_REPORT = 1_000_000;
export const MAX_TITLE = 500;

/** Refuses a text that is too long to be stored, naming its field. */
export function checkLength(
  field: string,
  text: string,
  { max, as = "" }: { readonly max: number; readonly as?: string },
): void {
  if (text.length <= max) return;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `${field} is ${text.length} characters long${as}, and at most ${max} can be stored. Next: shorten it or divide it, and call again.`,
    { field },
  );
}

/** A value as the JSON that is stored; a missing one is refused. */
export function storableJson(field: string, value: unknown, max: number): string {
  if (value === undefined) throw invalidField(field, "is missing. Next: call again with it.");
  const json = JSON.stringify(value as Json);
  checkLength(field, json, { max, as: " as JSON" });
  return json;
}
