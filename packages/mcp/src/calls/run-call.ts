import { type TenantContext, withStoringContext, withTenantContext } from "@trovella/db";
import { saveCallRecordAndCommit } from "@trovella/db/calls";
import { AppError, inSpan } from "@trovella/foundation";
import { inputError, type OnFailure, publicError, recordReviewRefusal } from "@trovella/research";
import type { Tool } from "../define-tool.ts";
import { NO_DIALOGUE, Question } from "../review/question.ts";
import type { Services } from "../services.ts";
import { checkArguments } from "../text/check-arguments.ts";
import { createCallContext } from "./call-context.ts";
import { callRecord, finishedCall, sessionOf } from "./call-record.ts";
import type { CallOutcome, CallRequest, StartedCall } from "./call-request.ts";
import { earlierReply, type Idempotency, idempotencyOf } from "./idempotency.ts";
import type { Preparation } from "./preparation.ts";

/**
 * Runs one call of a tool: checks input and permission, opens the caller's transaction, gives a
 * repeated call its first reply, logs the call, and turns errors into failures the model can act on.
 */
export function runCall(services: Services, request: CallRequest): Promise<CallOutcome> {
  return withCallTelemetry(services, request, (startedMs) =>
    answerCall(services, { ...request, startedAt: services.now(), startedMs }),
  );
}

async function answerCall(services: Services, call: StartedCall): Promise<CallOutcome> {
  const { tool, caller } = call;
  let result: CallResult;
  try {
    result = await execute(services, call);
    services.announce({ ...caller.tenant, topics: tool.changes });
    if (tool.isStoring) services.onStored(caller.tenant);
  } catch (error) {
    await recordReviewRefusal(services.database, caller, { error, planId: planIdOf(call.input) });
    result = { outcome: failureOf(error, tool, services.onFailure), isRecorded: false };
  }
  const { outcome, isRecorded } = result;
  if (tool.isLogged && !isRecorded) services.log.add(caller.tenant, finishedCall(call, outcome));
  return outcome;
}

function planIdOf(input: unknown): unknown {
  return (input as { planId?: unknown } | null)?.planId;
}

interface CallResult {
  readonly outcome: CallOutcome;
  /** Whether the call's record was committed with its effect. */
  readonly isRecorded: boolean;
}

async function execute(services: Services, call: StartedCall): Promise<CallResult> {
  const { tool, caller, dialogue } = call;
  const input = checkInput(tool, call.input);
  if (!caller.permissions.has(tool.permission)) {
    throw new AppError(
      "FORBIDDEN",
      `You may not call ${tool.name}: it needs the right to ${tool.permission}. Next: ask an administrator of the organization for it.`,
    );
  }
  if (tool.isMutating) services.storage?.check(caller.tenant);
  const inTenant: Preparation["inTenant"] = (work) =>
    withTenantContext(services.database, caller.tenant, work);
  const idempotency = idempotencyOf(dialogue, input);
  const replyBefore = async (context: TenantContext) =>
    idempotency && earlierReply(context, call, { idempotency, now: () => services.now() });

  let groundwork: unknown;
  if (tool.prepare) {
    // A repeated call must not be prepared again, since that may cost money.
    const reply = idempotency && (await inTenant(replyBefore));
    if (reply) return repeated(reply);
    const { extractor, embedder } = services;
    const now = services.now();
    groundwork = await tool.prepare(input, { caller, now, extractor, embedder, inTenant });
  }
  const inTransaction = tool.isStoring ? withStoringContext : withTenantContext;
  // May run twice: a decision on a stale cached plan is retried under a lock.
  return inTransaction(services.database, caller.tenant, async (context) => {
    const reply = await replyBefore(context);
    if (reply) return repeated(reply);
    return runTool(services, call, { context, input, groundwork, idempotency });
  });
}

interface Attempt {
  readonly context: TenantContext;
  readonly input: Record<string, unknown>;
  readonly groundwork: unknown;
  readonly idempotency: Idempotency | null;
}

async function runTool(
  services: Services,
  call: StartedCall,
  { context, input, groundwork, idempotency }: Attempt,
): Promise<CallResult> {
  const { tool, caller, client, dialogue = NO_DIALOGUE } = call;
  const recordOf = (reply: object) => callRecord(call, input, reply, idempotency);
  const { console, stallThresholdMs } = services;
  const sessionId = sessionOf(input, caller);
  const callContext = createCallContext(
    { context, caller, client, console, stallThresholdMs, dialogue, sessionId },
    { clock: () => services.now(), recordOf },
  );
  const reply = await tool.run(input, callContext, groundwork);
  if (tool.isMutating && !callContext.isRecorded) {
    await saveCallRecordAndCommit(context, recordOf(reply instanceof Question ? {} : reply));
  }
  const outcome: CallOutcome =
    reply instanceof Question ? { kind: "question", question: reply } : { kind: "reply", reply };
  return { outcome, isRecorded: tool.isMutating };
}

function repeated(reply: object): CallResult {
  return { outcome: { kind: "reply", reply }, isRecorded: false };
}

function checkInput(tool: Tool, input: unknown): Record<string, unknown> {
  checkArguments(input);
  const parsed = tool.input.safeParse(input ?? {});
  if (!parsed.success) throw inputError(parsed.error, `correct this and call ${tool.name} again`);
  return parsed.data;
}

function failureOf(error: unknown, { name, isMutating }: Tool, onFailure: OnFailure): CallOutcome {
  const retry = isMutating
    ? `repeat ${name} with the same idempotencyKey, or see with get_plan_status whether it took effect`
    : `repeat ${name}`;
  const { code, message } = publicError(error, { onFailure, retry });
  return { kind: "failure", code, text: `${code}: ${message}` };
}

function withCallTelemetry(
  services: Services,
  { tool, trace = null }: CallRequest,
  work: (startedMs: number) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const attributes = { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool.name };
  return inSpan(
    `tool ${tool.name}`,
    async (span) => {
      const startedMs = performance.now();
      const result = await work(startedMs);
      const outcome = nameOf(result);
      span.setAttributes({ "trovella.outcome": outcome });
      const durationMs = performance.now() - startedMs;
      services.onCall?.({ toolName: tool.name, outcome, durationMs });
      return result;
    },
    { parent: trace, attributes },
  );
}

function nameOf(outcome: CallOutcome): string {
  if (outcome.kind === "failure") return outcome.code;
  return outcome.kind === "reply" ? "ok" : outcome.kind;
}
