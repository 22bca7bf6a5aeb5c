// Finds the fields of a tool that take any text, from the schema that the tool shows to clients.

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface TextField {
  readonly path: string;
  readonly maxLength: number;
  /** Whether any text is valid there. */
  readonly isFree: boolean;
}

/** Inputs that take only ids, dates and the like, though their schema does not say so. All others take any text. */
const BOUND =
  /(^|[a-z])(Ids?|Token|Key|After|Before|Expression)$|^(ids|page|cursor|url|doi|retrievedAt|actionParams|schema|template|restsOn)$/;

/** Fields of type string without fixed values, and fields of any JSON. */
export function textFields(schema: Schema, path = ""): TextField[] {
  const { enum: choices, items, properties, maxLength = Number.POSITIVE_INFINITY } = schema;
  const field = { path, maxLength, isFree: isFree(schema, nameIn(path)) };
  // Of usage only the numbers are read.
  if (isAnything(schema)) return nameIn(path) === "usage" ? [] : [field];
  if (schema.type === "string") return choices ? [] : [field];
  if (items) return textFields(items, `${path}[]`);
  return Object.entries(properties ?? {}).flatMap(([name, field]) =>
    textFields(field, path === "" ? name : `${path}.${name}`),
  );
}

/** The texts of an input, each with its field. */
export function textsIn(schema: Schema, input: unknown, path = ""): [path: string, text: string][] {
  if (isAnything(schema)) return anyTexts(input).map((text) => [path, text]);
  if (typeof input === "string") return schema.enum ? [] : [[path, input]];
  if (Array.isArray(input)) {
    return input.flatMap((entry) => textsIn(schema.items ?? {}, entry, `${path}[]`));
  }
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    textsIn(schema.properties?.[name] ?? {}, value, path === "" ? name : `${path}.${name}`),
  );
}

/** One text for all fields, or one for each length. */
export type Filling = string | ((maxLength: number) => string);

/** An input in which every text is this one, whether it makes sense there or not. */
export function filledWith(filling: Filling, schema: Schema): unknown {
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  const text = typeof filling === "string" ? filling : filling(maxLength);
  if (isAnything(schema)) return schema.type === "object" ? { [text]: text } : text;
  switch (schema.type) {
    case "string":
      return schema.enum?.[0] ?? cut(text, maxLength);
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [filledWith(filling, schema.items ?? {})];
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [
          name,
          filledWith(filling, field),
        ]),
      );
  }
}

/** Every free text of an input, the nested ones included, and the choices that are required beside them. */
export function freeTexts(schema: Schema, filling: Filling): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      if (field.enum) return required.includes(name) ? [[name, field.enum[0]]] : [];
      // A quote is one of the first source that comes with it.
      if (name === "source" && field.type === "integer") return [[name, 1]];
      const value = freeValue(field, filling, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Undefined if it takes no text, or needs more than texts. */
function freeValue(schema: Schema, filling: Filling, name: string): unknown {
  if (isFree(schema, name)) return filledWith(filling, schema);
  if (schema.properties) {
    const record = freeTexts(schema, filling);
    return schema.required?.every((needed) => needed in record) === false ? undefined : record;
  }
  const entry = schema.items && freeValue(schema.items, filling, name);
  return entry === undefined ? undefined : [entry];
}

/** Replaces every free text of an input. */
export function mapFreeTexts(
  schema: Schema,
  input: unknown,
  change: (text: string) => string,
  name = "",
): unknown {
  if (typeof input === "string") return isFree(schema, name) ? change(input) : input;
  if (Array.isArray(input)) {
    const items = isAnything(schema) ? schema : (schema.items ?? {});
    return input.map((entry) => mapFreeTexts(items, entry, change, name));
  }
  if (typeof input !== "object" || input === null) return input;
  const mapped = Object.entries(input).map(([key, value]) =>
    isAnything(schema)
      ? [key, mapFreeTexts(schema, value, change, name)]
      : [key, mapFreeTexts(schema.properties?.[key] ?? {}, value, change, key)],
  );
  return Object.fromEntries(mapped);
}

function isFree(schema: Schema, name: string): boolean {
  if (BOUND.test(name)) return false;
  if (isAnything(schema)) return true;
  return schema.type === "string" && !schema.enum && !schema.format && !schema.pattern;
}

/** The name of a path's last property. */
function nameIn(path: string): string {
  return path.replaceAll("[]", "").split(".").at(-1) ?? "";
}

/** Without splitting a surrogate pair. */
function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? text.slice(0, maxLength).toWellFormed() : text;
}

function isAnything({ type, properties }: Schema): boolean {
  return type === undefined || (type === "object" && properties === undefined);
}

function anyTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(anyTexts);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...anyTexts(entry)]);
}
