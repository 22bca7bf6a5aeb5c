import type { Embedder } from "./embedder.ts";
import { type EnsureModelOptions, ensureModel } from "./ensure-model.ts";
import { createLocalEmbedder } from "./local-embedder.ts";
import { createRemoteEmbedder, type RemoteEmbedderOptions } from "./remote-embedder.ts";

export type EmbedderSettings =
  | { readonly kind: "none" }
  | { readonly kind: "local"; readonly dataDirectory: string }
  | ({ readonly kind: "remote" } & RemoteEmbedderOptions);

/** An embedder that may still be on its way: searching never waits for it. */
export interface EmbedderHandle {
  /** Null while there is none; then search goes by words alone. */
  current(): Embedder | null;
  /** Settles when it is clear whether there will be one. */
  readonly ready: Promise<Embedder | null>;
  close(): Promise<void>;
}

/** Starts getting the embedder. What cannot be had is reported, and tried again at the next start. */
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
      // A fetch that is ended still tidies up behind itself.
      await ready;
      await embedder?.close();
      embedder = null;
    },
  };
}

async function makeEmbedder(
  settings: EmbedderSettings,
  options: EnsureModelOptions,
): Promise<Embedder | null> {
  if (settings.kind === "none") return null;
  if (settings.kind === "remote") return createRemoteEmbedder(settings);
  const modelDirectory = await ensureModel(settings.dataDirectory, options);
  return createLocalEmbedder({ modelDirectory });
}
