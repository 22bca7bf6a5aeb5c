import type { TenantContext } from "@trovella/db";
import { findCandidates } from "../../../search/src/candidates.ts";
import type { Embedder } from "../../../search/src/embedder.ts";
import { similarity, vectorOf } from "../../../search/src/vector.ts";

/** Recall of the semantic leg: how many of the ten exact nearest neighbours it finds. */
export async function findNearest(
  context: TenantContext,
  embedder: Embedder,
  queries: readonly string[],
  all: readonly { readonly id: string; readonly embedding: Buffer }[],
): Promise<{ recall: number }> {
  const stored = all.map(({ id, embedding }) => ({ id, vector: vectorOf(embedding) }));
  let found = 0;
  let wanted = 0;
  for (const query of queries) {
    const [vector] = await embedder.embed([query]);
    if (!vector) throw new Error("There is no vector.");
    const { candidates } = await findCandidates(context, {
      text: query,
      filter: {},
      meaning: { vector, model: embedder.model },
      limit: 10,
    });
    const best = (vectors: { id: string; vector: Float32Array }[]) =>
      vectors
        .map((one) => ({ id: one.id, score: similarity(vector, one.vector) }))
        .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
        .slice(0, 10);
    const exact = best(stored);
    const least = exact.at(-1)?.score ?? 0;
    const own = candidates
      .filter(({ inSemantic }) => inSemantic)
      .sort((one, other) => (other.semantic ?? 0) - (one.semantic ?? 0))
      .slice(0, 10);
    // Equal vectors count as the same neighbour.
    found += own.filter(({ semantic }) => (semantic ?? 0) >= least).length;
    wanted += exact.length;
  }
  return { recall: found / wanted };
}
