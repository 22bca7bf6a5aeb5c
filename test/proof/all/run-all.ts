import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "@trovella/testing/sources";
import { figuresIn } from "./figures.ts";
import { type Campaign, outcomesIn, pageOf, timeOf } from "./page.ts";
import { LONG_FORMS, NEEDS_QUIET } from "./promises.ts";
import { type Outcome, ProofState } from "./state.ts";

const { listProofs }: { listProofs: (folder: string) => Campaign[] } = createRequire(
  import.meta.url,
)("../../../scripts/run-proofs.cjs");

const PROOFS = path.join(ROOT, "test/proof");
/** Git ignores it, and it outlives the run. */
const FOLDER = path.join(ROOT, "test/dist/proofs");
const PROVED = ["packages", "apps", "test", "package-lock.json"];
/** For a campaign that has never been run. */
const USUAL_SECONDS = 180;
/** A campaign that hangs does not keep the others from being run. */
const MAX_MS = 90 * 60_000;
/** What a campaign that crashed left running is ended after this time. */
const GRACE_MS = 5_000;
/** Of the output; the whole is in the log. */
const MAX_OUTPUT = 200_000;
const USAGE = `Usage: npm run proof -- --all [--report FILE] [--again] [--only NAME[,NAME]] [--jobs 2]

Runs every campaign in its long form, one after the other unless --jobs says otherwise. What has passed at this commit is not run again, so that
an interrupted run goes on where it ended. Logs are in ${path.relative(ROOT, FOLDER)}.

  --report FILE   writes the page of promises with the figures so far, after each campaign; campaigns that were never run
                  here stay as they are in FILE
  --again         runs everything again
  --only NAMES    these campaigns only
  --jobs N        N campaigns at a time, the longest first, and afterwards one by one those that need a quiet machine; 1 to 4
  --page          runs nothing, only writes the page`;

const { values } = parseArgs({
  options: {
    all: { type: "boolean" },
    report: { type: "string" },
    again: { type: "boolean" },
    only: { type: "string" },
    jobs: { type: "string", default: "1" },
    page: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
});
const campaigns = listProofs(PROOFS);
const state = new ProofState(path.join(FOLDER, "outcomes.json"));
const shown = values.report ? outcomesIn(textOf(values.report)) : new Map<string, Outcome>();
/** Group leaders of the campaigns that run now. */
const running = new Set<number>();

if (values.help) console.log(USAGE);
else if (values.page) writePage();
else await runAll();

async function runAll(): Promise<void> {
  const jobs = Number(values.jobs);
  if (![1, 2, 3, 4].includes(jobs)) throw new Error("--jobs is a number from 1 to 4.");
  const chosen = values.only?.split(",") ?? campaigns.map(({ name }) => name);
  const unknown = chosen.filter((name) => !campaigns.some((campaign) => campaign.name === name));
  if (unknown.length > 0) throw new Error(`Unknown campaigns: ${unknown.join(", ")}`);

  const commit = commitNow();
  const isDone = (name: string) => {
    const outcome = state.outcomes.get(name);
    return !values.again && outcome?.isOk === true && outcome.commit === commit;
  };
  const todo = chosen.filter((name) => !isDone(name));
  console.log(
    `${chosen.length - todo.length} of ${chosen.length} campaigns are done at ${commit}.`,
  );
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  await runInTurn(todo, jobs, commit);
  process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  writePage();
  report(chosen);
}

async function runInTurn(todo: readonly string[], jobs: number, commit: string): Promise<void> {
  const left = new Set(todo);
  let begun = 0;
  const waiting =
    jobs === 1
      ? [...todo]
      : todo
          .filter((name) => !NEEDS_QUIET.has(name))
          .sort((one, other) => expected(other) - expected(one));
  const runNext = async (name: string, prefix: string) => {
    const seconds = [...left].reduce((sum, one) => sum + expected(one), 0);
    begun += 1;
    console.log(
      `\n[${begun}/${todo.length}] ${name}, about ${timeOf(expected(name))}; about ${timeOf(seconds / jobs)} left`,
    );
    const outcome = await run(name, commit, prefix);
    left.delete(name);
    state.set(name, outcome);
    writePage();
    console.log(`${outcome.isOk ? "ok    " : "failed"}  ${name}  ${timeOf(outcome.seconds)}`);
  };
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (let name = waiting.shift(); name; name = waiting.shift())
        await runNext(name, jobs === 1 ? "" : `${name} | `);
    }),
  );
  for (const name of [...left]) await runNext(name, "");
}

function report(chosen: readonly string[]): void {
  const failed = chosen.filter((name) => state.outcomes.get(name)?.isOk === false);
  const missing = chosen.filter((name) => !state.outcomes.has(name));
  const passed = chosen.length - failed.length - missing.length;
  console.log(`\n${passed} passed, ${failed.length} failed, ${missing.length} not run`);
  for (const name of failed) console.log(`failed  ${name}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

function interrupt(): void {
  for (const leader of running) endGroup(leader, "SIGTERM");
  console.log("\nInterrupted. The same command goes on with the campaigns that have not ended.");
  process.exit(130);
}

function writePage(): void {
  if (!values.report) return;
  writeReport(values.report, pageOf(campaigns, new Map([...shown, ...state.outcomes])));
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** In the form that the checks of the repository want. */
function writeReport(file: string, page: string): void {
  writeFileSync(file, page);
  const biome = path.join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  spawnSync(process.execPath, [biome, "format", "--write", file], { cwd: ROOT });
}

function expected(name: string): number {
  return (state.outcomes.get(name) ?? shown.get(name))?.seconds ?? USUAL_SECONDS;
}

/** The last commit that changed the programs or their proofs, with a mark if files differ from it. */
function commitNow(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: ROOT, encoding: "utf8" }).stdout?.trim() ?? "";
  const isChanged = git("status", "--porcelain", "--", ...PROVED) !== "";
  const commit = git("log", "-1", "--format=%h", "--abbrev=8", "--", ...PROVED);
  return `${commit || "unknown"}${isChanged ? "+" : ""}`;
}

async function run(name: string, commit: string, prefix: string): Promise<Outcome> {
  const args = LONG_FORMS[name] ?? [];
  mkdirSync(FOLDER, { recursive: true });
  const log = createWriteStream(path.join(FOLDER, `${name}.log`));
  const startedAt = performance.now();
  // A group of its own, so that what a crashed campaign leaves running can be ended with it.
  const child = spawn(
    process.execPath,
    ["--import", "tsx", path.join(PROOFS, `${name}.ts`), ...args],
    { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  if (child.pid) running.add(child.pid);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      const text = chunk.toString("utf8");
      log.write(chunk);
      process.stdout.write(prefix ? text.replaceAll(/^(?=.)/gm, prefix) : text);
      output = (output + text).slice(-MAX_OUTPUT);
    });
  }
  const limit = setTimeout(() => endGroup(child.pid, "SIGKILL"), MAX_MS);
  const isOk = await new Promise<boolean>((resolve) => {
    child.on("exit", () => setTimeout(() => endGroup(child.pid, "SIGKILL"), GRACE_MS).unref());
    child.on("close", (code) => resolve(code === 0));
  });
  clearTimeout(limit);
  if (child.pid) running.delete(child.pid);
  log.end();
  const seconds = (performance.now() - startedAt) / 1000;
  const endedAt = new Date().toISOString();
  return { isOk, endedAt, commit, seconds, args, figures: figuresIn(output) };
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}
