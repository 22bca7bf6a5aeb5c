const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const MAX_LINK_LENGTH = 2_000;

/** The text without what XML forbids or readers cannot see: control characters and halves of pairs. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, "")
    .toWellFormed();
}

/** The text on one line, at most `limit` characters long. */
export function oneLine(text: string | null, limit = 1_000): string {
  return clip(
    cleanText(text ?? "")
      .replace(/\s+/g, " ")
      .trim(),
    limit,
  );
}

/** At most `limit` characters; what was cut shows as an ellipsis. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // A cut between the halves of a pair would leave a character that XML forbids.
  return `${text
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}…`;
}

/** The address in its normal form if a reader may safely follow it, else null. */
export function safeLink(address: string | null | undefined): string | null {
  if (!address || address.length > MAX_LINK_LENGTH) return null;
  const trimmed = cleanText(address).trim();
  // Without a scheme it would be read relative to wherever the file happens to lie.
  if (!/^(https?:\/\/|mailto:)/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isSafe = SAFE_PROTOCOLS.has(url.protocol) && url.href.length <= MAX_LINK_LENGTH;
  return isSafe ? url.href.replaceAll("'", "%27") : null;
}
