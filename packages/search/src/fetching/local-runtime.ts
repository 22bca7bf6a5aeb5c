import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FetchedFolder } from "./fetched-folder.ts";
import type { NpmPackage } from "./npm-package.ts";
import { unpackTarball } from "./unpack-tarball.ts";

const VERSION = "1.30.0";
/** ONNX Runtime, MIT. Its package has the binaries of all platforms; only those of this one are kept. */
const PACKAGES: readonly NpmPackage[] = [
  {
    name: "onnxruntime-node",
    version: VERSION,
    bytes: 113_507_888,
    sha256: "6e3390d6b783e7be946fad629292799da28d0b42f84856e50d2c1b0383291e75",
  },
  {
    name: "onnxruntime-common",
    version: VERSION,
    bytes: 66_795,
    sha256: "7906c439e0d3e0f4048caa23b64cdfadc0f455c377f579ce1ab2a4b778f07d5f",
  },
];
const PLATFORMS = ["darwin-arm64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"];
const CODE = /^package\/(package\.json|dist\/(?!esm\/).*\.(js|json))$/;
/** Lists the files with their sizes. */
const LIST = "files.json";

export interface System {
  readonly platform: string;
  readonly architecture: string;
}

/** The library that runs the model. Throws where there is none for this system. */
export function localRuntime(
  dataDirectory: string,
  system: System = { platform: process.platform, architecture: process.arch },
): FetchedFolder {
  const name = `${system.platform}-${system.architecture}`;
  if (!PLATFORMS.includes(name)) {
    throw new Error(
      `There is no runtime for the model of semantic search on ${name} (only on ${PLATFORMS.join(", ")}). Search falls back to ` +
        "keywords. Next: set TROVELLA_EMBEDDER to the URL of an embedding service, or to none.",
    );
  }
  return {
    title: "The runtime for semantic search",
    directory: path.join(dataDirectory, "runtime", `onnxruntime-${VERSION}-${name}`),
    packages: PACKAGES,
    isComplete: isRuntimeIn,
    unpack: (archives, folder) => unpack(archives, folder, system),
  };
}

/** Whether a file of the packages is needed on a system. */
export function isNeededOn({ platform, architecture }: System, name: string): boolean {
  return CODE.test(name) || name.startsWith(`package/bin/napi-v6/${platform}/${architecture}/`);
}

async function unpack(archives: readonly string[], folder: string, system: System): Promise<void> {
  for (const [index, { name: owner }] of PACKAGES.entries()) {
    const target = path.join(folder, "node_modules", owner);
    await unpackTarball(archives[index] ?? "", (name) =>
      isNeededOn(system, name) ? path.join(target, path.relative("package", name)) : null,
    );
  }
  await writeFile(path.join(folder, LIST), JSON.stringify(await listFiles(folder)), {
    mode: 0o600,
    flush: true,
  });
}

type FileList = readonly { readonly name: string; readonly bytes: number }[];

async function listFiles(folder: string): Promise<FileList> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      name: path.relative(folder, file),
      bytes: (await stat(file)).size,
    })),
  );
}

/** By the sizes of its files: their content was checked when they came, and there are too many bytes to hash at each start. */
async function isRuntimeIn(directory: string): Promise<boolean> {
  try {
    const files: FileList = JSON.parse(await readFile(path.join(directory, LIST), "utf8"));
    for (const { name, bytes } of files) {
      if ((await stat(path.join(directory, name))).size !== bytes) return false;
    }
    return files.length > 0;
  } catch {
    return false;
  }
}
