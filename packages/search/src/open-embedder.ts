import type { Embedder } from "./embedder.ts";
import { ensureLocalModel } from "./fetching/ensure-local-model.ts";
import type { FetchOptions } from "./fetching/fetched-folder.ts";
import { createLocalEmbedder } from "./local-embedder.ts";
import { createRemoteEmbedder, type RemoteEmbedderOptions } from "./remote-embedder.ts";

export type EmbedderSettings =
  | { readonly kind: "none" }
  | { readonly kind: "local"; readonly dataDirectory: string }
  | ({ readonly kind: "remote" } & RemoteEmbedderOptions);

/** An embedder that may still be loading; searches never wait for it. */
export interface EmbedderHandle {
  /** Null while unavailable; search then uses keywords alone. */
  current(): Embedder | null;
  /** Resolves when loading succeeded or failed. */
  readonly ready: Promise<Embedder | null>;
  close(): Promise<void>;
}

/** Starts loading the embedder. A failure is reported and retried at the next start. */
export function openEmbedder(
  settings: EmbedderSettings,
  report: { onProgress?(line: string): void; onProblem?(error: Error): void } = {},
): EmbedderHandle {
  let embedder: Embedder | null = null;
  const closing = new AbortController();
  const { signal } = closing;
  const ready = makeEmbedder(settings, { ...report, signal }).then(
    async (made) => {
      if (signal.aborted) await made?.close();
      else embedder = made;
      return embedder;
    },
    (error: Error) => {
      if (!signal.aborted) report.onProblem?.(error);
      return null;
    },
  );
  return {
    current: () => embedder,
    ready,
    async close() {
      closing.abort();
      // An aborted download still cleans up.
      await ready;
      await embedder?.close();
      embedder = null;
    },
  };
}

async function makeEmbedder(
  settings: EmbedderSettings,
  options: FetchOptions,
): Promise<Embedder | null> {
  if (settings.kind === "none") return null;
  if (settings.kind === "remote") return createRemoteEmbedder(settings);
  return createLocalEmbedder(await ensureLocalModel(settings.dataDirectory, options));
}
