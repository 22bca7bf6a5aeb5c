const MAX_TEXT = 500;
const MAX_DEPTH = 5;
const MAX_ENTRIES = 10;
const MAX_KEYS = 50;
const MAX_TOTAL = 20_000;

/** Arguments or a reply as the call log keeps them: their shape, with long texts left out. */
export function callMetadata(value: object): string {
  const json = JSON.stringify(shorten(value, 0));
  return json.length <= MAX_TOTAL ? json : JSON.stringify({ truncated: `[${json.length} chars]` });
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > MAX_TEXT ? `[${value.length} chars]` : value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return Array.isArray(value) ? "[array]" : "[object]";
  return Array.isArray(value) ? shortenList(value, depth) : shortenObject(value, depth);
}

function shortenList(values: readonly unknown[], depth: number): unknown[] {
  const kept = values.slice(0, MAX_ENTRIES).map((value) => shorten(value, depth + 1));
  const left = values.length - kept.length;
  return left > 0 ? [...kept, `...[${left} more]`] : kept;
}

function shortenObject(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, MAX_KEYS)
    .map(([key, entry]) => [key.slice(0, MAX_TEXT), shorten(entry, depth + 1)]);
  const left = entries.length - kept.length;
  return Object.fromEntries(left > 0 ? [...kept, ["...", `[${left} more]`]] : kept);
}
