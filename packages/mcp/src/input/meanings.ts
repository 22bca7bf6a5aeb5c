import { z } from "zod";

/** How a value that does not fit its schema literally is understood. */
export interface Meaning {
  /** A required list that is missing counts as empty; the reply warns about it. */
  readonly isEmptyWhenMissing?: true;
  /** An object for a text that says the same, or null. */
  readonly fromText?: (text: string) => Record<string, unknown> | null;
  /** Accepted and checked, but not in the listing, since models rarely need it or learn of it from a reply. */
  readonly isUnlisted?: true;
  /** What the listing says instead of the schema's own type or entries. */
  readonly listedAs?: Readonly<Record<string, unknown>>;
  /** Fills in what follows from the other fields of an object. */
  readonly complete?: (value: Record<string, unknown>) => Record<string, unknown>;
}

/** Schemas with a meaning of their own: `schema.register(meanings, { … })`. */
export const meanings = z.registry<Meaning>();

/** Other words for values of enumerations, written like keys: in lower case, without separators. */
export const VALUE_ALIASES: ReadonlyMap<string, string> = new Map([
  ["docx", "word"],
  ["xlsx", "excel"],
  ["pptx", "powerpoint"],
  ["slides", "powerpoint"],
  ["applicationpdf", "pdf"],
  ["md", "markdown"],
  ["textmarkdown", "markdown"],
  ["web", "html"],
  ["texthtml", "html"],
  ["analyse", "analyze"],
  ["synthesise", "synthesize"],
]);

/** An optional field that the listing leaves out. */
export function unlisted<Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> {
  const optional = schema.optional();
  meanings.add(optional, { isUnlisted: true });
  return optional;
}
