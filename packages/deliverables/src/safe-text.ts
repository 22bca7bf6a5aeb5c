const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const MAX_LINK_LENGTH = 2_000;

/** Tags that assistants write for looks alone; documents leave them out. */
export const FORMATTING_TAG =
  /<!--[\s\S]*?-->|<\/?(?:b|i|u|s|p|em|strong|sub|sup|span|div|small|mark|center|font|details|summary)(?:\s[^<>]*)?>/gi;

/** Strips characters that XML forbids or readers cannot see: control characters and lone surrogates. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, "")
    .toWellFormed();
}

export function oneLine(text: string | null, limit = 1_000): string {
  return clip(
    cleanText(text ?? "")
      .replace(/\s+/g, " ")
      .trim(),
    limit,
  );
}

export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Never cut inside a surrogate pair: XML forbids lone surrogates.
  return `${text
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}…`;
}

/** The normalized URL if it is safe to link, else null. */
export function safeLink(address: string | null | undefined): string | null {
  if (!address || address.length > MAX_LINK_LENGTH) return null;
  const trimmed = cleanText(address).trim();
  // A URL without a scheme would resolve relative to the location of the file.
  if (!/^(https?:\/\/|mailto:)/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isSafe = SAFE_PROTOCOLS.has(url.protocol) && url.href.length <= MAX_LINK_LENGTH;
  return isSafe ? url.href.replaceAll("'", "%27") : null;
}
