/** The fields that the Agent Skills format knows; clients skip a skill that has others. */
export interface Frontmatter {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly "allowed-tools"?: string;
}

const MAX_CHARACTERS: ReadonlyMap<string, number> = new Map([
  ["name", 64],
  ["description", 1024],
  ["license", 200],
  ["compatibility", 500],
  ["allowed-tools", 10_000],
]);

/** A file that begins with YAML between two lines of dashes; the body starts after them. */
export function splitFrontmatter(content: string): { source: string; body: string } {
  const [head, source = ""] = /^---\n([\s\S]*?\n)---\n/.exec(content) ?? [];
  if (head === undefined)
    throw new Error("does not begin with frontmatter between two lines of ---");
  const body = content.slice(head.length).replace(/^\n+/, "");
  if (body.trim() === "") throw new Error("has no text after its frontmatter");
  return { source, body };
}

/** Throws the problem as the end of a sentence that begins with the file's name. */
export function checkFrontmatter(parsed: unknown, folder: string): Frontmatter {
  const fields = asRecord(parsed, "has frontmatter that is not a list of fields");
  for (const [field, value] of Object.entries(fields)) {
    if (field === "metadata") checkMetadata(value);
    else checkText(field, value);
  }
  const { name, description } = fields;
  if (name !== folder) throw new Error("must have its folder's name as name");
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder)) {
    throw new Error("must have a name of lower-case letters, digits and single hyphens");
  }
  if (description === undefined) throw new Error("has no description");
  return fields as unknown as Frontmatter;
}

function checkText(field: string, value: unknown): void {
  const limit = MAX_CHARACTERS.get(field);
  if (limit === undefined)
    throw new Error(`has the field ${field}, which the format does not know`);
  const isText = typeof value === "string" && value.trim() !== "" && value.length <= limit;
  if (!isText) throw new Error(`must have a text of at most ${limit} characters as ${field}`);
}

function checkMetadata(value: unknown): void {
  const values = Object.values(asRecord(value, "has metadata that is not a list of fields"));
  if (values.every((item) => typeof item === "string")) return;
  throw new Error("must have nothing but text in its metadata");
}

function asRecord(value: unknown, complaint: string): Record<string, unknown> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isRecord) throw new Error(complaint);
  return value as Record<string, unknown>;
}
