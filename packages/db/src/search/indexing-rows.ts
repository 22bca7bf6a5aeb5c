import { randomBytes } from "node:crypto";
import type { BatchResult } from "../connection/batch.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { Chunk } from "./chunk-text.ts";
import type { SearchedText } from "./search-texts.ts";

export type SourceKey = Pick<SearchedText, "sourceTable" | "sourceId">;

/**
 * Serializes the writers of an organization. Common words are in every text, so they would wait for each other's rows
 * anyway; a single lock avoids deadlocks.
 */
const LOCK = defineStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 4739))");

/**
 * Removes the chunks that the new text does not have at the same position, and the source from all counts of sources;
 * returns the terms that are no longer used.
 */
const REMOVE = defineStatement(`
  WITH known AS MATERIALIZED (
    SELECT id, ($4::text[])[position + 1] IS DISTINCT FROM content_digest AS is_stale
    FROM document_chunk WHERE source_table = $2 AND source_id = $3
  ), stale AS (
    DELETE FROM document_chunk WHERE id = ANY(ARRAY(SELECT id FROM known WHERE is_stale)) RETURNING id
  ), removed AS (
    DELETE FROM posting USING stale WHERE chunk_id = stale.id RETURNING chunk_id, dl
  ), corpus AS (
    UPDATE corpus_stat SET updated_at = now(), source_count = source_count - 1,
      chunk_count = chunk_count - (SELECT count(*) FROM stale),
      total_length = total_length - (SELECT coalesce(sum(dl), 0) FROM (SELECT DISTINCT chunk_id, dl FROM removed) AS lengths)
    WHERE EXISTS (SELECT FROM known)
  ), terms AS (
    INSERT INTO term_stat (organization_id, term, chunk_count, source_count)
    SELECT $1, term, -count(*) FILTER (WHERE chunk_id IN (SELECT id FROM known WHERE is_stale)), -1
    FROM posting WHERE chunk_id = ANY(ARRAY(SELECT id FROM known)) GROUP BY term
    ON CONFLICT (organization_id, term) DO UPDATE SET chunk_count = term_stat.chunk_count + excluded.chunk_count,
      source_count = term_stat.source_count + excluded.source_count
    RETURNING term, chunk_count
  )
  SELECT term FROM terms WHERE chunk_count <= 0`);

const DELETE_TERMS = defineStatement(
  "DELETE FROM term_stat WHERE term = ANY($1::text[]) AND chunk_count <= 0",
);

const INSERT = defineStatement(`
  WITH kept AS MATERIALIZED (
    SELECT id FROM document_chunk WHERE source_table = $2 AND source_id = $3
  ), chunk AS (
    INSERT INTO document_chunk (organization_id, id, source_table, source_id, position, content, content_digest)
    SELECT $1, id, $2, $3, number - 1, content, digest
    FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS new (id, content, digest, number)
    ON CONFLICT (organization_id, source_table, source_id, position) DO NOTHING
    RETURNING id, content
  ), queued AS (
    INSERT INTO indexing_queue (organization_id, id, chunk_id) SELECT $1, id, id FROM chunk
  ), term AS MATERIALIZED (
    SELECT id, lexeme, cardinality(positions) AS tf FROM chunk, unnest(to_tsvector('english', content))
  ), posted AS (
    INSERT INTO posting (organization_id, term, chunk_id, tf, dl)
    SELECT $1, lexeme, id, tf, sum(tf) OVER (PARTITION BY id) FROM term
  ), counted AS (
    INSERT INTO term_stat (organization_id, term, chunk_count, source_count)
    SELECT $1, lexeme, sum(chunks), 1 FROM (
      SELECT lexeme, 1 AS chunks FROM term
      UNION ALL SELECT posting.term, 0 FROM posting WHERE chunk_id = ANY(ARRAY(SELECT id FROM kept))
    ) AS mention GROUP BY lexeme
    ON CONFLICT (organization_id, term) DO UPDATE SET chunk_count = term_stat.chunk_count + excluded.chunk_count,
      source_count = term_stat.source_count + 1
  )
  INSERT INTO corpus_stat (organization_id, chunk_count, source_count, total_length)
  SELECT $1, (SELECT count(*) FROM chunk), 1, (SELECT coalesce(sum(tf), 0) FROM term)
  ON CONFLICT (organization_id) DO UPDATE SET chunk_count = corpus_stat.chunk_count + excluded.chunk_count,
    source_count = corpus_stat.source_count + 1, total_length = corpus_stat.total_length + excluded.total_length, updated_at = now()`);

export interface IndexedSource extends SourceKey {
  readonly chunks: readonly Chunk[];
}

/**
 * Replaces the index rows of the sources, within the caller's transaction and in one round trip. Existing chunks stay as
 * they are, with their vectors; new ones are queued for theirs. `first` is sent before, in the same round trip.
 */
export async function saveIndexRows(
  context: TenantContext,
  sources: readonly IndexedSource[],
  first: readonly Execution[] = [],
): Promise<BatchResult[]> {
  const { organizationId } = context.tenant;
  const writes = sources.flatMap(({ sourceTable, sourceId, chunks }) => {
    const ids = newChunkIds(chunks.length);
    const digests = chunks.map(({ digest }) => digest);
    const contents = chunks.map(({ content }) => content);
    return [
      execution(REMOVE, [organizationId, sourceTable, sourceId, digests]),
      execution(INSERT, [organizationId, sourceTable, sourceId, ids, contents, digests]),
    ];
  });
  const results = await context.send([...first, execution(LOCK, [organizationId]), ...writes]);
  const removed = results.slice(first.length + 1).filter((_, index) => index % 2 === 0);
  await deleteTerms(
    context,
    removed.flatMap(({ rows }) => rows),
  );
  return results.slice(0, first.length);
}

/** Removes the source from the index. */
export async function removeIndexRows(context: TenantContext, source: SourceKey): Promise<void> {
  const { organizationId } = context.tenant;
  const [, removed] = await context.send([
    execution(LOCK, [organizationId]),
    execution(REMOVE, [organizationId, source.sourceTable, source.sourceId, []]),
  ]);
  await deleteTerms(context, removed?.rows ?? []);
}

/** The words of a deleted text must not remain. */
async function deleteTerms(
  context: TenantContext,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return;
  await context.send([execution(DELETE_TERMS, [rows.map(({ term }) => String(term))])]);
}

const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SORTED = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const RANDOM_BYTES = 6;

/**
 * Time-ordered like all ids, but short, since each is in about a hundred postings. Those of one call count up from a
 * random number, so that they cannot collide with each other.
 */
export function newChunkIds(count: number, now = Date.now()): string[] {
  const first = randomBytes(RANDOM_BYTES).readUIntBE(0, RANDOM_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const bytes = Buffer.alloc(2 * RANDOM_BYTES);
    bytes.writeUIntBE(now, 0, RANDOM_BYTES);
    bytes.writeUIntBE((first + index) % 2 ** (8 * RANDOM_BYTES), RANDOM_BYTES, RANDOM_BYTES);
    const text = bytes.toString("base64url");
    return `c${text.replace(/./g, (character) => SORTED[STANDARD.indexOf(character)] ?? "")}`;
  });
}
