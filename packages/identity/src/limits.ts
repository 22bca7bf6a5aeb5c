export type LimitAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number };

/** Counts an attempt in the bucket of this name; all servers share the buckets. */
export type Limit = (key: string) => Promise<LimitAnswer>;

/** The wait in seconds of the first bucket that is empty; those after it are not taken from. Null when none is. */
export async function takeFrom(limit: Limit, keys: readonly string[]): Promise<number | null> {
  for (const key of keys) {
    const answer = await limit(key);
    if (!answer.ok) return answer.retryAfterSeconds;
  }
  return null;
}
