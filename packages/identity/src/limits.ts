export type LimitAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number };

/** Takes one try from the bucket of this name; buckets are shared by all servers. */
export type Limit = (key: string) => Promise<LimitAnswer>;

/** The longest wait among the buckets that are empty; null when all had one more. */
export async function takeFrom(limit: Limit, keys: readonly string[]): Promise<number | null> {
  let wait: number | null = null;
  for (const key of keys) {
    const answer = await limit(key);
    if (!answer.ok) wait = Math.max(wait ?? 0, answer.retryAfterSeconds);
  }
  return wait;
}
