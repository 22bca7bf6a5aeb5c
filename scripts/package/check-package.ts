import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Installed,
  install,
  runInstalled,
  searchByMeaning,
  startMcp,
} from "./installed-package.ts";

/** What was measured, in its unit, and the most it may be. */
interface Figure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: "MB" | "s";
  readonly note?: string;
}

const STARTS = 5;
/** What semantic search adds to the data directory. */
const FETCHED = ["models", "runtime"];

/**
 * Installs a package into an empty home, away from this repository and without install scripts, uses and measures it. Returns the exit
 * code. Times depend on what else the machine does, so CPU seconds are told as well; of several starts the fastest counts.
 */
export async function checkPackage(
  tarball: string,
  { semantic }: { semantic: boolean },
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-check-"));
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const installed = emptyEnvironment(folder);
  try {
    const figures = await measure(tarball, installed, { semantic });
    for (const figure of figures) console.log(line(figure));
    return figures.every(({ value, limit }) => value <= limit) ? 0 : 1;
  } finally {
    await runInstalled(installed, ["stop"]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function emptyEnvironment(folder: string): Installed {
  const home = path.join(folder, "home");
  mkdirSync(home);
  const prefix = path.join(folder, "prefix");
  return { home, prefix, dataDirectory: path.join(folder, "data") };
}

async function measure(
  tarball: string,
  installed: Installed,
  { semantic }: { semantic: boolean },
): Promise<Figure[]> {
  const installing = await timed(async () => install(tarball, installed));
  const prefixMb = megabytesIn(installed.prefix);
  const demo = await timed(() => runInstalled(installed, ["demo", "--yes"]));
  await usePackage(installed);
  const cold = await coldStart(installed);
  const warm = await fastestStart(installed);
  return [
    { name: "tarball", value: statSync(tarball).size / 1e6, limit: 8, unit: "MB" },
    { name: "installed", value: prefixMb, limit: 130, unit: "MB" },
    {
      name: "install to the demo's end",
      value: installing.seconds + demo.seconds,
      limit: 60,
      unit: "s",
      note: `install ${installing.seconds.toFixed(1)} s, demo ${demo.seconds.toFixed(1)} s`,
    },
    { name: "mcp, cold", value: cold.seconds, limit: 3, unit: "s", note: cpu(cold) },
    { name: "mcp, warm", value: warm.seconds, limit: 1, unit: "s", note: cpu(warm) },
    ...(semantic ? [await measureSemanticSearch(installed, prefixMb)] : []),
  ];
}

/** Every kind of work that needs files or programs of the package. */
async function usePackage(installed: Installed): Promise<void> {
  const { outputs } = JSON.parse(await runInstalled(installed, ["output", "list", "--json"]));
  const id: string = outputs[0].outputId;
  for (const format of ["pdf", "xlsx", "pptx"]) {
    const file = path.join(installed.home, `report.${format}`);
    await runInstalled(installed, ["output", "get", id, "--format", format, "--out", file]);
    if (!existsSync(file) || statSync(file).size < 5_000) throw new Error(`No ${format} was made.`);
  }
  await runInstalled(installed, ["doctor"]);
  await runInstalled(installed, ["verify"]);
  await runInstalled(installed, ["backup", path.join(installed.home, "all.jsonl.gz")]);
  await runInstalled(installed, ["connect", "claude-code", "--write"]);
}

/** On an empty data directory, where the database must be created. */
async function coldStart(installed: Installed) {
  const fresh = { ...installed, dataDirectory: `${installed.dataDirectory}-cold` };
  const start = await startMcp(fresh);
  await runInstalled(fresh, ["stop"]);
  return start;
}

async function fastestStart(installed: Installed) {
  const starts = [];
  for (let count = 0; count < STARTS; count += 1) starts.push(await startMcp(installed));
  return starts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
}

async function measureSemanticSearch(installed: Installed, prefixMb: number): Promise<Figure> {
  await searchByMeaning(installed);
  const fetched = FETCHED.map((name) => path.join(installed.dataDirectory, name));
  const fetchedMb = fetched.reduce((sum, folder) => sum + megabytesIn(folder), 0);
  return {
    name: "installed, with semantic search",
    value: prefixMb + fetchedMb,
    limit: 220,
    unit: "MB",
  };
}

async function timed(work: () => Promise<unknown>): Promise<{ seconds: number }> {
  const start = performance.now();
  await work();
  return { seconds: (performance.now() - start) / 1000 };
}

function cpu({ cpuSeconds }: { cpuSeconds: number | null }): string {
  return cpuSeconds === null ? "" : `${cpuSeconds.toFixed(2)} s of CPU`;
}

/** In blocks, as `du -m` counts. */
function megabytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const blocks = entries.map((name) => statSync(path.join(folder, name)).blocks);
  return (blocks.reduce((sum, count) => sum + count, 0) * 512) / 1024 / 1024;
}

function line({ name, value, limit, unit, note }: Figure): string {
  const verdict = value <= limit ? "ok    " : "over  ";
  const figure = `${value.toFixed(1).padStart(6)} ${unit.padEnd(2)} of ${limit} ${unit}`;
  return `${verdict}${name.padEnd(34)}${figure}${note ? `   (${note})` : ""}`;
}
