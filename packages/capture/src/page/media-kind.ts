export type MediaKind = "html" | "xml" | "text" | "pdf" | "docx";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const UNTOLD = ["", "application/octet-stream", "binary/octet-stream", "application/unknown"];
const TEXTS = ["application/json", "application/x-ndjson", "application/markdown"];

/** How the body of a response is read; null when it is no text. The start of the body decides where the type says little. */
export function mediaKind(contentType: string, start: Uint8Array): MediaKind | null {
  const type = typeOf(contentType);
  const head = Buffer.from(start.subarray(0, 1_024)).toString("latin1");
  if (!mayBeText(contentType)) return null;
  if (head.startsWith("%PDF-")) return "pdf";
  if (/^application\/(x-)?pdf$/.test(type)) return null;
  if (type === DOCX) return head.startsWith("PK") ? "docx" : null;
  if (/^(text\/html|application\/xhtml\+xml)$/.test(type)) return "html";
  if (UNTOLD.includes(type)) return guessed(head, type === "");
  // A text has no zero bytes, except in UTF-16, which begins with a mark.
  if (head.includes("\0") && !/^(\xff\xfe|\xfe\xff)/.test(head)) return null;
  return /(^(text|application)\/xml|\+xml)$/.test(type) ? "xml" : "text";
}

/** By the type alone: whether it is worth reading the body. */
export function mayBeText(contentType: string): boolean {
  const type = typeOf(contentType);
  return (
    /^text\/|^application\/((x-)?pdf|xml|xhtml\+xml|[\w.+-]+\+(xml|json))$/.test(type) ||
    TEXTS.includes(type) ||
    type === DOCX ||
    UNTOLD.includes(type)
  );
}

/** Of `text/html; charset="utf-8"`. */
export function charsetOf(contentType: string): string | null {
  const [, charset] = /;\s*charset\s*=\s*["']?\s*([\w:-]{1,40})/i.exec(contentType) ?? [];
  return charset ?? null;
}

function typeOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function guessed(head: string, hasNoType: boolean): MediaKind | null {
  if (/^(\xef\xbb\xbf)?\s*(<!--.{0,500}?-->\s*)?<(!doctype html|html)\b/is.test(head))
    return "html";
  return hasNoType && head !== "" && !head.includes("\0") ? "text" : null;
}
