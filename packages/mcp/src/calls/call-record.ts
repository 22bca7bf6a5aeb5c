import { canonicalJson, newId } from "@trovella/db";
import type { CallRecord, FinishedCall, LoggedCall } from "@trovella/db/calls";
import type { Json } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { checkArguments } from "../text/check-arguments.ts";
import { callMetadata } from "./call-metadata.ts";
import type { CallOutcome, StartedCall } from "./call-request.ts";
import type { Idempotency } from "./idempotency.ts";

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
