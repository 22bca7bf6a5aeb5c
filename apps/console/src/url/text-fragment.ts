import { webLink } from "./web-link.ts";

const MAX_WHOLE = 300;
const EDGE_WORDS = 6;

/** A link that makes the browser scroll to the passage; the plain link where there is nothing to scroll to, null if it is none. */
export function textFragmentLink(
  url: string | null | undefined,
  passage: string | null,
): string | null {
  const link = webLink(url);
  const words = (passage ?? "").toWellFormed().split(/\s+/).filter(Boolean);
  if (!link || words.length === 0) return link;
  const whole = words.join(" ");
  const text =
    whole.length <= MAX_WHOLE || words.length <= 2 * EDGE_WORDS
      ? escaped(whole)
      : `${escaped(words.slice(0, EDGE_WORDS).join(" "))},${escaped(words.slice(-EDGE_WORDS).join(" "))}`;
  return `${link}${link.includes("#") ? "" : "#"}:~:text=${text}`;
}

/** A hyphen has a meaning of its own in text fragments. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll("-", "%2D");
}
