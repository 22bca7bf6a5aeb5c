/** Larger than any form or registration of ours. */
const MAX_BODY_BYTES = 64 * 1024;

export type Parameters = ReadonlyMap<string, string>;

/** The fields of a form; null when it is none, is too large, or names a field twice. */
export async function readForm(request: Request): Promise<Parameters | null> {
  if (!hasType(request, "application/x-www-form-urlencoded")) return null;
  const text = await readText(request);
  return text === null ? null : singleValues(new URLSearchParams(text));
}

/** The object in a JSON body; null when there is none. */
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

/** Null when a name comes twice: two readers could otherwise take two different values. */
export function singleValues(parameters: URLSearchParams): Parameters | null {
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (values.has(name)) return null;
    values.set(name, value);
  }
  return values;
}

/** An address of our own, for going back to; anything else becomes the start page. */
export function localPath(value: string | null | undefined, publicUrl: string): string {
  if (!value?.startsWith("/") || /[\\\s]/.test(value) || !URL.canParse(value, publicUrl))
    return "/";
  const { origin, pathname, search } = new URL(value, publicUrl);
  return origin === new URL(publicUrl).origin && !pathname.startsWith("//")
    ? pathname + search
    : "/";
}

export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [key = "", ...value] = part.split("=");
    if (key.trim() === name) return decoded(value.join("=").trim());
  }
  return null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
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
