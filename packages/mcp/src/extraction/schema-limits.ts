import { AppError } from "@trovella/foundation";

export const MAX_SCHEMA_CHARACTERS = 50_000;
export const MAX_SCHEMA_DEPTH = 32;
export const MAX_PATTERN_CHARACTERS = 500;

/** Keywords that constrain data; a schema without any of them is none. */
const ASSERTIONS = [
  "type",
  "properties",
  "items",
  "prefixItems",
  "enum",
  "const",
  "anyOf",
  "oneOf",
  "allOf",
  "$ref",
];
/** The values of these keywords are data, not schemas. */
const DATA = ["enum", "const", "default", "examples"];

/** Refuses schemas that are too costly or have external references, before they are compiled. */
export function checkSchemaLimits(schema: Readonly<Record<string, unknown>>): void {
  const { length } = JSON.stringify(schema);
  if (length > MAX_SCHEMA_CHARACTERS) {
    throw refused(
      `is ${length} characters long as JSON, and at most ${MAX_SCHEMA_CHARACTERS} can be used`,
      "LIMIT_EXCEEDED",
    );
  }
  if (!ASSERTIONS.some((keyword) => keyword in schema)) {
    throw refused("is no JSON Schema: it has neither type nor properties at its top");
  }
  checkNode(schema, 1);
}

function checkNode(node: unknown, depth: number): void {
  if (typeof node !== "object" || node === null) return;
  if (depth > MAX_SCHEMA_DEPTH) {
    throw refused(`is nested more than ${MAX_SCHEMA_DEPTH} levels deep`, "LIMIT_EXCEEDED");
  }
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === "$async" && value === true)
      throw refused("uses $async, which is not supported");
    if (/^\$(dynamic)?ref$/i.test(keyword)) checkReference(value);
    if (keyword === "pattern") checkPattern(value);
    if (keyword === "patternProperties") Object.keys(Object(value)).forEach(checkPattern);
    if (!DATA.includes(keyword)) checkNode(value, depth + 1);
  }
}

/** External schemas are never loaded. */
function checkReference(reference: unknown): void {
  if (typeof reference !== "string" || reference.startsWith("#")) return;
  throw refused("refers to another document; only references inside it (#/$defs/…) work");
}

/** Keeps compiled patterns small; matching has a timeout besides. */
function checkPattern(pattern: unknown): void {
  if (typeof pattern !== "string" || pattern.length <= MAX_PATTERN_CHARACTERS) return;
  throw refused(`has a pattern of more than ${MAX_PATTERN_CHARACTERS} characters`);
}

export function refused(
  problem: string,
  code: "INVALID_INPUT" | "LIMIT_EXCEEDED" = "INVALID_INPUT",
): AppError {
  return new AppError(
    code,
    `schema: ${problem}. Next: correct the schema and call extract_data again.`,
    { field: "schema" },
  );
}
