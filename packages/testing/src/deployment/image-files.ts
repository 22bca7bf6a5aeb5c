import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../sources.ts";
import { copiesOf, isSentToDocker, readDockerfile } from "./dockerfile.ts";

/**
 * Assembles the files of the Docker image in a folder. `addPackages` provides the npm packages, since they are many.
 */
export function assembleImage(folder: string, addPackages: (folder: string) => void): void {
  const image = readDockerfile().at(-1);
  if (!image) throw new Error("The Dockerfile has no stage.");
  for (const { from, sources, target } of copiesOf(image)) {
    for (const source of sources) {
      // The other stages work in /app, the folder of the sources.
      const place = from === null ? source : source.replace(/^\/app\//, "");
      if (place === "node_modules") continue;
      const isFolder = target !== "./";
      const to = path.join(folder, isFolder ? target : path.basename(source));
      copyInto(to, place, from === "build" ? () => true : isSentToDocker);
    }
  }
  addPackages(folder);
}

function copyInto(target: string, place: string, isWanted: (file: string) => boolean): void {
  const source = path.join(ROOT, place);
  if (!existsSync(source)) {
    // The Dockerfile creates the folder before a build fills it.
    if (place === "apps/server/dist") return void mkdirSync(target, { recursive: true });
    throw new Error(`The image needs ${place}, which is not there.`);
  }
  const isSent = (file: string) => isWanted(path.relative(ROOT, file).split(path.sep).join("/"));
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(source, target, {
    recursive: true,
    filter: (file) => isSent(file) && path.basename(file) !== "node_modules",
  });
}

interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dev?: boolean;
}

/** Links the installed production packages; workspace packages come from the folder itself. */
export function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  for (const [location, { link, resolved = "", dev }] of Object.entries(packages)) {
    const isNested = location.split("node_modules/").length !== 2;
    const source = path.join(ROOT, location);
    if (isNested || isForConsole(location) || dev || !existsSync(source)) continue;
    const target = path.join(folder, location);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(link ? path.join(folder, resolved) : source, target);
  }
}

function isForConsole(location: string): boolean {
  return location.startsWith("apps/console/") || location === "node_modules/@trovella/console";
}

/** Every file of the repository that could be copied. */
export function repositoryFiles(): string[] {
  const skipped = /(^|\/)(node_modules|\.git|dist|coverage)(\/|$)/;
  const below = (folder: string): string[] =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (skipped.test(file)) return [];
      return entry.isDirectory() ? below(file) : [file];
    });
  return below(".");
}
