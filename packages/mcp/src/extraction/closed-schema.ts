type Schema = Readonly<Record<string, unknown>>;

const IN_LISTS = ["prefixItems", "anyOf", "oneOf", "allOf"];
const IN_MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const DIRECT = ["items", "contains", "not", "if", "then", "else", "additionalProperties"];

/**
 * The schema with its objects closed, so that a model cannot add fields that were not asked for. One
 * that describes an object in several places at once stays open, since nothing could match it closed.
 */
export function closedSchema(schema: Schema): Schema {
  return isComposed(schema) ? schema : close(schema);
}

function isComposed(schema: Schema): boolean {
  const describes = "properties" in schema;
  const joins = ["$ref", "anyOf", "oneOf", "$dynamicRef"].some((keyword) => keyword in schema);
  const composes = ["allOf", "if", "dependentSchemas", "not"].some((keyword) => keyword in schema);
  return composes || (describes && joins) || subschemas(schema).some(isComposed);
}

function close(schema: Schema): Schema {
  const closed: Record<string, unknown> = { ...schema };
  for (const [keyword, value] of Object.entries(schema)) {
    if (IN_LISTS.includes(keyword) && Array.isArray(value)) closed[keyword] = value.map(closeAny);
    else if (IN_MAPS.includes(keyword) && isObject(value)) closed[keyword] = closeEach(value);
    else if (DIRECT.includes(keyword)) closed[keyword] = closeAny(value);
  }
  return isOpen(schema) ? { ...closed, additionalProperties: false } : closed;
}

function isOpen(schema: Schema): boolean {
  const isSaid = ["additionalProperties", "unevaluatedProperties", "patternProperties"].some(
    (keyword) => keyword in schema,
  );
  return "properties" in schema && !isSaid;
}

function closeEach(schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, closeAny(one)]));
}

function closeAny(value: unknown): unknown {
  return isObject(value) ? close(value) : value;
}

function subschemas(schema: Schema): Schema[] {
  const found = Object.entries(schema).flatMap(([keyword, value]) => {
    if (IN_LISTS.includes(keyword) && Array.isArray(value)) return value;
    if (IN_MAPS.includes(keyword) && isObject(value)) return Object.values(value);
    return DIRECT.includes(keyword) ? [value] : [];
  });
  return found.filter(isObject);
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
