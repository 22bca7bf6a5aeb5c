import { canonicalJson, type Database, newId } from "@trovella/db";
import type { CallRecord, FinishedCall, LoggedCall } from "@trovella/db/calls";
import { type PlanReferences, readStepHandle } from "@trovella/db/plans";
import type { Json } from "@trovella/foundation";
import type { Plan } from "@trovella/plan-engine";
import type { Caller } from "@trovella/research";
import { TICKET_PREFIX } from "../board/tickets.ts";
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
  { reply, plan }: { readonly reply: object; readonly plan: Plan | null },
  idempotency: Idempotency | null,
): CallRecord {
  return {
    ...loggedCall(call, input, { reply, known: plan && referencesOf(plan) }),
    idempotency: idempotency && { ...idempotency, reply: canonicalJson(reply as Json) },
  };
}

/** The record of a call that waited, with its final reply and duration. */
export function completedRecord(
  { startedMs }: StartedCall,
  record: CallRecord,
  reply: object,
): CallRecord {
  const { idempotency } = record;
  return {
    ...record,
    responseMetadata: callMetadata(reply),
    durationMs: Math.round(performance.now() - startedMs),
    idempotency: idempotency && { ...idempotency, reply: canonicalJson(reply as Json) },
  };
}

/** The record of any other call (read-only, failed or repeated), which is logged afterwards. */
export function finishedCall(
  call: StartedCall,
  outcome: CallOutcome,
  references: Database["references"],
): FinishedCall {
  const isError = outcome.kind === "failure";
  const reply = outcome.kind === "reply" ? outcome.reply : isError ? { error: outcome.text } : {};
  const { organizationId } = call.caller.tenant;
  const known = references.get(organizationId, planIn(reply) ?? "");
  return {
    ...loggedCall(call, loggableInput(call.input), { reply, known }),
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
  { reply, known }: { readonly reply: object; readonly known: KnownIds | null },
): LoggedCall {
  return {
    id: newId("call"),
    userId: caller.userId,
    toolName: tool.name,
    planId: shortText(input.planId) ?? (planIn(reply) && (known?.id ?? null)),
    stepId: shortText(input.stepId) ?? stepIn(reply, known),
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

/** The ids behind the handles in a reply: the log keeps ids. */
type KnownIds = Pick<PlanReferences, "id" | "stepIds">;

function referencesOf({ id, steps }: Plan): KnownIds {
  return { id, stepIds: new Map(steps.map((step) => [step.number, step.id])) };
}

function planIn(reply: object): string | null {
  return shortText((reply as { planId?: unknown }).planId);
}

function stepIn(reply: object, known: KnownIds | null): string | null {
  const { step, stepId } = reply as { step?: { stepId?: unknown }; stepId?: unknown };
  const handle = readStepHandle(shortText(step?.stepId) ?? shortText(stepId) ?? "");
  return (handle && known?.stepIds.get(handle.number)) ?? null;
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
  if (typeof value === "string") return shortenText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return Array.isArray(value) ? "[array]" : "[object]";
  return Array.isArray(value) ? shortenList(value, depth) : shortenObject(value, depth);
}

/** A ticket would decide a review, so it is kept nowhere. */
function shortenText(text: string): string {
  if (text.includes(TICKET_PREFIX)) return "[ticket]";
  return text.length > MAX_TEXT ? `[${text.length} chars]` : text;
}

function shortenKey(key: string): string {
  return key.includes(TICKET_PREFIX) ? "[ticket]" : key.slice(0, MAX_TEXT);
}

function shortenList(values: readonly unknown[], depth: number): unknown[] {
  const kept = values.slice(0, MAX_ENTRIES).map((value) => shorten(value, depth + 1));
  const left = values.length - kept.length;
  return left > 0 ? [...kept, `...[${left} more]`] : kept;
}

/** Written as a loop, since the arguments and the reply of every call pass through it. */
function shortenObject(value: object, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const keys = Object.keys(value);
  for (const key of keys.length > MAX_KEYS ? keys.slice(0, MAX_KEYS) : keys) {
    const entry = shorten((value as Record<string, unknown>)[key], depth + 1);
    const name = shortenKey(key);
    // An assignment would set the prototype.
    if (name === "__proto__") Object.defineProperty(kept, name, { value: entry, enumerable: true });
    else kept[name] = entry;
  }
  if (keys.length > MAX_KEYS) kept["..."] = `[${keys.length - MAX_KEYS} more]`;
  return kept;
}
