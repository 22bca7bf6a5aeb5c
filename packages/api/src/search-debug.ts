import {
  findByLegs,
  readChunks,
  readChunkTitles,
  type SearchFilter,
  type TenantContext,
} from "@trovella/db";
import { type Meaning, search } from "@trovella/search";

/** So many chunks with similar sign bits are compared exactly, as in every search. */
const FIRST_PASS = 400;
const CANDIDATES = 200;

interface DebugQuery {
  readonly query: string;
  readonly limit: number;
  readonly filter: SearchFilter;
}

/** How a search came about: what each leg found, chunk by chunk, and what became of it. It ends the transaction. */
export async function debugSearch(
  context: TenantContext,
  meaning: Meaning | null,
  { query, limit, filter }: DebugQuery,
) {
  const startedAt = performance.now();
  const signs = meaning && { model: meaning.model, signature: signsOf(meaning), limit: FIRST_PASS };
  const legs = await findByLegs(context, { text: query, filter, limit: CANDIDATES, signs });
  const near = meaning
    ? await compare(context, meaning, [...legs.near.keys()])
    : new Map<string, number>();
  const keyword = best(legs.keyword, limit);
  const semantic = best(near, limit);
  const titles = await readChunkTitles(context, [
    ...new Set([...keyword, ...semantic].map(([id]) => id)),
  ]);
  const legsMs = performance.now() - startedAt;
  const listed = (entries: [string, number][]) =>
    entries.flatMap(([chunkId, score], index) => {
      const title = titles.get(chunkId);
      return title ? [{ rank: index + 1, score: rounded(score), ...title }] : [];
    });
  const fused = await search(context, meaning, { query, limit, ...filter });
  return {
    terms: legs.terms,
    queryType: fused.queryType,
    legs: fused.legs,
    model: meaning?.model ?? null,
    indexing: fused.indexing,
    timesMs: { legs: rounded(legsMs), fused: rounded(performance.now() - startedAt - legsMs) },
    keyword: listed(keyword),
    semantic: listed(semantic),
    fused: fused.results.map((hit, index) => ({ rank: index + 1, ...hit })),
  };
}

/** Vectors of another size than the signature have signs that only the search itself can make. */
function signsOf({ vector }: Meaning): string {
  const bits = Array.from(vector, (value) => (value > 0 ? "1" : "0")).join("");
  return bits.padEnd(384, "0").slice(0, 384);
}

async function compare(context: TenantContext, { vector, model }: Meaning, chunkIds: string[]) {
  const chunks = await readChunks(context, { chunkIds, model });
  const scores = new Map<string, number>();
  for (const { id, embedding } of chunks) {
    if (embedding) scores.set(id, similarity(vector, embedding));
  }
  return scores;
}

function similarity(vector: Float32Array, embedding: Buffer): number {
  if (embedding.length !== vector.length * 4) return 0;
  return vector.reduce((sum, value, index) => sum + value * embedding.readFloatLE(index * 4), 0);
}

function best(scores: ReadonlyMap<string, number>, limit: number): [string, number][] {
  return [...scores]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, limit);
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
