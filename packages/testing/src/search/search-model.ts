import { cpSync } from "node:fs";
import path from "node:path";
import {
  createLocalEmbedder,
  type Embedder,
  ensureLocalModel,
  type LocalModelFiles,
} from "@trovella/search";
import { ROOT } from "../sources.ts";

/** Outside the tests' data directories, so that model and runtime are downloaded once per clone. */
const MODEL_CACHE = path.join(ROOT, "node_modules", ".cache", "trovella");

export function ensureTestModel(): Promise<LocalModelFiles> {
  return ensureLocalModel(MODEL_CACHE);
}

export async function createTestEmbedder(): Promise<Embedder> {
  return createLocalEmbedder(await ensureTestModel());
}

/** Puts model and runtime into a data directory, where nothing needs to be fetched then. */
export async function copyTestModel(dataDirectory: string): Promise<void> {
  const directories = Object.values(await ensureTestModel());
  for (const directory of directories) {
    const place = path.relative(MODEL_CACHE, directory);
    cpSync(directory, path.join(dataDirectory, place), { recursive: true });
  }
}
