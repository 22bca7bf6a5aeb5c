import { setTimeout as sleep } from "node:timers/promises";
import type { Embedder } from "./embedder.ts";
import { normalized } from "./vector.ts";

export interface RemoteEmbedderOptions {
  /** Of an endpoint that speaks like OpenAI's, up to the version: `https://api.example.org/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly dimensions: number;
  readonly apiKey?: string | undefined;
  readonly timeoutMs?: number;
  readonly retryMs?: number;
}

const TIMEOUT_MS = 30_000;
const RETRY_MS = 500;
const MAX_ATTEMPTS = 4;
const BATCH = 32;
/** Longer texts than a chunk are never sent; the limit guards against a mistake. */
const MAX_CHARACTERS = 8000;
const MAX_BYTES = 32 * 1024 * 1024;

/** A model behind a URL. It receives the texts of chunks and queries, and nothing else. */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { model, dimensions } = options;
  return {
    model,
    dimensions,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        vectors.push(...(await embedBatch(options, texts.slice(start, start + BATCH))));
      }
      return vectors;
    },
    close: () => Promise.resolve(),
  };
}

async function embedBatch(
  options: RemoteEmbedderOptions,
  texts: readonly string[],
): Promise<Float32Array[]> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await ask(options, texts);
    if (response.ok) return vectorsOf(await readJson(response), texts.length, options.dimensions);
    await response.body?.cancel();
    const isPassing = response.status === 429 || response.status >= 500;
    if (!isPassing || attempt === MAX_ATTEMPTS) {
      throw new Error(
        `The embedding endpoint answered ${response.status}. Next: check its URL, key and model.`,
      );
    }
    await sleep((options.retryMs ?? RETRY_MS) * 2 ** (attempt - 1));
  }
}

function ask(
  { baseUrl, model, apiKey, timeoutMs = TIMEOUT_MS }: RemoteEmbedderOptions,
  texts: readonly string[],
): Promise<Response> {
  const input = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed());
  return fetch(`${baseUrl.replace(/\/+$/, "")}/embeddings`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    },
    body: JSON.stringify({ model, input, encoding_format: "float" }),
    // Never follow redirects: key and texts are meant for this URL alone.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Bounds the reply; a correct one is far smaller. */
async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw misunderstood("far too much");
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    throw misunderstood("something that is not JSON");
  }
}

/** In the order of the texts, whatever order they come in. */
function vectorsOf(reply: unknown, count: number, dimensions: number): Float32Array[] {
  const { data } = (reply ?? {}) as { data?: { index?: unknown; embedding?: unknown }[] };
  if (!Array.isArray(data) || data.length !== count)
    throw misunderstood("another number of vectors");
  const vectors = Array.from({ length: count }, (): Float32Array | null => null);
  for (const [place, { index = place, embedding }] of data.entries()) {
    if (!Array.isArray(embedding) || embedding.length !== dimensions) {
      throw misunderstood(`vectors of another size than ${dimensions}`);
    }
    vectors[Number(index)] = normalized(embedding);
  }
  return vectors.slice(0, count).map((vector) => {
    if (!vector) throw misunderstood("something that is no vector");
    return vector;
  });
}

function misunderstood(what: string): Error {
  return new Error(
    `The embedding endpoint answered with ${what}. Next: check the model and its dimensions.`,
  );
}
