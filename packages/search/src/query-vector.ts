import { LRUCache } from "lru-cache";
import type { Embedder } from "./embedder.ts";

/** A query that gets no vector in time is answered by keywords alone. */
const TIMEOUT_MS = 5000;
const MAX_CACHED_QUERIES = 200;

const caches = new WeakMap<Embedder, LRUCache<string, Float32Array>>();

/** The vector of a query, cached; null when the embedder fails or times out. */
export async function queryVector(embedder: Embedder, text: string): Promise<Float32Array | null> {
  const cache = caches.get(embedder) ?? new LRUCache({ max: MAX_CACHED_QUERIES });
  caches.set(embedder, cache);
  const vector = cache.get(text) ?? (await embedWithTimeout(embedder, text));
  if (vector) cache.set(text, vector);
  return vector;
}

async function embedWithTimeout(embedder: Embedder, text: string): Promise<Float32Array | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  // A failing model must not fail the search.
  const embedding = embedder.embed([text]).then(
    ([vector]) => vector ?? null,
    () => null,
  );
  try {
    return await Promise.race([embedding, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
