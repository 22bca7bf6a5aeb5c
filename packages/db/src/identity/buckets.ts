import type { Database } from "../connection/database.ts";
import { repeatIdentityWork, withIdentityClient } from "../connection/identity-client.ts";

export interface BucketRequest {
  readonly bucket: string;
  /** The capacity, which is also the refill of a minute. */
  readonly perMinute: number;
  readonly portion: number;
}

export interface TakenTokens {
  readonly granted: number;
  readonly level: number;
}

/**
 * By the database's clock, since those of the processes differ. The proposed row carries the request: its level and
 * its grant add up to the capacity. Rows are locked in the order of their keys, so that there is no deadlock.
 */
const TAKE = `
  INSERT INTO public.rate_bucket AS bucket (key, level, granted, updated_at)
  SELECT key, per_minute - portion, portion, clock_timestamp()
  FROM unnest($1::text[], $2::float8[], $3::int[]) AS request (key, per_minute, portion) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET (level, granted, updated_at) = (
    SELECT filled - least(excluded.granted, floor(filled)), least(excluded.granted, floor(filled)),
      greatest(bucket.updated_at, excluded.updated_at)
    FROM (SELECT least(capacity, bucket.level + capacity *
        greatest(0, extract(epoch FROM excluded.updated_at - bucket.updated_at)::float8) / 60) AS filled
      FROM (SELECT excluded.level + excluded.granted AS capacity) AS full_bucket) AS refilled)
  RETURNING key, granted, level`;

/** Takes up to a portion from each bucket, in one statement. */
export function takeTokens(
  database: Database,
  requests: readonly BucketRequest[],
): Promise<readonly TakenTokens[]> {
  return repeatIdentityWork(database, async (client) => {
    const { rows } = await client.query(TAKE, [
      requests.map(({ bucket }) => bucket),
      requests.map(({ perMinute }) => perMinute),
      requests.map(({ portion }) => portion),
    ]);
    const byKey = new Map(rows.map(({ key, ...taken }) => [key, taken as TakenTokens]));
    return requests.map(({ bucket }) => byKey.get(bucket) ?? { granted: 0, level: 0 });
  });
}

/** A bucket without requests for some minutes is full, and so is one without a row. */
export function deleteFullBuckets(database: Database): Promise<void> {
  return withIdentityClient(database, async (client) => {
    await client.query(`
      DELETE FROM public.rate_bucket WHERE key IN (
        SELECT key FROM public.rate_bucket WHERE updated_at < now() - interval '5 minutes' LIMIT 10000 FOR UPDATE SKIP LOCKED)`);
  });
}
