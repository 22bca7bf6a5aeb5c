/** A chunk with what each leg says about it; null where a leg does not know it. */
export interface Candidate {
  readonly chunkId: string;
  /** The source it belongs to, as one text. */
  readonly source: string;
  readonly keyword: number;
  readonly semantic: number | null;
  readonly inSemantic: boolean;
}

export interface RankedSource {
  readonly source: string;
  readonly score: number;
  readonly bestChunkId: string;
  readonly inKeyword: boolean;
  readonly inSemantic: boolean;
}

/** What a source's further chunks add to its best one. */
const FURTHER_SHARE = 0.3;
const FURTHER_CHUNKS = 2;

/**
 * One list of sources out of both legs. Scores of different kinds are made comparable by how far they
 * lie from the candidates' mean; both count alike. The order never depends on that of the candidates.
 */
export function rankSources(candidates: readonly Candidate[]): RankedSource[] {
  // Adding in another order would give another last digit.
  const ordered = candidates.toSorted((one, other) => compareTexts(one.chunkId, other.chunkId));
  const keyword = standardize(ordered.map((candidate) => candidate.keyword));
  const semantic = standardize(ordered.map((candidate) => candidate.semantic));
  const bySource = new Map<string, { candidate: Candidate; score: number }[]>();
  for (const [index, candidate] of ordered.entries()) {
    const scored = { candidate, score: fuse(keyword[index] ?? 0, semantic[index] ?? null) };
    const others = bySource.get(candidate.source);
    if (others) others.push(scored);
    else bySource.set(candidate.source, [scored]);
  }
  return [...bySource]
    .map(([source, chunks]) => rankSource(source, chunks))
    .sort((one, other) => other.score - one.score || compareTexts(one.source, other.source));
}

function rankSource(
  source: string,
  chunks: { candidate: Candidate; score: number }[],
): RankedSource {
  const [best, ...further] = chunks.toSorted((one, other) => other.score - one.score);
  const next = further.slice(0, FURTHER_CHUNKS).map(({ score }) => score);
  return {
    source,
    score: (best?.score ?? 0) + FURTHER_SHARE * meanOf(next),
    bestChunkId: best?.candidate.chunkId ?? "",
    inKeyword: chunks.some(({ candidate }) => candidate.keyword > 0),
    inSemantic: chunks.some(({ candidate }) => candidate.inSemantic),
  };
}

/** Each value as its distance from the mean in standard deviations; unknown ones stay unknown. */
function standardize(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  const mean = meanOf(known);
  const deviation = Math.sqrt(meanOf(known.map((value) => (value - mean) ** 2)));
  return values.map((value) => {
    if (value === null) return null;
    return deviation > 0 ? (value - mean) / deviation : 0;
  });
}

/** Where the vector is still missing, the words alone decide. */
function fuse(keyword: number, semantic: number | null): number {
  return semantic === null ? keyword : (keyword + semantic) / 2;
}

function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
