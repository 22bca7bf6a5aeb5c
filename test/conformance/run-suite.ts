import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
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
  try {
    const list = await run(folder, ["list", "--server", "--requirements", revision]);
    const required = requiredServerScenarios(list.output);
    const { exitCode, output } = await run(folder, [
      ...["server", "--url", url, "--requirements", revision],
      ...["--output-dir", path.join(folder, "results")],
      ...baseline,
    ]);
    return { exitCode, output, scenarios: scenariosOf(output, required) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
