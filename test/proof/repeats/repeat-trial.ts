import { isDeepStrictEqual } from "node:util";
import { type McpClient, type Reply, ToolError } from "@trovella/testing/mcp/mcp-client";
import { CUT, type CuttingProxy } from "../support/mcp-cutting-proxy.ts";
import type { PreparedCall, RepeatCase } from "./repeat-case.ts";

/** One call that is sent again and again, and whatever came back. */
export interface Trial {
  readonly repeated: RepeatCase;
  readonly prepared: PreparedCall;
  /** Names the trial's plan. */
  readonly label: string;
  readonly key: string;
  /** Replies that arrived, and those that were held back from the caller. */
  readonly replies: Reply[];
  readonly lost: Reply[];
  readonly problems: string[];
}

export interface Line {
  readonly call: McpClient["call"];
  readonly proxy: CuttingProxy;
}

let sent = 0;

/** Sends the call and keeps its reply; a broken connection is no problem where one is expected. */
export async function send({ call }: Line, trial: Trial, mayBreak = false): Promise<void> {
  try {
    trial.replies.push(await call(trial.repeated.tool, inputOf(trial, trial.prepared.input)));
  } catch (error) {
    const isExpected = mayBreak && !(error instanceof ToolError);
    if (!isExpected) trial.problems.push(`a repeated call failed: ${String(error)}`);
  }
}

/** Sends the call so that the server answers it and nobody hears. */
export async function sendAndLose({ call, proxy }: Line, trial: Trial): Promise<void> {
  sent += 1;
  const sessionId = `${CUT}${sent}`;
  const input = { ...inputOf(trial, trial.prepared.input), sessionId };
  try {
    await call(trial.repeated.tool, input);
    trial.problems.push("a reply arrived that should have been lost");
  } catch (error) {
    const reply = replyOf(proxy.lost.get(sessionId));
    if (reply) trial.lost.push(reply);
    else trial.problems.push(`a call to be cut was not carried out: ${String(error)}`);
  }
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
  if (answer !== code) trial.problems.push(`${code} was due, but the answer was ${answer}`);
}

/** All replies say the same, and only one of them is not a repetition. */
export function compareReplies(trial: Trial, isFirstKnown: boolean): void {
  const { repeated, replies, lost, problems } = trial;
  const all = [...lost, ...replies];
  if (all.some((reply) => !isDeepStrictEqual(essence(trial, reply), essence(trial, all[0])))) {
    problems.push(`replies differ: ${JSON.stringify(all)}`);
  }
  if (!repeated.isKeyed) return;
  const fresh = all.filter(({ replayed }) => replayed === undefined).length;
  if (isFirstKnown ? fresh !== 1 : fresh > 1) {
    problems.push(`${fresh} of ${all.length} replies were not marked as replayed`);
  }
}

/** Without a key a call is answered anew; what counts is that the caller holds what it held. */
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
  const { result } = (message ?? {}) as { result?: { structuredContent?: Reply } };
  return result?.structuredContent ?? null;
}
