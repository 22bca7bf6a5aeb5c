import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface ClaimedCapture {
  readonly key: string;
  readonly url: string;
  /** Those before this one. */
  readonly attempts: number;
}

/** A page that was read within the last day is not read again. */
const QUEUE = defineStatement(`
  INSERT INTO capture_job (organization_id, id, key, url)
  SELECT DISTINCT ON (source.key) $1, 'job_' || source.id, source.key, source.url
  FROM research_source AS source
  WHERE source.id = ANY($2::text[]) AND source.url ~* '^https?://' AND NOT EXISTS (
    SELECT FROM source_capture AS capture WHERE capture.key = source.key AND capture.captured_by = 'server'
      AND capture.fetched_at > now() - interval '1 day')
  ON CONFLICT (organization_id, key) DO NOTHING`);

/** To be sent with what stores the sources, so that no kill between the two can lose the job. */
export function queueCaptures({ tenant }: TenantContext, sourceIds: readonly string[]): Execution {
  return execution(QUEUE, [tenant.organizationId, sourceIds]);
}

/** The lock of a process that died expires after `lockMs`. */
const CLAIM = defineStatement(`
  WITH picked AS (
    SELECT id FROM capture_job WHERE locked_until IS NULL OR locked_until < now()
    ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE capture_job AS job SET locked_until = now() + $2 * interval '1 millisecond', updated_at = now()
  FROM picked WHERE job.id = picked.id RETURNING job.key, job.url, job.attempts`);

/** Claims some of the jobs that have waited longest; no other worker gets them meanwhile. */
export async function claimCaptureJobs(
  context: TenantContext,
  { limit, lockMs }: { readonly limit: number; readonly lockMs: number },
): Promise<ClaimedCapture[]> {
  const [claimed] = await context.send([execution(CLAIM, [limit, lockMs])], { last: true });
  return rowsOf(claimed);
}

const DELAY = defineStatement(`
  UPDATE capture_job AS job SET attempts = job.attempts + 1, last_error = left(delay.problem, 1000), updated_at = now(),
    locked_until = now() + delay."waitMs" * interval '1 millisecond'
  FROM jsonb_to_recordset($1::jsonb) AS delay (key text, "waitMs" double precision, problem text)
  WHERE job.key = delay.key`);

/** Puts claimed jobs back after an attempt that failed. */
export async function delayCaptureJobs(
  context: TenantContext,
  delays: readonly { readonly key: string; readonly waitMs: number; readonly problem: string }[],
): Promise<void> {
  if (delays.length === 0) return;
  const stored = delays.map((delay) => ({
    ...delay,
    problem: delay.problem.replaceAll("\0", "").toWellFormed(),
  }));
  await context.send([execution(DELAY, [JSON.stringify(stored)])], { last: true });
}

// A page that could not be read is tried again much later; nobody waits for that.
const PENDING = defineStatement(
  "SELECT key FROM capture_job WHERE key = ANY($1::text[]) AND attempts = 0",
);

/** Those of the keys whose page was not tried yet. */
export async function pendingCaptureKeys(
  context: TenantContext,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(context, execution(PENDING, [keys]));
  return rows.map(({ key }) => key);
}

const NEXT = defineStatement(
  "SELECT extract(epoch FROM min(coalesce(locked_until, now())) - now()) * 1000 AS wait_ms FROM capture_job",
);

/** The time until the next job may be tried; null when there is none. */
export async function nextCaptureMs(context: TenantContext): Promise<number | null> {
  const [row] = await queryRows<{ wait_ms: unknown }>(context, execution(NEXT));
  const wait = row?.wait_ms ?? null;
  return wait === null ? null : Math.max(0, Number(wait));
}
