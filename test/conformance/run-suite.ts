import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installSuite } from "./install-suite.ts";

export interface Scenario {
  readonly name: string;
  /** Whether the revision requires it; others are run and reported, but not scored. */
  readonly isRequired: boolean;
  readonly passedChecks: number;
  readonly failedChecks: number;
}

export interface SuiteRun {
  readonly exitCode: number;
  readonly scenarios: readonly Scenario[];
  readonly output: string;
}

interface SuiteOptions {
  readonly url: string;
  readonly revision: string;
  readonly expectedFailures?: string;
}

/** Runs the scenarios that a revision requires of servers against `url`. */
export async function runSuite({
  url,
  revision,
  expectedFailures,
}: SuiteOptions): Promise<SuiteRun> {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-conformance-"));
  const baseline = expectedFailures ? ["--expected-failures", expectedFailures] : [];
  const expected = expectedFailures ? readFileSync(expectedFailures, "utf8") : "";
  try {
    const list = await run(folder, ["list", "--server", "--requirements", revision]);
    const required = requiredServerScenarios(list.output);
    const { exitCode, output } = await run(folder, [
      ...["server", "--url", url, "--requirements", revision],
      ...["--output-dir", path.join(folder, "results")],
      ...baseline,
    ]);
    const scenarios = scenariosOf(output, required);
    const isLate = ({ name, isRequired, failedChecks }: Scenario) =>
      isRequired && failedChecks > 0 && !expected.includes(name);
    if (!scenarios.some(isLate)) return { exitCode, output, scenarios };
    return await runLateAgain({ exitCode, output, scenarios }, { url, revision, folder, isLate });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The suite waits 0.6 s for some streams, too little on a busy machine: what failed is run once more, alone. */
async function runLateAgain(
  suite: SuiteRun,
  {
    url,
    revision,
    folder,
    isLate,
  }: Pick<SuiteOptions, "url" | "revision"> & {
    readonly folder: string;
    readonly isLate: (scenario: Scenario) => boolean;
  },
): Promise<SuiteRun> {
  const scenarios: Scenario[] = [];
  let { output } = suite;
  let exitCode = 0;
  for (const scenario of suite.scenarios) {
    if (!isLate(scenario)) {
      scenarios.push(scenario);
      continue;
    }
    const again = await run(folder, [
      ...["server", "--url", url, "--scenario", scenario.name, "--spec-version", revision],
      ...["--output-dir", path.join(folder, "again")],
    ]);
    const [, passed, failed] = /^Passed: (\d+)\/\d+, (\d+) failed/m.exec(again.output) ?? [];
    scenarios.push({
      ...scenario,
      passedChecks: Number(passed ?? 0),
      failedChecks: Number(failed ?? 1),
    });
    output += again.output;
    exitCode ||= again.exitCode;
  }
  return { exitCode, output, scenarios };
}

async function run(folder: string, options: readonly string[]) {
  const installed = installSuite();
  if ("obstacle" in installed) throw new Error(`The suite cannot be run: ${installed.obstacle}.`);
  const [node, suite] = installed.command;
  const child = spawn(node, [suite, ...options], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const [exitCode] = await once(child, "close");
  return { exitCode: exitCode as number, output };
}

function requiredServerScenarios(list: string): ReadonlySet<string> {
  const [, section = ""] = /^Server scenarios.*\n((?: {2}- .*\n)+)/m.exec(list) ?? [];
  return new Set(section.split("\n").map((line) => line.replace("  - ", "")));
}

/** Parses the summary at the end of the suite's output. */
function scenariosOf(output: string, required: ReadonlySet<string>): Scenario[] {
  const [, summary = ""] = output.split("=== SUMMARY ===");
  const lines = summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  return [...lines].map(([, name = "", passed, failed]) => ({
    name,
    isRequired: required.has(name),
    passedChecks: Number(passed),
    failedChecks: Number(failed),
  }));
}
