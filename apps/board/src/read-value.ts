export type Json = Readonly<Record<string, unknown>>;

// Replies come through the host, so nothing is taken for granted about their form.

export function readObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

export function readList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(readObject) : [];
}

export function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function readText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Only pages of the web can be opened. */
export function readUrl(value: unknown): string | null {
  const url = readText(value);
  return url && /^https?:\/\//i.test(url) ? url : null;
}
