import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { SourceKey } from "./indexing-rows.ts";
import { rowsOf } from "./rows-of.ts";
import { BASE, SCALE, type TermWeights } from "./weighted-terms.ts";

/**
 * The chunks of the sources, and their postings of the terms. Lists of values rather than a join: the index is read once, in
 * its order, and only where one of the chunks may be.
 */
const READ_MENTIONS = defineStatement(`
  WITH part AS MATERIALIZED (
    SELECT id, number FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS source (source_table, source_id, number)
    CROSS JOIN LATERAL (
      SELECT id FROM document_chunk AS chunk
      WHERE chunk.source_table = source.source_table AND chunk.source_id = source.source_id OFFSET 0
    ) AS chunk
  ), mention AS (
    SELECT chunk_id, array_position($3::text[], term) AS term_number, tf, dl FROM posting
    WHERE term = ANY($3::text[]) AND chunk_id = ANY(ARRAY(SELECT id FROM part))
  )
  SELECT (SELECT string_agg(concat_ws(' ', id, number), ' ') FROM part) AS parts,
    (SELECT string_agg(concat_ws(' ', chunk_id, term_number, tf, dl), ' ') FROM mention) AS mentions`);

/** BM25 of each source for the words of a query, in the same order; 0 where it has none of them. */
export async function scoreSources(
  context: TenantContext,
  { weights, sources }: { weights: TermWeights; sources: readonly SourceKey[] },
): Promise<number[]> {
  if (sources.length === 0 || weights.terms.length === 0) return sources.map(() => 0);
  const [read] = await context.send([
    execution(READ_MENTIONS, [
      sources.map(({ sourceTable }) => sourceTable),
      sources.map(({ sourceId }) => sourceId),
      weights.terms.map(({ term }) => term),
    ]),
  ]);
  return wholeTexts(read?.rows[0], sources.length).map((text) => scoreOf(text, weights));
}

/** A source as one text made of all its chunks. */
interface WholeText {
  chunkCount: number;
  /** Of the chunks that have a term of the query. */
  readonly lengths: Map<string, number>;
  /** By the index of the term. */
  readonly frequencies: Map<number, number>;
}

function wholeTexts(lists: Record<string, unknown> | undefined, count: number): WholeText[] {
  const texts = Array.from({ length: count }, newText);
  const textOf = new Map<string, WholeText>();
  for (const [chunkId = "", number] of rowsOf(lists?.parts, 2)) {
    const text = texts[Number(number) - 1];
    if (!text) continue;
    text.chunkCount += 1;
    textOf.set(chunkId, text);
  }
  for (const [chunkId = "", number, tf, dl] of rowsOf(lists?.mentions, 4)) {
    const text = textOf.get(chunkId);
    if (!text) continue;
    text.lengths.set(chunkId, Number(dl));
    const index = Number(number) - 1;
    text.frequencies.set(index, (text.frequencies.get(index) ?? 0) + Number(tf));
  }
  return texts;
}

function newText(): WholeText {
  return { chunkCount: 0, lengths: new Map(), frequencies: new Map() };
}

/** Chunks without any term of the query count with the mean length, so that they need not be read. */
function scoreOf({ chunkCount, lengths, frequencies }: WholeText, weights: TermWeights): number {
  let known = 0;
  for (const own of lengths.values()) known += own;
  const length = known + (chunkCount - lengths.size) * weights.meanLength;
  let score = 0;
  for (const [index, tf] of frequencies) {
    const weight = weights.terms[index]?.weight ?? 0;
    score += Math.round((weight * tf) / (tf + BASE + weights.slope * length));
  }
  return score / SCALE;
}
