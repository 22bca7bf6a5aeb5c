import type { ChunkVector, ClaimedChunk, EmbeddingOutcome } from "@trovella/db/search";
import type { Embedder } from "./embedder.ts";
import { signatureOf, vectorBytes } from "./vector.ts";

/** The embedder itself is failing, whatever the input. */
class EmbedderDown extends Error {}

type Outcome = Pick<EmbeddingOutcome, "vectors" | "twins" | "failures">;

/** Embeds claimed chunks: equal texts once, and one bad text fails no other. */
export async function embedChunks(
  embedder: Embedder,
  chunks: readonly ClaimedChunk[],
): Promise<Outcome> {
  const twins = chunks.flatMap(({ chunkId, twinId }) => (twinId ? [{ chunkId, twinId }] : []));
  const own = chunks.filter(({ twinId }) => twinId === null);
  const texts = [...new Set(own.map(({ content }) => content))];
  const results = await embedTexts(embedder, texts);
  const vectors: ChunkVector[] = [];
  const failures: Outcome["failures"][number][] = [];
  for (const { chunkId, content } of own) {
    const result = results.get(content);
    if (result instanceof Float32Array) {
      const stored = { embedding: vectorBytes(result), signature: signatureOf(result) };
      vectors.push({ chunkId, ...stored });
    } else failures.push({ chunkId, problem: result?.message ?? "It has no vector." });
  }
  return { vectors, twins, failures };
}

async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
): Promise<Map<string, Float32Array | Error>> {
  const together = await attempt(embedder, texts);
  if (!(together instanceof Error)) {
    return new Map(texts.map((text, index) => [text, together[index] ?? new Error("No vector.")]));
  }
  const results = new Map<string, Float32Array | Error>();
  for (const text of texts) {
    const alone = await attempt(embedder, [text]);
    results.set(text, alone instanceof Error ? alone : (alone[0] ?? new Error("No vector.")));
  }
  const hasFailed = [...results.values()].some((result) => result instanceof Error);
  if (hasFailed) await checkEmbedder(embedder);
  return results;
}

/** Blame a text only when another one succeeds. */
async function checkEmbedder(embedder: Embedder): Promise<void> {
  const probe = await attempt(embedder, ["This sentence is easy."]);
  if (probe instanceof Error) throw new EmbedderDown(probe.message, { cause: probe });
}

function attempt(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[] | Error> {
  return embedder
    .embed(texts)
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
}
