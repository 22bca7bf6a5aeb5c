import {
  type CallRecord,
  canonicalJson,
  type Database,
  lockKeptReply,
  newId,
  saveCallRecord,
  sealJson,
  type TenantContext,
  withTenantContext,
} from "@trovella/db";
import { AppError, type Json, repeatedReply } from "@trovella/plan-engine";
import { callMetadata } from "./call-metadata.ts";
import type { Caller, Client } from "./caller.ts";
import type { Console } from "./console.ts";
import type { Tool } from "./define-tool.ts";
import { checkArguments } from "./hostile-input.ts";
import { explainInput } from "./input-error.ts";
import { type Dialogue, NO_DIALOGUE, Question } from "./question.ts";
import { ToolCall } from "./tool-call.ts";
import type { ToolCallLog } from "./tool-call-log.ts";
import { failureOf } from "./tool-failure.ts";

/** What all calls share: made once per process. */
export interface Services {
  readonly database: Database;
  readonly console: Console;
  readonly log: ToolCallLog;
  /** How long a step may stay silent in plans that do not say it themselves. */
  readonly stallThresholdMs: number;
  now(): Date;
  /** Told of what should not happen, with the id that the caller was given. */
  onFailure(error: unknown, correlationId: string): void;
}

export interface CallRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly caller: Caller;
  readonly client: Client;
  readonly dialogue?: Dialogue;
}

export type CallOutcome =
  | { readonly kind: "reply"; readonly reply: object }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "failure"; readonly code: string; readonly text: string };

/**
 * Carries out one call of a tool: checks input and permission, opens the caller's transaction, gives
 * a repeated call its first reply, logs the call, and turns whatever goes wrong into an answer.
 */
export async function callTool(services: Services, request: CallRequest): Promise<CallOutcome> {
  const startedAt = services.now();
  const startedMs = performance.now();
  const prepared: Prepared = { ...request, services, startedAt, startedMs };
  let outcome: CallOutcome;
  let isRecorded = false;
  try {
    ({ outcome, isRecorded } = await carryOut(prepared));
  } catch (error) {
    const { code, text } = failureOf(error, request.tool, services.onFailure);
    outcome = { kind: "failure", code, text };
  }
  if (request.tool.isLogged && !isRecorded) logCall(prepared, outcome);
  return outcome;
}

interface Prepared extends CallRequest {
  readonly services: Services;
  readonly startedAt: Date;
  readonly startedMs: number;
}

interface CarriedOut {
  readonly outcome: CallOutcome;
  /** Whether the call's row in the log was written with its effect. */
  readonly isRecorded: boolean;
}

function carryOut(prepared: Prepared): Promise<CarriedOut> {
  const { tool, caller, services } = prepared;
  const input = checkInput(tool, prepared.input);
  if (!caller.permissions.has(tool.permission)) throw forbidden(tool);
  return withTenantContext(services.database, caller.tenant, (context) =>
    runInTransaction(prepared, input, context),
  );
}

/** May run twice, when the plan turned out to be another than remembered. */
async function runInTransaction(
  prepared: Prepared,
  input: Record<string, unknown>,
  context: TenantContext,
): Promise<CarriedOut> {
  const { tool, services } = prepared;
  const idempotency = idempotencyOf(prepared, input);
  if (idempotency) {
    const { key, argumentsDigest } = idempotency;
    const scope = { userId: prepared.caller.userId, toolName: tool.name, key };
    const kept = await lockKeptReply(context, scope);
    if (kept && prepared.dialogue?.reply && kept.argumentsDigest !== argumentsDigest) {
      throw answeredOtherwise();
    }
    const reply = repeatedReply(kept, argumentsDigest, services.now());
    if (reply) return { outcome: { kind: "reply", reply }, isRecorded: false };
  }

  const recordOf = (reply: object) => callRecord(prepared, input, reply, idempotency);
  const call = newToolCall(prepared, input, context, recordOf);
  const reply = await tool.run(input, call);
  if (tool.isMutating && !call.isRecorded) {
    await saveCallRecord(context, recordOf(reply instanceof Question ? {} : reply));
  }
  const outcome: CallOutcome =
    reply instanceof Question ? { kind: "question", question: reply } : { kind: "reply", reply };
  return { outcome, isRecorded: tool.isMutating };
}

function newToolCall(
  { caller, client, services, dialogue = NO_DIALOGUE }: Prepared,
  input: Record<string, unknown>,
  context: TenantContext,
  recordOf: (reply: object) => CallRecord,
): ToolCall {
  return new ToolCall({
    context,
    caller,
    client,
    console: services.console,
    stallThresholdMs: services.stallThresholdMs,
    dialogue,
    sessionId: sessionOf(input, caller),
    clock: () => services.now(),
    recordOf,
  });
}

function checkInput(tool: Tool, input: unknown): Record<string, unknown> {
  checkArguments(input);
  const parsed = tool.input.safeParse(input ?? {});
  if (!parsed.success) throw explainInput(parsed.error, tool.name);
  return parsed.data;
}

function forbidden({ name, permission }: Tool): AppError {
  return new AppError(
    "FORBIDDEN",
    `You may not call ${name}: it needs the right to ${permission}. Next: ask an administrator of the organization for it.`,
  );
}

function answeredOtherwise(): AppError {
  return new AppError(
    "IDEMPOTENCY_CONFLICT",
    "This question was already answered otherwise. Next: call get_next_step to see what came of it.",
  );
}

/** The key of this call, and what the arguments must be for a call with it to be the same one. */
function idempotencyOf(
  { dialogue }: Prepared,
  { idempotencyKey, sessionId, ...input }: Record<string, unknown>,
): { key: string; argumentsDigest: string } | null {
  const answered = dialogue?.reply?.state ? dialogue.reply : null;
  // An answer is a call of its own: its state is what makes it unique.
  const key = answered ? `answer:${answered.state?.nonce}` : idempotencyKey;
  if (typeof key !== "string") return null;
  const content = answered ? { input, answer: answered.answer } : input;
  return { key, argumentsDigest: sealJson(content as Json, "The arguments").digest };
}

function callRecord(
  prepared: Prepared,
  input: Record<string, unknown>,
  reply: object,
  idempotency: { key: string; argumentsDigest: string } | null,
): CallRecord {
  return {
    ...loggedCall(prepared, input, reply),
    idempotency: idempotency && { ...idempotency, reply: canonicalJson(reply as Json) },
  };
}

/** Read-only, failed and repeated calls. */
function logCall(prepared: Prepared, outcome: CallOutcome): void {
  const { input, services, caller } = prepared;
  const isError = outcome.kind === "failure";
  const reply = outcome.kind === "reply" ? outcome.reply : isError ? { error: outcome.text } : {};
  services.log.add(caller.tenant, {
    ...loggedCall(prepared, loggableInput(input), reply),
    isError,
    errorCode: isError ? outcome.code : null,
  });
}

function loggedCall(prepared: Prepared, input: Record<string, unknown>, reply: object) {
  const { tool, caller, client, startedAt, startedMs } = prepared;
  return {
    id: newId("call"),
    userId: caller.userId,
    toolName: tool.name,
    planId: shortText(input.planId) ?? shortText((reply as { planId?: unknown }).planId),
    stepId: shortText(input.stepId) ?? stepOf(reply),
    skillExecutionId: null,
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

function sessionOf(input: Record<string, unknown>, caller: Caller): string | null {
  return shortText(input.sessionId) ?? caller.sessionId;
}

/** What a refused call had sent, as far as it can be kept. */
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
