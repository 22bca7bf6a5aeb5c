export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
  /** The offset in the snippet; unique among its parts. */
  readonly start: number;
}

/** Splits a snippet at its matches, which the API marks with `**`. */
export function markedParts(snippet: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: marked, 1: text = "", index } of snippet.matchAll(/\*\*(\S.*?)\*\*/g)) {
    if (index > end) parts.push({ text: snippet.slice(end, index), isMarked: false, start: end });
    parts.push({ text, isMarked: true, start: index });
    end = index + marked.length;
  }
  if (end < snippet.length) parts.push({ text: snippet.slice(end), isMarked: false, start: end });
  return parts;
}
