import {
  canonicalJson,
  type Database,
  sealJson,
  type Tenant,
  type TenantContext,
  withTenantContext,
} from "@trovella/db";
import { type CallRecord, lockKeptReply, saveCallRecord } from "@trovella/db/calls";
import type { Change } from "@trovella/db/changes";
import type { TraceParent } from "@trovella/foundation";
import { AppError, type Json } from "@trovella/foundation";
import { repeatedReply } from "@trovella/plan-engine";
import type { Caller } from "@trovella/research";
import type { Embedder } from "@trovella/search";
import type { Client } from "../client.ts";
import type { Console } from "../console.ts";
import type { Tool } from "../define-tool.ts";
import type { Extractor } from "../extraction/extractor.ts";
import { type Dialogue, NO_DIALOGUE, Question } from "../review/question.ts";
import { checkArguments } from "../text/hostile-input.ts";
import { explainInput } from "../text/input-error.ts";
import { type CallStart, loggableInput, loggedCall, sessionOf } from "./logged-call.ts";
import { type CountedCall, observed } from "./observed-call.ts";
import type { Preparation } from "./preparation.ts";
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
  /** Makes searches find by meaning; null when there is none or not yet, and they go by words alone. */
  embedder(): Promise<Embedder | null>;
  /** Told what a call changed, once that is committed. */
  announce(change: Change): void;
  /** Told when something that can be found was stored. */
  onStored(tenant: Tenant): void;
  /** Asks the model that extracts data; null when none is configured. */
  readonly extractor: Extractor | null;
  now(): Date;
  /** Told how every call went, to be counted. */
  onCall?(call: CountedCall): void;
  /** Told of what should not happen, with the id that the caller was given. */
  onFailure(error: unknown, correlationId: string): void;
}

export interface CallRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly caller: Caller;
  readonly client: Client;
  readonly dialogue?: Dialogue;
  /** The caller's own trace, which this call belongs to. */
  readonly trace?: TraceParent | null;
}

export type CallOutcome =
  | { readonly kind: "reply"; readonly reply: object }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "failure"; readonly code: string; readonly text: string };

/**
 * Carries out one call of a tool: checks input and permission, opens the caller's transaction, gives
 * a repeated call its first reply, logs the call, and turns whatever goes wrong into an answer.
 */
export function callTool(services: Services, request: CallRequest): Promise<CallOutcome> {
  return observed(services, request, (startedMs) => answerCall(services, request, startedMs));
}

async function answerCall(
  services: Services,
  request: CallRequest,
  startedMs: number,
): Promise<CallOutcome> {
  const startedAt = services.now();
  const prepared: Prepared = { ...request, services, startedAt, startedMs };
  let outcome: CallOutcome;
  let isRecorded = false;
  try {
    ({ outcome, isRecorded } = await carryOut(prepared));
    const { tenant } = request.caller;
    services.announce({ ...tenant, topics: request.tool.changes });
    if (request.tool.isStoring) services.onStored(tenant);
  } catch (error) {
    const { code, text } = failureOf(error, request.tool, services.onFailure);
    outcome = { kind: "failure", code, text };
  }
  if (request.tool.isLogged && !isRecorded) logCall(prepared, outcome);
  return outcome;
}

interface Prepared extends CallRequest, CallStart {
  readonly services: Services;
}

interface CarriedOut {
  readonly outcome: CallOutcome;
  /** Whether the call's row in the log was written with its effect. */
  readonly isRecorded: boolean;
}

async function carryOut(prepared: Prepared): Promise<CarriedOut> {
  const { tool, caller, services } = prepared;
  const input = checkInput(tool, prepared.input);
  if (!caller.permissions.has(tool.permission)) throw forbidden(tool);
  const inTenant: Preparation["inTenant"] = (work) =>
    withTenantContext(services.database, caller.tenant, work);

  const idempotency = idempotencyOf(prepared, input);
  let groundwork: unknown;
  if (tool.prepare) {
    // What was done once must not be prepared again: it may have cost money.
    const kept =
      idempotency && (await inTenant((context) => keptReply(prepared, idempotency, context)));
    if (kept) return kept;
    const { extractor, embedder } = services;
    const now = services.now();
    groundwork = await tool.prepare(input, { caller, now, extractor, embedder, inTenant });
  }
  return inTenant((context) =>
    runInTransaction(prepared, input, { context, groundwork, idempotency }),
  );
}

/** May run twice, when the plan turned out to be another than remembered. */
async function runInTransaction(
  prepared: Prepared,
  input: Record<string, unknown>,
  {
    context,
    groundwork,
    idempotency,
  }: {
    readonly context: TenantContext;
    readonly groundwork: unknown;
    readonly idempotency: Idempotency | null;
  },
): Promise<CarriedOut> {
  const { tool } = prepared;
  const kept = idempotency && (await keptReply(prepared, idempotency, context));
  if (kept) return kept;

  const recordOf = (reply: object) => callRecord(prepared, input, reply, idempotency);
  const call = newToolCall(prepared, input, context, recordOf);
  const reply = await tool.run(input, call, groundwork);
  if (tool.isMutating && !call.isRecorded) {
    await saveCallRecord(context, recordOf(reply instanceof Question ? {} : reply));
  }
  const outcome: CallOutcome =
    reply instanceof Question ? { kind: "question", question: reply } : { kind: "reply", reply };
  return { outcome, isRecorded: tool.isMutating };
}

/** What a call with the same key was answered, if there was one. */
async function keptReply(
  { tool, caller, services, dialogue }: Prepared,
  { key, argumentsDigest }: Idempotency,
  context: TenantContext,
): Promise<CarriedOut | null> {
  const scope = { userId: caller.userId, toolName: tool.name, key };
  const kept = await lockKeptReply(context, scope);
  if (kept && dialogue?.reply && kept.argumentsDigest !== argumentsDigest)
    throw answeredOtherwise();
  const reply = repeatedReply(kept, argumentsDigest, services.now());
  return reply && { outcome: { kind: "reply", reply }, isRecorded: false };
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

interface Idempotency {
  readonly key: string;
  readonly argumentsDigest: string;
}

/** The key of this call, and what the arguments must be for a call with it to be the same one. */
function idempotencyOf(
  { dialogue }: Prepared,
  { idempotencyKey, sessionId, ...input }: Record<string, unknown>,
): Idempotency | null {
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
  idempotency: Idempotency | null,
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
