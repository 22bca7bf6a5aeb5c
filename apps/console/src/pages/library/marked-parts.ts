export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
  /** Where it begins, which tells it from every other part. */
  readonly start: number;
}

/** A passage of a search in parts: what stands between two asterisks was searched for. */
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
