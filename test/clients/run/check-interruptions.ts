import { setTimeout as sleep } from "node:timers/promises";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import type { Finding, Findings } from "../capabilities.ts";
import type { TestClient } from "../catalog/test-client.ts";
import { doneOf, tail, toldIn } from "./findings.ts";
import { processesAt } from "./processes.ts";
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
  if (!request) return `nothing was slow: ${tail(toldIn(played)[0] ?? "")}`;
  const ended = request.endedAfterMs;
  if (ended === null) return "the call went on to the end of the model's answer";
  const limit = TOOL_TIMEOUT_MS + NOTICE_MS;
  return ended <= limit || `the call went on for ${Math.round(ended / 1_000)} s`;
}

/** The client is killed during a call: its server ends, and so does the work. */
export async function checkVanishing(
  bench: Bench,
  client: TestClient,
  findings: Findings,
): Promise<void> {
  const session = new Session(bench, client, { purpose: "vanish" });
  session.writeEntry();
  await session.signIn();
  const killer = new AbortController();
  const slow = slowRequestOf(bench, session);
  const playing = session.play("slowCall", killer.signal);
  const request = await Promise.race([slow, playing.then(() => null)]);
  killer.abort();
  const { output } = await playing;
  if (!request) findings.set("vanish", `nothing was slow: ${tail(output)}`);
  else {
    await sleep(NOTICE_MS);
    const isServing = processesAt(session.place.home, TROVELLA).length > 0;
    const isAsking = request.endedAfterMs === null;
    const left = [isServing ? "its server remains" : "", isAsking ? "the model is still asked" : ""];
    findings.set("vanish", left.filter(Boolean).join(", ") || true);
  }
  await session.end();
}

function slowRequestOf({ model }: Bench, { label }: Session) {
  return model.slowRequest(`${label}-slowCall`);
}
