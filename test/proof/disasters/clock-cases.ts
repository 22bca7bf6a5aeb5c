import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { embeddedTarget, withClient } from "@trovella/db";
import { ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { findOrInstall } from "@trovella/testing/programs/find-or-install";
import { clusterProcesses } from "../embedded/start-race-processes.ts";
import { startServerProcess } from "../support/mcp-server.ts";
import { describeRetries, startAgents } from "../support/retrying-agents.ts";
import { type CaseResult, endStage, join, judgeStage, require } from "./stage.ts";

/** Of Debian's package libfaketime. */
const LIBRARY = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
const WRITES = 60;
const RESTARTS = 10;
const JUMPS = ["+1d", "-1d", "+1d", "+0"];

/** The clock of a server jumps by a day, forth and back, while that of PostgreSQL goes on; agents keep working. */
export function serverClock(): Promise<CaseResult> {
  return withJumps({ isDatabaseToo: false });
}

/** The clocks of the server and of PostgreSQL jump together, as that of their machine does. */
export function machineClock(): Promise<CaseResult> {
  return withJumps({ isDatabaseToo: true });
}

async function withJumps({ isDatabaseToo }: { isDatabaseToo: boolean }): Promise<CaseResult> {
  const { programs, reason } = await findOrInstall({
    name: "libfaketime",
    packages: ["libfaketime"],
    lookUp: () => (existsSync(LIBRARY) ? LIBRARY : null),
  });
  if (!programs) return { lines: [], violations: [reason] };
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-clock-"));
  const file = path.join(dataDirectory, "clock");
  const setClock = (offset: string) => {
    writeFileSync(`${file}.new`, offset);
    renameSync(`${file}.new`, file);
  };
  setClock("+0");
  try {
    const clock = {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    };
    const server = await startServerProcess({ TROVELLA_DATA_DIR: dataDirectory, ...clock });
    if (isDatabaseToo) await restartPostgres(dataDirectory, clock);
    const crew = startAgents({ agents: 4, urls: () => [server.url] });
    const abandoned: boolean[] = [];
    for (const offset of JUMPS) {
      await crew.untilMore(WRITES);
      const plan = await abandonStep(server.url);
      setClock(offset);
      await untilJumped(server.url, offset);
      if (isDatabaseToo) await requireJumped(dataDirectory, offset);
      await crew.untilMore(WRITES);
      abandoned.push(await isContinued(server.url, plan));
    }
    const report = await crew.stop();
    await server.stop();
    const stuck = abandoned.filter((isDone) => !isDone).length;
    return join(
      {
        lines: [
          `${JUMPS.length} jumps (${JUMPS.join(", ")}); ${abandoned.length} steps abandoned before one, ${stuck} of them not continued by another agent; retried: ${describeRetries(report.retried)}`,
        ],
        violations: [],
      },
      require(stuck === 0, "a step that was abandoned before a jump cannot be continued"),
      await judgeStage(dataDirectory, report),
    );
  } finally {
    await endStage(dataDirectory);
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/**
 * Starts PostgreSQL again as it was, with further variables, which the program itself does not pass on. The server starts it, too,
 * as soon as it misses it, and may be first.
 */
async function restartPostgres(
  dataDirectory: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  for (let attempt = 0; attempt < RESTARTS; attempt += 1) {
    if (await isRestarted(dataDirectory, variables)) return;
  }
  throw new Error("PostgreSQL has the clock of the machine.");
}

async function isRestarted(
  dataDirectory: string,
  variables: Readonly<Record<string, string>>,
): Promise<boolean> {
  const [postmaster] = clusterProcesses(dataDirectory).postmasters;
  const [program = "", ...options] = readFileSync(`/proc/${postmaster}/cmdline`, "utf8")
    .split("\0")
    .filter((word) => word !== "");
  const { uid, gid } = statSync(`/proc/${postmaster}`);
  await stopPostgres({ dataDirectory });
  spawn(program, options, {
    ...{ uid, gid, cwd: "/", detached: true, stdio: "ignore" },
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC", ...variables },
  }).unref();
  await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  const [started] = clusterProcesses(dataDirectory).postmasters;
  return readFileSync(`/proc/${started}/environ`, "utf8").includes("FAKETIME");
}

interface Abandoned {
  readonly planId: string;
  readonly stepId: string;
}

/** An agent takes a step and vanishes. */
async function abandonStep(url: string): Promise<Abandoned> {
  const { call, close } = await connectHttp(url);
  const { planId } = await call<{ planId: string }>("create_research_plan", {
    name: "Abandoned",
    researchQuestion: "Who goes on?",
    stallThresholdMinutes: 1,
    steps: [{ stepType: "search", instructions: "Search." }],
  });
  const { step } = await call<{ step: { stepId: string } }>("get_next_step", {
    planId,
    agent: "vanished",
  });
  await close();
  return { planId, stepId: step.stepId };
}

/** Another agent gets the step: at once if its lease has expired by this clock, else by taking it over. */
async function isContinued(url: string, { planId, stepId }: Abandoned): Promise<boolean> {
  const { call, close } = await connectHttp(url);
  try {
    const offered = await call<{ step?: object }>("get_next_step", { planId, agent: "next" });
    if (offered.step) return true;
    const taken = await call<{ step?: object }>("get_next_step", {
      planId,
      agent: "next",
      takeOverStepId: stepId,
    });
    return taken.step !== undefined;
  } finally {
    await close();
  }
}

/** Until the server's own clock shows the jump. */
async function untilJumped(url: string, offset: string): Promise<void> {
  const expectedMs = offsetMs(offset);
  for (let waits = 0; waits < 50; waits += 1) {
    const { headers } = await fetch(`${url}/healthz`);
    const aheadMs = Date.parse(headers.get("date") ?? "") - Date.now();
    if (Math.abs(aheadMs - expectedMs) < 60_000) return;
    await sleep(100);
  }
  throw new Error(`The server's clock did not jump to ${offset}.`);
}

async function requireJumped(dataDirectory: string, offset: string): Promise<void> {
  const cluster = await ensurePostgres({ dataDirectory });
  const nowMs = await withClient(embeddedTarget(cluster, "trovella"), async (client) => {
    const { rows } = await client.query("SELECT now()");
    return rows[0].now.getTime();
  });
  if (Math.abs(nowMs - Date.now() - offsetMs(offset)) < 60_000) return;
  throw new Error(`PostgreSQL's clock did not jump to ${offset}.`);
}

function offsetMs(offset: string): number {
  return Number.parseInt(offset, 10) * (offset.endsWith("d") ? 86_400_000 : 1);
}
