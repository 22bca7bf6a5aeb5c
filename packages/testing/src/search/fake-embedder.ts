import { createHash } from "node:crypto";
import type { Embedder } from "../../../search/src/embedder.ts";
import { normalized } from "../../../search/src/vector.ts";

export interface FakeEmbedder extends Embedder {
  /** All embedded texts. */
  readonly seen: string[];
}

/** Words treated as synonyms although they share no letters. */
const MEANINGS: Readonly<Record<string, string>> = {
  automobile: "car",
  vehicle: "car",
  feline: "cat",
};

/** Derives vectors from the words of a text: texts with synonyms get similar vectors. */
export function createFakeEmbedder({
  model = "fake-1",
  dimensions = 384,
  refuse = () => false,
}: {
  model?: string;
  dimensions?: number;
  refuse?: (text: string) => boolean;
} = {}): FakeEmbedder {
  const seen: string[] = [];
  return {
    model,
    dimensions,
    seen,
    async embed(texts) {
      seen.push(...texts);
      if (texts.some(refuse)) throw new Error("refused by the test");
      return texts.map((text) => embedText(text, dimensions));
    },
    close: () => Promise.resolve(),
  };
}

function embedText(text: string, dimensions: number): Float32Array {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""];
  const sum = new Float32Array(dimensions);
  for (const word of words) {
    const direction = directionOf(MEANINGS[word] ?? word, dimensions);
    for (let index = 0; index < dimensions; index += 1) {
      sum[index] = (sum[index] ?? 0) + (direction[index] ?? 0);
    }
  }
  return normalized(sum) ?? sum.fill(0, 1).fill(1, 0, 1);
}

const directions = new Map<string, Float32Array>();

/** A pseudo-random direction, the same for each occurrence of a word. */
function directionOf(word: string, dimensions: number): Float32Array {
  const key = `${dimensions} ${word}`;
  let direction = directions.get(key);
  if (!direction) {
    const bytes = Buffer.concat(
      Array.from({ length: Math.ceil(dimensions / 32) }, (_, part) =>
        createHash("sha256").update(`${part} ${word}`).digest(),
      ),
    );
    direction = Float32Array.from(
      { length: dimensions },
      (_, index) => (bytes[index] ?? 0) - 127.5,
    );
    directions.set(key, direction);
  }
  return direction;
}
