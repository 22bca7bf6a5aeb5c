import type { BatchResult } from "../connection/batch.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** After so many failures a chunk is given up; it stays searchable by its words. */
const MAX_ATTEMPTS = 5;
/** Counting more would take longer than searching. */
const MAX_PENDING = 10_000;

export const PENDING = `
  SELECT count(*) AS pending FROM (SELECT FROM indexing_queue WHERE attempts < ${MAX_ATTEMPTS} LIMIT ${MAX_PENDING}) AS waiting`;

export const COUNT_PENDING = defineStatement(PENDING);

/** How many chunks wait for their vectors, up to 10,000. */
export function pendingCount(counted: BatchResult | undefined): number {
  return Number(counted?.rows[0]?.pending ?? 0);
}

export interface ClaimedChunk {
  readonly chunkId: string;
  readonly content: string;
  readonly digest: string;
  /** A chunk of the same text that has a vector of the same model. */
  readonly twinId: string | null;
}

/** The claim of a process that died expires after `lockMs`. */
const CLAIM = defineStatement(`
  WITH picked AS (
    SELECT id FROM indexing_queue
    WHERE attempts < ${MAX_ATTEMPTS} AND (locked_until IS NULL OR locked_until < now())
    ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE indexing_queue AS queue SET locked_until = now() + $2 * interval '1 millisecond', updated_at = now()
    FROM picked WHERE queue.id = picked.id RETURNING queue.chunk_id
  )
  SELECT chunk_id, content, content_digest, (
    SELECT twin.id FROM document_chunk AS twin
    WHERE twin.content_digest = chunk.content_digest AND twin.embedding_model = $3 AND twin.embedding IS NOT NULL
    LIMIT 1
  ) AS twin_id
  FROM claimed JOIN document_chunk AS chunk ON chunk.id = chunk_id`);

/** Claims some of the chunks that have waited longest; no other worker gets them meanwhile. */
export async function claimChunks(
  context: TenantContext,
  { limit, lockMs, model }: { limit: number; lockMs: number; model: string },
): Promise<ClaimedChunk[]> {
  const [claimed] = await context.send([execution(CLAIM, [limit, lockMs, model])], { last: true });
  return (claimed?.rows ?? []).map((row) => ({
    chunkId: String(row.chunk_id),
    content: String(row.content),
    digest: String(row.content_digest),
    twinId: row.twin_id === null ? null : String(row.twin_id),
  }));
}

export interface ChunkVector {
  readonly chunkId: string;
  /** 32-bit floats, little endian. */
  readonly embedding: Buffer;
  readonly signature: string;
}

/** The vector of a chunk that was replaced meanwhile is dropped. */
const SAVE_VECTORS = defineStatement(`
  WITH saved AS (
    UPDATE document_chunk SET embedding = decode(hex, 'hex'), signature = bits::bit(384), embedding_model = $4, updated_at = now()
    FROM unnest($1::text[], $2::text[], $3::text[]) AS vector (chunk_id, hex, bits) WHERE id = chunk_id
  )
  DELETE FROM indexing_queue WHERE chunk_id = ANY($1::text[])`);
const COPY_VECTORS = defineStatement(`
  WITH saved AS (
    UPDATE document_chunk AS chunk SET embedding = twin.embedding, signature = twin.signature,
      embedding_model = twin.embedding_model, updated_at = now()
    FROM unnest($1::text[], $2::text[]) AS pair (chunk_id, twin_id), document_chunk AS twin
    WHERE chunk.id = pair.chunk_id AND twin.id = pair.twin_id AND twin.embedding IS NOT NULL
    RETURNING chunk.id
  )
  DELETE FROM indexing_queue USING saved WHERE chunk_id = saved.id`);
const SAVE_FAILURES = defineStatement(`
  UPDATE indexing_queue AS queue SET attempts = attempts + 1, last_error = left(problem, 1000), updated_at = now(),
    locked_until = now() + (2 ^ attempts) * $3 * interval '1 millisecond'
  FROM unnest($1::text[], $2::text[]) AS failure (chunk_id, problem) WHERE queue.chunk_id = failure.chunk_id`);

export interface EmbeddingOutcome {
  readonly model: string;
  readonly vectors: readonly ChunkVector[];
  readonly twins: readonly { readonly chunkId: string; readonly twinId: string }[];
  readonly failures: readonly { readonly chunkId: string; readonly problem: string }[];
  /** The delay after the first failure; it grows exponentially (backoff). */
  readonly retryMs: number;
}

/** Stores the outcome of claimed chunks in one transaction. */
export async function saveEmbeddingOutcome(
  context: TenantContext,
  { model, vectors, twins, failures, retryMs }: EmbeddingOutcome,
): Promise<void> {
  const saving = execution(SAVE_VECTORS, [
    vectors.map(({ chunkId }) => chunkId),
    vectors.map(({ embedding }) => embedding.toString("hex")),
    vectors.map(({ signature }) => signature),
    model,
  ]);
  const copying = execution(COPY_VECTORS, [
    twins.map(({ chunkId }) => chunkId),
    twins.map(({ twinId }) => twinId),
  ]);
  const failing = execution(SAVE_FAILURES, [
    failures.map(({ chunkId }) => chunkId),
    failures.map(({ problem }) => `${model}: ${problem.replaceAll("\0", "").toWellFormed()}`),
    retryMs,
  ]);
  await context.send(
    [
      ...(vectors.length > 0 ? [saving] : []),
      ...(twins.length > 0 ? [copying] : []),
      ...(failures.length > 0 ? [failing] : []),
    ],
    { last: true },
  );
}

/** Bounded, so that a large organization changes its model in small steps. */
const REQUEUE = defineStatement(`
  INSERT INTO indexing_queue (organization_id, id, chunk_id)
  SELECT $1, id, id FROM document_chunk AS chunk
  WHERE signature IS NOT NULL AND (embedding_model < $2 OR embedding_model > $2)
    AND NOT EXISTS (SELECT FROM indexing_queue AS queue WHERE queue.chunk_id = chunk.id)
  LIMIT $3
  ON CONFLICT (organization_id, chunk_id) DO NOTHING`);
/** Another model may succeed where the previous one failed. */
const RESET_ATTEMPTS = defineStatement(`
  UPDATE indexing_queue SET attempts = 0, locked_until = NULL, last_error = NULL, updated_at = now()
  WHERE attempts >= ${MAX_ATTEMPTS} AND NOT starts_with(last_error, $1 || ': ')`);

/** Queues chunks that have the vector of another model, and returns their number; the limit means there may be more. */
export async function requeueOtherModels(
  context: TenantContext,
  { model, limit }: { model: string; limit: number },
): Promise<number> {
  const { organizationId } = context.tenant;
  const [, queued] = await context.send(
    [execution(RESET_ATTEMPTS, [model]), execution(REQUEUE, [organizationId, model, limit])],
    { last: true },
  );
  return queued?.rowCount ?? 0;
}

const NEXT_RETRY = defineStatement(`
  SELECT extract(epoch FROM min(locked_until) - now()) * 1000 AS wait_ms FROM indexing_queue WHERE attempts < ${MAX_ATTEMPTS}`);

/** The time until the next queued chunk may be retried; null when the queue is empty. */
export async function nextRetryMs(context: TenantContext): Promise<number | null> {
  const [read] = await context.send([execution(NEXT_RETRY)], { last: true });
  const wait = read?.rows[0]?.wait_ms ?? null;
  return wait === null ? null : Math.max(0, Number(wait));
}
