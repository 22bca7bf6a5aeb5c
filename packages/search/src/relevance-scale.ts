import type { Embedder } from "./embedder.ts";
import { LOCAL_MODEL } from "./local-model.ts";
import { calibratedScale, LOCAL_SCALE, type RelevanceScale } from "./relevance.ts";
import { similarity } from "./vector.ts";

/** Sentences on subjects that have nothing to do with each other: any two of them are an unrelated pair. */
const UNRELATED = [
  "Sourdough bread rises slowly because wild yeast needs time to ferment the flour.",
  "The goalkeeper saved two penalties in the last minutes of the final.",
  "Row-level security lets a database filter records by the current user.",
  "Glaciers in the Alps have lost half of their volume since 1900.",
  "The violin was tuned a semitone lower for this concerto.",
  "Tenants may terminate the lease with three months' notice.",
  "Honey bees tell each other where flowers are by dancing.",
  "Interest rates were raised to slow down inflation.",
  "The knee should stay behind the toes when you squat.",
  "Medieval monks copied books by hand in cold rooms.",
  "A diesel engine ignites its fuel by compression alone.",
  "Measles vaccination protects infants through their mothers' antibodies.",
  "The novel tells of three sisters who inherit a lighthouse.",
  "Ferries to the island leave every hour in summer.",
  "Saturn's rings consist mostly of ice and a little dust.",
  "Cotton should be washed at forty degrees and ironed damp.",
] as const;

/** Of embedders in use, or of one that is being measured. */
const scales = new WeakMap<Embedder, Promise<RelevanceScale | null>>();

/** How to read the similarities of this embedder's model, measured once; null when that fails. */
export function relevanceScaleOf(embedder: Embedder): Promise<RelevanceScale | null> {
  if (embedder.model === LOCAL_MODEL.id) return Promise.resolve(LOCAL_SCALE);
  const known = scales.get(embedder);
  if (known) return known;
  const measured = measureScale(embedder).catch(() => {
    // Measured again with the next search.
    scales.delete(embedder);
    return null;
  });
  scales.set(embedder, measured);
  return measured;
}

async function measureScale(embedder: Embedder): Promise<RelevanceScale | null> {
  const vectors = await embedder.embed(UNRELATED);
  const values = vectors.flatMap((one, index) =>
    vectors.slice(index + 1).map((other) => similarity(one, other)),
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return variance > 0 ? calibratedScale(mean, Math.sqrt(variance)) : null;
}
