import path from "node:path";
import { createLocalEmbedder, type Embedder, ensureModel } from "@trovella/search";
import { ROOT } from "../sources.ts";

/** Outside the tests' data directories, so that the model is downloaded once per clone. */
const CACHE = path.join(ROOT, "node_modules", ".cache", "trovella");

export function ensureTestModel(): Promise<string> {
  return ensureModel(CACHE);
}

export async function createTestEmbedder(): Promise<Embedder> {
  return createLocalEmbedder({ modelDirectory: await ensureTestModel() });
}
