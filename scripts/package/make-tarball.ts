import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { assemblePackage, ROOT, readManifest } from "./assemble-package.ts";

interface NpmCommand {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly shell: boolean;
}

const { npmCommand }: { npmCommand: (execPath: string | undefined) => NpmCommand } = createRequire(
  import.meta.url,
)("../prepare.cjs");

export const OUTPUT = path.join(ROOT, "dist-package");

export interface Tarball {
  readonly file: string;
  /** The folders of the npm packages that are in it. */
  readonly bundled: readonly string[];
}

/** Makes `trovella-<version>.tgz` in a folder. The same sources give the same bytes. */
export async function makeTarball(output = OUTPUT): Promise<Tarball> {
  const staging = path.join(output, `.staging-${process.pid}`);
  mkdirSync(staging, { recursive: true });
  try {
    const repository = process.env.GITHUB_REPOSITORY ?? null;
    const bundled = await assemblePackage(staging, { repository });
    runNpm(["pack", staging, "--pack-destination", output, "--ignore-scripts", "--silent"], ROOT);
    const { name, version } = readManifest("apps/server");
    return { file: path.join(output, `${name}-${version}.tgz`), bundled };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Runs npm and returns its output; throws with what it said when it fails. */
export function runNpm(
  options: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const npm = npmCommand(process.env.npm_execpath);
  const result = spawnSync(npm.file, [...npm.arguments, ...options], {
    cwd: folder,
    encoding: "utf8",
    env: environment,
    shell: npm.shell,
  });
  if (result.status === 0) return result.stdout;
  throw new Error(`npm ${options[0]} failed.\n${result.stdout}${result.stderr}`);
}
