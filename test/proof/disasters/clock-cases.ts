import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { startServerProcess } from "../support/mcp-server.ts";
import { describeRetries, startAgents } from "../support/retrying-agents.ts";
import { type CaseResult, endStage, join, judgeStage, require } from "./stage.ts";

/** Of Debian's package libfaketime. */
const LIBRARY = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
const WRITES = 60;
const JUMPS = ["+1d", "-1d", "+1d", "+0"];

/** The clock of a server jumps by a day, forth and back, while that of PostgreSQL goes on; agents keep working. */
export async function clockJumps(): Promise<CaseResult> {
  if (!existsSync(LIBRARY)) {
    return { lines: [], violations: [`${LIBRARY} is missing: install libfaketime`] };
  }
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-clock-"));
  const file = path.join(dataDirectory, "clock");
  const setClock = (offset: string) => {
    writeFileSync(`${file}.new`, offset);
    renameSync(`${file}.new`, file);
  };
  setClock("+0");
  try {
    const server = await startServerProcess({
      TROVELLA_DATA_DIR: dataDirectory,
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    });
    const crew = startAgents({ agents: 4, urls: () => [server.url] });
    const abandoned: boolean[] = [];
    for (const offset of JUMPS) {
      await crew.untilMore(WRITES);
      const plan = await abandonStep(server.url);
      setClock(offset);
      await untilJumped(server.url, offset);
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
  const expectedMs = Number.parseInt(offset, 10) * (offset.endsWith("d") ? 86_400_000 : 1);
  for (let waits = 0; waits < 50; waits += 1) {
    const { headers } = await fetch(`${url}/healthz`);
    const aheadMs = Date.parse(headers.get("date") ?? "") - Date.now();
    if (Math.abs(aheadMs - expectedMs) < 60_000) return;
    await sleep(100);
  }
  throw new Error(`The server's clock did not jump to ${offset}.`);
}
