const MAX_BODY_BYTES = 64 * 1024;

export type Parameters = ReadonlyMap<string, string>;

/** Null when the body is not a form, is too large, or names a field twice. */
export async function readForm(request: Request): Promise<Parameters | null> {
  if (!hasType(request, "application/x-www-form-urlencoded")) return null;
  const text = await readText(request);
  return text === null ? null : singleValues(new URLSearchParams(text));
}

/** The fields of a form by name; a field that is missing, or of an unreadable form, is empty. */
export type Fields = (name: string) => string;

export async function readFields(request: Request): Promise<Fields> {
  const form = await readForm(request);
  return (name) => form?.get(name) ?? "";
}

/** Null when the body is not a JSON object, or is too large. */
export async function readJson(request: Request): Promise<Record<string, unknown> | null> {
  if (!hasType(request, "application/json")) return null;
  const text = await readText(request);
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Null when a name occurs twice: two readers could otherwise take two different values. */
export function singleValues(parameters: URLSearchParams): Parameters | null {
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (values.has(name)) return null;
    values.set(name, value);
  }
  return values;
}

/** A URL of this server to return to; anything else becomes the start page, so that this is no open redirect. */
export function localPath(value: string | null | undefined, publicUrl: string): string {
  if (!value?.startsWith("/") || /[\\\s]/.test(value) || !URL.canParse(value, publicUrl))
    return "/";
  const { origin, pathname, search } = new URL(value, publicUrl);
  return origin === new URL(publicUrl).origin && !pathname.startsWith("//")
    ? pathname + search
    : "/";
}

function hasType(request: Request, type: string): boolean {
  const [given = ""] = (request.headers.get("content-type") ?? "").split(";");
  return given.trim().toLowerCase() === type;
}

async function readText(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
