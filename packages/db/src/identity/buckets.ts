import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";

export interface BucketRequest {
  readonly bucket: string;
  /** What it holds when it is full, and what flows in within a minute. */
  readonly perMinute: number;
  readonly portion: number;
}

export interface TakenTokens {
  readonly granted: number;
  readonly level: number;
}

/**
 * By the database's clock, since those of the processes differ. The row that would be new carries the wish: what it
 * holds and what it grants are together what the bucket holds when it is full. All take in the same order of keys,
 * so that none waits for another in a circle.
 */
const TAKE = `
  INSERT INTO public.rate_bucket AS bucket (key, level, granted, updated_at)
  SELECT key, per_minute - portion, portion, clock_timestamp()
  FROM unnest($1::text[], $2::float8[], $3::int[]) AS wish (key, per_minute, portion) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET (level, granted, updated_at) = (
    SELECT filled - least(excluded.granted, floor(filled)), least(excluded.granted, floor(filled)),
      greatest(bucket.updated_at, excluded.updated_at)
    FROM (SELECT least(capacity, bucket.level + capacity *
        greatest(0, extract(epoch FROM excluded.updated_at - bucket.updated_at)::float8) / 60) AS filled
      FROM (SELECT excluded.level + excluded.granted AS capacity) AS full_bucket) AS now_in_it)
  RETURNING key, granted, level`;

/** Takes up to a portion out of each bucket, in one statement. */
export function takeTokens(
  database: Database,
  wishes: readonly BucketRequest[],
): Promise<readonly TakenTokens[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(TAKE, [
      wishes.map(({ bucket }) => bucket),
      wishes.map(({ perMinute }) => perMinute),
      wishes.map(({ portion }) => portion),
    ]);
    const byKey = new Map(rows.map(({ key, ...taken }) => [key, taken as TakenTokens]));
    return wishes.map(({ bucket }) => byKey.get(bucket) ?? { granted: 0, level: 0 });
  });
}

/** A bucket that nobody took from for some minutes is full, as one is that is not there. */
export function forgetFullBuckets(database: Database): Promise<void> {
  return withIdentityClient(database, async (client) => {
    await client.query(`
      DELETE FROM public.rate_bucket WHERE key IN (
        SELECT key FROM public.rate_bucket WHERE updated_at < now() - interval '5 minutes' LIMIT 10000 FOR UPDATE SKIP LOCKED)`);
  });
}
