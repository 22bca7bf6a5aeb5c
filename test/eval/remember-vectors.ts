import type { Embedder } from "@trovella/search";

/** Embeds each text once, since the same documents are in several stores. */
export function rememberVectors(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    ...embedder,
    model: embedder.model,
    dimensions: embedder.dimensions,
    async embed(texts) {
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      const vectors = missing.length > 0 ? await embedder.embed(missing) : [];
      missing.forEach((text, index) => {
        const vector = vectors[index];
        if (vector) known.set(text, vector);
      });
      return texts.flatMap((text) => known.get(text) ?? []);
    },
    close: () => embedder.close(),
  };
}
