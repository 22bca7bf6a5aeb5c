import { execFile } from "node:child_process";
import { embeddedTarget } from "@trovella/db";
import { ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { clusterProcesses } from "../embedded/start-race-processes.ts";
import { findLosses } from "../support/acknowledged-writes.ts";
import type { Acknowledgement, AgentsReport } from "../support/retrying-agents.ts";

/** What a case found: lines to print, and what must not be. */
export interface CaseResult {
  readonly lines: readonly string[];
  readonly violations: readonly string[];
}

export interface CommandRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command on a data directory to its end, whatever that is. */
export function runCommand(
  dataDirectory: string,
  options: readonly string[],
  program = TROVELLA,
): Promise<CommandRun> {
  const env = {
    PATH: process.env.PATH ?? "",
    TROVELLA_DATA_DIR: dataDirectory,
    ...WITHOUT_MODEL,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...options], { env }, (error, stdout, stderr) => {
      const exitCode = error ? Number(error.code ?? 1) : 0;
      resolve({ exitCode, stdout: stdout.trim(), stderr: stderr.trim() });
    });
  });
}

/** Compares the agents' acknowledgements with the embedded database of the data directory. */
export async function judgeStage(dataDirectory: string, report: AgentsReport): Promise<CaseResult> {
  const losses = await lossesIn(dataDirectory, report.acknowledged);
  const { missing, doubled, verification } = losses;
  const { plans, events, differenceCount, differences } = verification;
  const problems: readonly (readonly [boolean, string])[] = [
    [missing.length > 0, `${missing.length} acknowledged writes are lost`],
    [doubled > 0, `${doubled} steps have an attempt or a result twice`],
    [differenceCount > 0, `verify found differences: ${JSON.stringify(differences.slice(0, 3))}`],
    [
      report.failed.length > 0,
      `calls failed: ${JSON.stringify(report.failed.slice(0, 3))} of ${report.failed.length}`,
    ],
  ];
  return {
    lines: [
      `${report.calls} calls, ${report.failed.length} failed after retries; ${report.acknowledged.length} writes acknowledged, ${missing.length} missing, ` +
        `${doubled} twice; longest gap ${(report.longestGapMs / 1000).toFixed(1)} s; verify: ${plans} plans, ${events} events, ${differenceCount} differences`,
    ],
    violations: problems.filter(([isViolated]) => isViolated).map(([, text]) => text),
  };
}

/** The acknowledged writes that the embedded database does not hold. */
export async function findMissing(
  dataDirectory: string,
  acknowledged: readonly Acknowledgement[],
): Promise<readonly Acknowledgement[]> {
  return (await lossesIn(dataDirectory, acknowledged)).missing;
}

async function lossesIn(dataDirectory: string, acknowledged: readonly Acknowledgement[]) {
  const cluster = await ensurePostgres({ dataDirectory });
  const target = embeddedTarget(cluster, "trovella");
  const asSuperuser = { ...target, user: cluster.bootstrapUser };
  return findLosses({ target, asSuperuser, organizationId: LOCAL_ORGANIZATION_ID }, acknowledged);
}

/** Kills PostgreSQL with all its processes, as losing power would. */
export function killPostgres(dataDirectory: string): void {
  const { postmasters, others } = clusterProcesses(dataDirectory);
  for (const processId of [...postmasters, ...others]) killProcess(processId);
}

export function killProcess(processId: number): void {
  try {
    process.kill(processId, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export async function endStage(dataDirectory: string): Promise<void> {
  await stopPostgres({ dataDirectory }).catch(() => undefined);
  killPostgres(dataDirectory);
}

export function join(...results: readonly CaseResult[]): CaseResult {
  return {
    lines: results.flatMap(({ lines }) => lines),
    violations: results.flatMap(({ violations }) => violations),
  };
}

export function require(isTrue: boolean, violation: string): CaseResult {
  return { lines: [], violations: isTrue ? [] : [violation] };
}
