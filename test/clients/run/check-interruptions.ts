import { setTimeout as sleep } from "node:timers/promises";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import type { Finding, Findings } from "../capabilities.ts";
import type { TestClient } from "../catalog/test-client.ts";
import type { SlowRequest } from "../model/model-server.ts";
import { replyFields } from "../scenarios/scenario.ts";
import { doneOf, tail, toldIn } from "./findings.ts";
import { killProcesses, processesAt } from "./processes.ts";
import { type Bench, type Played, Session } from "./session.ts";

/** Gemini CLI counts the start of the server too. */
const TOOL_TIMEOUT_MS = 8_000;
/** How long Trovella may take to notice that nobody waits any more. */
const NOTICE_MS = 5_000;

/** The client gives up on a call; the model is told, the next call works, and the work ends. */
export async function checkTimeout(
  bench: Bench,
  client: TestClient,
  findings: Findings,
): Promise<void> {
  if (client.lacks.includes("timeout")) return;
  const session = new Session(bench, client, { purpose: "timeout", timeoutMs: TOOL_TIMEOUT_MS });
  session.writeEntry();
  await session.signIn();
  const slow = slowRequestOf(bench, session);
  const played = await session.play("slowCall");
  findings.set("timeout", await timeoutFinding(played, slow));
  await session.end();
}

async function timeoutFinding(
  played: Played,
  slow: ReturnType<typeof slowRequestOf>,
): Promise<Finding> {
  const finished = doneOf(played);
  if (typeof finished === "string") return finished;
  const request = await Promise.race([slow, sleep(1_000, null)]);
  const [reply = ""] = toldIn(played);
  if (!request) return `nothing was slow: ${tail(reply)}`;
  if (replyFields(reply).data) return `the client waited for the reply: ${tail(reply)}`;
  const ended = request.endedAfterMs;
  if (ended === null) return "the call went on after the client gave it up";
  const limit = TOOL_TIMEOUT_MS + NOTICE_MS;
  return ended <= limit || `the call went on for ${Math.round(ended / 1_000)} s`;
}

/** The client is killed during a call, with all of its processes but ours: its server ends, and so does the work. */
export async function checkVanishing(
  bench: Bench,
  client: TestClient,
  findings: Findings,
): Promise<void> {
  if (client.lacks.includes("vanish")) return;
  const session = new Session(bench, client, { purpose: "vanish" });
  const { home } = session.place;
  session.writeEntry();
  await session.signIn();
  const slow = slowRequestOf(bench, session);
  const playing = session.play("slowCall");
  const request = await Promise.race([slow, playing.then(() => null)]);
  const servers = processesAt(home, TROVELLA);
  killProcesses(processesAt(home).filter((pid) => !servers.includes(pid)));
  const { output } = await playing;
  findings.set(
    "vanish",
    request ? await vanishFinding(home, request) : `nothing was slow: ${tail(output)}`,
  );
  await session.end();
}

async function vanishFinding(home: string, request: SlowRequest): Promise<Finding> {
  await sleep(NOTICE_MS);
  const isServing = processesAt(home, TROVELLA).length > 0;
  const isAsking = request.endedAfterMs === null;
  const left = [isServing ? "its server remains" : "", isAsking ? "the model is still asked" : ""];
  return left.filter(Boolean).join(", ") || true;
}

function slowRequestOf({ model }: Bench, { label }: Session) {
  return model.slowRequest(`${label}-slowCall`);
}
