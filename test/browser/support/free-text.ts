// Finds the fields of a tool that take any text, from the schema that the tool shows to clients.

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface TextField {
  readonly path: string;
  readonly maxLength: number;
}

/** Fields in which a caller may write what it likes; those of JSON take texts and keys of any kind. */
export function textFields(schema: Schema, path = ""): TextField[] {
  const { enum: choices, items, properties, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (isAnything(schema)) return [{ path, maxLength }];
  if (schema.type === "string") return choices ? [] : [{ path, maxLength }];
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

/** An input in which every text is this one, whether it makes sense there or not. */
export function filledWith(text: string, schema: Schema): unknown {
  if (isAnything(schema)) return schema.type === "object" ? { [text]: text } : text;
  switch (schema.type) {
    case "string":
      return schema.enum?.[0] ?? text.slice(0, schema.maxLength);
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [filledWith(text, schema.items ?? {})];
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [
          name,
          filledWith(text, field),
        ]),
      );
  }
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
