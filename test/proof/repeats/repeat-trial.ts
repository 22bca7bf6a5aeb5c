import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type McpClient, type Reply, ToolError } from "@trovella/testing/mcp/mcp-client";
import { CUT, type CuttingProxy, UNCUT } from "../support/mcp-cutting-proxy.ts";
import type { PreparedCall, RepeatCase } from "./repeat-case.ts";

/** One retried call and its replies. */
export interface Trial {
  readonly repeated: RepeatCase;
  readonly prepared: PreparedCall;
  /** Id of the trial's plan. */
  readonly label: string;
  readonly key: string;
  /** Received replies, and those the proxy dropped. */
  readonly replies: Reply[];
  readonly lost: Reply[];
  readonly problems: string[];
  /** A proxy in between reached no server; the call may have been executed although nobody saw its reply. */
  isUncertain: boolean;
}

export interface Line {
  readonly call: McpClient["call"];
  readonly proxy: CuttingProxy;
}

/** A proxy in between answers 502 for connections it kept to a killed server, and while it tries no server for some seconds. */
const MAX_SENDS = 10;
const PAUSE_MS = 500;

let sent = 0;

/** Sends the call and records its reply; tolerates a broken connection where one is expected. */
export async function send({ call }: Line, trial: Trial, mayBreak = false): Promise<void> {
  try {
    trial.replies.push(await call(trial.repeated.tool, inputOf(trial, trial.prepared.input)));
  } catch (error) {
    const isExpected = mayBreak && !(error instanceof ToolError);
    if (!isExpected) trial.problems.push(`a repeated call failed: ${String(error)}`);
  }
}

/** Sends the call so that its reply is lost. Where no server was reached it is sent again, as a client would. */
export async function sendAndLose({ call, proxy }: Line, trial: Trial): Promise<void> {
  sent += 1;
  const whole = inputOf(trial, trial.prepared.input);
  const { sessionId: session = `${UNCUT}${sent}` } = whole as { sessionId?: string };
  const sessionId = session.replace(UNCUT, CUT);
  const earlier = proxy.lost.get(sessionId);
  let failure = "";
  for (let sends = 0; sends < MAX_SENDS; sends += 1) {
    try {
      await call(trial.repeated.tool, { ...whole, sessionId });
      trial.problems.push("a reply arrived that should have been lost");
      return;
    } catch (error) {
      failure = String(error);
    }
    const reply = replyOf(proxy.lost.get(sessionId));
    if (reply && proxy.lost.get(sessionId) !== earlier) {
      trial.lost.push(reply);
      return;
    }
    if (!proxy.takeUnreached(sessionId)) break;
    trial.isUncertain = true;
    await sleep(PAUSE_MS);
  }
  trial.problems.push(`a call whose reply was to be dropped was not executed: ${failure}`);
}

/** Sends other arguments with the same key. */
export async function expectRefusal(
  { call }: Line,
  trial: Trial,
  { input, code }: { readonly input: object; readonly code: string },
): Promise<void> {
  const answer = await call(trial.repeated.tool, inputOf(trial, input)).then(
    () => "success",
    (error: unknown) => (error instanceof ToolError ? error.code : String(error)),
  );
  if (answer !== code) trial.problems.push(`${code} expected, but the answer was ${answer}`);
}

/** All replies must be equal, and only one not marked as replayed. */
export function compareReplies(trial: Trial, isFirstKnown: boolean): void {
  const { repeated, replies, lost, problems } = trial;
  const all = [...lost, ...replies];
  if (all.some((reply) => !isDeepStrictEqual(essence(trial, reply), essence(trial, all[0])))) {
    problems.push(`replies differ: ${JSON.stringify(all)}`);
  }
  if (!repeated.isKeyed) return;
  const fresh = all.filter(({ replayed }) => replayed === undefined).length;
  if (isFirstKnown && !trial.isUncertain ? fresh !== 1 : fresh > 1) {
    problems.push(`${fresh} of ${all.length} replies were not marked as replayed`);
  }
}

/** A call without a key is executed again; only the claim must stay the same. */
function essence({ repeated }: Trial, reply: Reply | undefined): unknown {
  const { replayed: _, ...rest } = reply ?? {};
  if (repeated.isKeyed) return rest;
  const { step, lease } = rest as { step?: object; lease?: { token: string } };
  return { step, token: lease?.token };
}

function inputOf({ repeated, key }: Trial, input: object): Record<string, unknown> {
  return { ...input, ...(repeated.isKeyed ? { idempotencyKey: key } : {}) };
}

function replyOf(message: object | undefined): Reply | null {
  const { result } = (message ?? {}) as { result?: { structuredContent?: Reply; _meta?: Reply } };
  const planVersion = result?._meta?.["trovella/planVersion"];
  const reply = result?.structuredContent ?? null;
  return reply && planVersion !== undefined ? { ...reply, planVersion } : reply;
}
