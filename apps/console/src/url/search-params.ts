/** The query string as plain text: lists are joined by commas, nothing is JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") parameters.set(name, text);
  }
  // Commas need no escaping, and are easier to read.
  const text = parameters.toString().replaceAll("%2C", ",");
  return text ? `?${text}` : "";
}

/** The known values of a list parameter; undefined rather than an empty list. */
export function listOf<Value extends string>(
  value: unknown,
  known: readonly Value[],
): Value[] | undefined {
  const names = Array.isArray(value) ? value : String(value ?? "").split(",");
  const chosen = known.filter((name) => names.includes(name));
  return chosen.length > 0 ? chosen : undefined;
}

export function oneOf<Value extends string>(
  value: unknown,
  known: readonly Value[],
): Value | undefined {
  return known.find((name) => name === value);
}

export function textOf(value: unknown, maxLength = 200): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, maxLength) : undefined;
}
