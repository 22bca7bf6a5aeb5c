/** A stretch of a quote beside its source: in both, in one of them, or left out by an ellipsis. */
export interface DifferencePart {
  readonly kind: "same" | "quote" | "source" | "elided";
  readonly text: string;
}

const MAX_WORDS = 1_200;
const ELLIPSIS = /^[[(]?(?:…|\.{3,})[\])]?$/;

/** What of a quote its source does not have, and what of the source the quote lacks, word by word. */
export function quoteDifference(quote: string, source: string): DifferencePart[] {
  const own = wordsOf(quote);
  const other = wordsOf(source);
  const lengths = commonLengths(own.map(keyOf), other.map(keyOf));
  const parts: DifferencePart[] = [];
  let gap = { quote: [] as string[], source: [] as string[] };
  const endGap = () => {
    parts.push(...gapParts(gap));
    gap = { quote: [], source: [] };
  };
  let [at, there] = [0, 0];
  while (at < own.length || there < other.length) {
    const [word = "", word2 = ""] = [own[at], other[there]];
    if (at < own.length && there < other.length && keyOf(word) === keyOf(word2)) {
      endGap();
      parts.push({ kind: "same", text: word2 });
      at++;
      there++;
    } else if (
      at < own.length &&
      (lengths[at + 1]?.[there] ?? 0) >= (lengths[at]?.[there + 1] ?? 0)
    ) {
      gap.quote.push(word);
      at++;
    } else {
      gap.source.push(word2);
      there++;
    }
  }
  endGap();
  return joined(parts);
}

function gapParts(gap: { readonly quote: string[]; readonly source: string[] }): DifferencePart[] {
  const isElided = gap.quote.some((word) => ELLIPSIS.test(word));
  const wrong = gap.quote.filter((word) => !ELLIPSIS.test(word)).join(" ");
  const right = gap.source.join(" ");
  const parts: DifferencePart[] = [
    { kind: "quote", text: wrong },
    { kind: isElided ? "elided" : "source", text: right },
  ];
  return parts.filter(({ text }) => text !== "");
}

function joined(parts: readonly DifferencePart[]): DifferencePart[] {
  const runs: DifferencePart[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last?.kind === part.kind) {
      runs[runs.length - 1] = { kind: part.kind, text: `${last.text} ${part.text}` };
    } else runs.push(part);
  }
  return runs;
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([[(]?(?:…|\.{3,})[\])]?)/g, " $1 ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

/** Punctuation and case do not count; what has nothing else stays itself. */
function keyOf(word: string): string {
  const folded = word.normalize("NFKC").toLowerCase();
  return folded.replace(/[^\p{L}\p{N}%€$£+<>=-]/gu, "") || folded;
}

/** For each pair of ends, how many words both have in common from there on. */
function commonLengths(own: readonly string[], other: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: own.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let at = own.length - 1; at >= 0; at--) {
    const [row, below] = [lengths[at], lengths[at + 1]];
    if (!row || !below) continue;
    for (let there = other.length - 1; there >= 0; there--) {
      row[there] =
        own[at] === other[there]
          ? (below[there + 1] ?? 0) + 1
          : Math.max(below[there] ?? 0, row[there + 1] ?? 0);
    }
  }
  return lengths;
}
