import { LRUCache } from "lru-cache";
import type { Embedder } from "./embedder.ts";

/** What an embedder does not answer in time, a search does without. */
const TIMEOUT_MS = 5000;
const MAX_CACHED_QUERIES = 200;

const caches = new WeakMap<Embedder, LRUCache<string, Float32Array>>();

/** The vector of a query, cached; null when the embedder fails or times out. */
export async function queryVector(embedder: Embedder, text: string): Promise<Float32Array | null> {
  const cache = caches.get(embedder) ?? new LRUCache({ max: MAX_CACHED_QUERIES });
  caches.set(embedder, cache);
  const vector = cache.get(text) ?? (await embedText(embedder, text));
  if (vector) cache.set(text, vector);
  return vector;
}

async function embedText(embedder: Embedder, text: string): Promise<Float32Array | null> {
  const vectors = await withinTimeout(embedder.embed([text]));
  return vectors?.[0] ?? null;
}

/** Null when the embedder fails, which must not fail the search, or takes too long. */
export async function withinTimeout<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([work.catch(() => null), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
