import { canonicalJson, newId } from "@trovella/db";
import type { CallRecord, FinishedCall, LoggedCall } from "@trovella/db/calls";
import type { Json } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { checkArguments } from "../text/check-arguments.ts";
import type { CallOutcome, StartedCall } from "./call-request.ts";
import type { Idempotency } from "./idempotency.ts";

const MAX_TEXT = 500;
const MAX_DEPTH = 5;
const MAX_ENTRIES = 10;
const MAX_KEYS = 50;
const MAX_TOTAL = 20_000;

/** The record of a mutating call, which is saved in the transaction of its effect. */
export function callRecord(
  call: StartedCall,
  input: Record<string, unknown>,
  reply: object,
  idempotency: Idempotency | null,
): CallRecord {
  return {
    ...loggedCall(call, input, reply),
    idempotency: idempotency && { ...idempotency, reply: canonicalJson(reply as Json) },
  };
}

/** The record of any other call (read-only, failed or repeated), which is logged afterwards. */
export function finishedCall(call: StartedCall, outcome: CallOutcome): FinishedCall {
  const isError = outcome.kind === "failure";
  const reply = outcome.kind === "reply" ? outcome.reply : isError ? { error: outcome.text } : {};
  return {
    ...loggedCall(call, loggableInput(call.input), reply),
    isError,
    errorCode: isError ? outcome.code : null,
  };
}

/** The session named by the call, else that of its connection. */
export function sessionOf(input: Record<string, unknown>, caller: Caller): string | null {
  return shortText(input.sessionId) ?? caller.sessionId;
}

function loggedCall(
  { tool, caller, client, startedAt, startedMs }: StartedCall,
  input: Record<string, unknown>,
  reply: object,
): LoggedCall {
  return {
    id: newId("call"),
    userId: caller.userId,
    toolName: tool.name,
    planId: shortText(input.planId) ?? shortText((reply as { planId?: unknown }).planId),
    stepId: shortText(input.stepId) ?? stepOf(reply),
    // Only from the reply: the execution named in the input may not exist.
    skillExecutionId: shortText((reply as { executionId?: unknown }).executionId),
    sessionId: sessionOf(input, caller),
    clientName: client.name,
    clientVersion: client.version,
    requestMetadata: callMetadata(input),
    responseMetadata: callMetadata(reply),
    durationMs: Math.round(performance.now() - startedMs),
    createdAt: startedAt,
  };
}

function stepOf(reply: object): string | null {
  const { step, stepId } = reply as { step?: { stepId?: unknown }; stepId?: unknown };
  return shortText(step?.stepId) ?? shortText(stepId);
}

/** The input of a call that may have been refused because its input cannot be stored. */
function loggableInput(input: unknown): Record<string, unknown> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return {};
  try {
    checkArguments(input);
    return input as Record<string, unknown>;
  } catch {
    return {};
  }
}

function shortText(value: unknown): string | null {
  return typeof value === "string" && value.length <= 200 ? value : null;
}

/** Arguments or a reply as the call log keeps them: their shape, with long texts left out. */
export function callMetadata(value: object): string {
  const json = JSON.stringify(shorten(value, 0));
  return json.length <= MAX_TOTAL ? json : JSON.stringify({ truncated: `[${json.length} chars]` });
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > MAX_TEXT ? `[${value.length} chars]` : value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return Array.isArray(value) ? "[array]" : "[object]";
  return Array.isArray(value) ? shortenList(value, depth) : shortenObject(value, depth);
}

function shortenList(values: readonly unknown[], depth: number): unknown[] {
  const kept = values.slice(0, MAX_ENTRIES).map((value) => shorten(value, depth + 1));
  const left = values.length - kept.length;
  return left > 0 ? [...kept, `...[${left} more]`] : kept;
}

function shortenObject(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, MAX_KEYS)
    .map(([key, entry]) => [key.slice(0, MAX_TEXT), shorten(entry, depth + 1)]);
  const left = entries.length - kept.length;
  return Object.fromEntries(left > 0 ? [...kept, ["...", `[${left} more]`]] : kept);
}
