import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { clusterProcesses } from "../embedded/start-race-processes.ts";
import { describeRetries, startAgents } from "../support/retrying-agents.ts";
import { type CaseResult, endStage, join, judgeStage, killPostgres, killProcess } from "./stage.ts";
import { superviseServer } from "./supervised-server.ts";

const ROUNDS = 3;
const WRITES = 30;

/** The kernel kills the server, one process of PostgreSQL, its postmaster, or all at once, as when memory runs out. */
export async function outOfMemory(): Promise<CaseResult> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-kills-"));
  try {
    const server = await superviseServer({ TROVELLA_DATA_DIR: dataDirectory });
    const crew = startAgents({ agents: 4, urls: () => [server.url], giveUpMs: 120_000 });
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kill of [
        () => server.killAndRestart(),
        () => killProcess(serverProcess(dataDirectory, / trovella \[local\]/)),
        () => killProcess(serverProcess(dataDirectory, /walwriter|checkpointer/)),
        () => killProcess(clusterProcesses(dataDirectory).postmasters[0] ?? 0),
        () => killPostgres(dataDirectory),
      ]) {
        await crew.untilMore(WRITES);
        await kill();
        kills += 1;
      }
    }
    await crew.untilMore(WRITES);
    const report = await crew.stop();
    await server.stop();
    const lines = [`${kills} kills; agents were told: ${describeRetries(report.retried)}`];
    return join({ lines, violations: [] }, await judgeStage(dataDirectory, report));
  } finally {
    await endStage(dataDirectory);
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** A process of PostgreSQL by its title; there is one, since agents work. */
function serverProcess(dataDirectory: string, title: RegExp): number {
  const found = clusterProcesses(dataDirectory).others.find((processId) => {
    try {
      return title.test(readFileSync(`/proc/${processId}/cmdline`, "utf8"));
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`PostgreSQL has no process ${title}.`);
  return found;
}
