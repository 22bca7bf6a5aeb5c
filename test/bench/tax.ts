/** What research through the tools costs a model, in 0.1 and now: calls, characters and tokens of recorded tasks. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { stopPostgres } from "@trovella/db/embedded";
import type { Figures, TaskFigures } from "./tax/figures.ts";
import { printTable } from "./tax/print-table.ts";
import { runNewWay, runOldWay, runWithoutClaims } from "./tax/run-tasks.ts";
import { OLD_PAGES, sizeOfSkills } from "./tax/skill-pages.ts";

const RECORDED = new URL("tax/recorded-0.1.json", import.meta.url);
const { values } = parseArgs({ options: { record: { type: "string" } } });

if (values.record) await recordOldWay(path.resolve(values.record));
const old: Figures = JSON.parse(readFileSync(RECORDED, "utf8"));
const now = await withDataDirectory((dataDirectory) => runNewWay({ dataDirectory }));
console.log(
  "Characters/tokens (o200k). Before: the calls that the skills of 0.1 taught, recorded with a server of 0.1.0 and its long ids.\n" +
    "Now: the calls that the skills teach, made in this run. Resume is the part of deep until the step to go on with is there.\n",
);
printTable(old, now);
const without = await withDataDirectory((dataDirectory) => runWithoutClaims({ dataDirectory }));
console.log(`\nClaims in a deep research: ${differenceOf(now.tasks.deep, without)}`);

/** Runs the tasks of 0.1 with the server and the skills of a checkout of it. */
async function recordOldWay(checkout: string): Promise<void> {
  const program = path.join(checkout, "apps", "server", "bin", "trovella.mjs");
  const skills = pathToFileURL(`${path.join(checkout, "skills")}/`);
  const costs = await withDataDirectory((dataDirectory) => runOldWay({ dataDirectory, program }));
  const figures: Figures = { ...costs, skills: sizeOfSkills(skills, OLD_PAGES) };
  writeFileSync(RECORDED, `${JSON.stringify(figures, null, 2)}\n`);
}

function differenceOf(one: TaskFigures, other: TaskFigures): string {
  const calls = one.calls - other.calls;
  const written = one.written.tokens - other.written.tokens;
  const read = one.read.tokens - other.read.tokens;
  return `${calls} more calls, ${written} more tokens written, ${read} more read`;
}

async function withDataDirectory<T>(work: (dataDirectory: string) => Promise<T>): Promise<T> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-bench-"));
  try {
    return await work(dataDirectory);
  } finally {
    await stopPostgres({ dataDirectory });
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
