import { newId } from "@trovella/db";
import type { Caller } from "@trovella/research";
import { checkArguments } from "../text/hostile-input.ts";
import { callMetadata } from "./call-metadata.ts";
import type { CallRequest } from "./call-tool.ts";

/** When a call came, by the calendar and by a clock that only goes forward. */
export interface CallStart {
  readonly startedAt: Date;
  readonly startedMs: number;
}

/** What the log keeps of a call, whatever became of it. */
export function loggedCall(
  request: CallRequest & CallStart,
  input: Record<string, unknown>,
  reply: object,
) {
  const { tool, caller, client, startedAt, startedMs } = request;
  return {
    id: newId("call"),
    userId: caller.userId,
    toolName: tool.name,
    planId: shortText(input.planId) ?? shortText((reply as { planId?: unknown }).planId),
    stepId: shortText(input.stepId) ?? stepOf(reply),
    // Only as the reply gives it: what was asked for may not exist.
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

/** The session named by the call, else that of its connection. */
export function sessionOf(input: Record<string, unknown>, caller: Caller): string | null {
  return shortText(input.sessionId) ?? caller.sessionId;
}

/** What a refused call had sent, as far as it can be kept. */
export function loggableInput(input: unknown): Record<string, unknown> {
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
