import type { Embedder } from "./embedder.ts";

/** A query does not wait longer for its vector; it is answered by words alone. */
const PATIENCE_MS = 5000;
const REMEMBERED = 200;

const remembered = new WeakMap<Embedder, Map<string, Float32Array>>();

/** The vector of a query, or null when there is none in time. Recent queries are not computed again. */
export async function queryVector(embedder: Embedder, text: string): Promise<Float32Array | null> {
  const known = remembered.get(embedder) ?? new Map<string, Float32Array>();
  remembered.set(embedder, known);
  const vector = known.get(text) ?? (await embedInTime(embedder, text));
  if (!vector) return null;
  known.delete(text);
  known.set(text, vector);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  return vector;
}

async function embedInTime(embedder: Embedder, text: string): Promise<Float32Array | null> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  // A failure of the model is no failure of the search.
  const embedding = embedder.embed([text]).then(
    ([vector]) => vector ?? null,
    () => null,
  );
  try {
    return await Promise.race([embedding, patience]);
  } finally {
    clearTimeout(timer);
  }
}
