/** A marker of a text that assistants write: `[src:7]`, `[src:7#q2]`, `[clm:7]` or `[own]`. */
export type Citation =
  | { readonly kind: "source"; readonly ref: string; readonly quote: number | null }
  | { readonly kind: "claim"; readonly ref: string }
  | { readonly kind: "own" };

/** Also the forms that are as clear: `[[src:7]]`, `[^src:7]`, `[src:7, 9]`, `[clm:c7]`. */
const MARKER = /\[{1,2}\^?(src|clm):\s{0,3}([^[\]\n]{1,500})\]{1,2}|\[own\]/gi;
const MAX_REFS = 20;

/** Splits a text at its markers: the words between them, and what each marker cites. */
export function splitCitations(text: string): (string | readonly Citation[])[] {
  const parts: (string | readonly Citation[])[] = [];
  let end = 0;
  for (const marker of text.matchAll(MARKER)) {
    if (marker.index > end) parts.push(text.slice(end, marker.index));
    parts.push(citationsIn(marker[1]?.toLowerCase(), marker[2] ?? ""));
    end = marker.index + marker[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

export function withoutCitations(text: string): string {
  return text.replace(MARKER, "");
}

/** Each reference may repeat the prefix of the marker, or name the other kind: `[src:7, clm:9]`. */
function citationsIn(kind: string | undefined, list: string): Citation[] {
  if (kind === undefined) return [{ kind: "own" }];
  return list
    .split(/[,;]/, MAX_REFS)
    .map((part) => /^\s*(?:(src|clm):)?\s*(.*)$/is.exec(part) ?? [])
    .map(([, prefix, ref = ""]) => ({ kind: prefix?.toLowerCase() ?? kind, ref: ref.trim() }))
    .filter(({ ref }) => ref !== "")
    .map((cited) => (cited.kind === "clm" ? claimOf(cited.ref) : sourceOf(cited.ref)));
}

function claimOf(ref: string): Citation {
  return { kind: "claim", ref: ref.replace(/^c(?=\d+$)/i, "") };
}

function sourceOf(ref: string): Citation {
  const [, id = ref, quote] = /^([^#]*)#q(\d{1,6})$/i.exec(ref) ?? [];
  return { kind: "source", ref: id.trim(), quote: quote === undefined ? null : Number(quote) };
}
