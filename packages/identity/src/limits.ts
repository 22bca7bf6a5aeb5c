export type LimitAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number };

/** Counts an attempt in the bucket of this name; all servers share the buckets. */
export type Limit = (key: string) => Promise<LimitAnswer>;

/** The longest wait in seconds among the empty buckets; null when none is empty. */
export async function takeFrom(limit: Limit, keys: readonly string[]): Promise<number | null> {
  let wait: number | null = null;
  for (const key of keys) {
    const answer = await limit(key);
    if (!answer.ok) wait = Math.max(wait ?? 0, answer.retryAfterSeconds);
  }
  return wait;
}
