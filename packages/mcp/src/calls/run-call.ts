import { type TenantContext, withStoringContext, withTenantContext } from "@trovella/db";
import {
  type CallRecord,
  completeCallRecordAndCommit,
  saveCallRecordAndCommit,
} from "@trovella/db/calls";
import { readDecisionRule } from "@trovella/db/identity";
import { AppError, inSpan } from "@trovella/foundation";
import { type OnFailure, publicError, recordReviewRefusal } from "@trovella/research";
import type { Tool } from "../define-tool.ts";
import { readArguments } from "../input/read-arguments.ts";
import { DEFAULT_PAGE_BYTES } from "../replies/context-page.ts";
import { NO_DIALOGUE, Question } from "../review/question.ts";
import type { Services } from "../services.ts";
import { Waiting } from "../waiting/waiting.ts";
import { CallAttempt, type CallContext, type RecordOf } from "./call-context.ts";
import { callRecord, completedRecord, finishedCall, sessionOf } from "./call-record.ts";
import type { CallOutcome, CallRequest, StartedCall } from "./call-request.ts";
import { cancelledCall } from "./cancelled-call.ts";
import { earlierReply, type Idempotency, idempotencyOf } from "./idempotency.ts";
import type { Preparation } from "./preparation.ts";
import { hasReferences, resolveReferences } from "./resolve-references.ts";
import { type AttemptOptions, type PausedCall, waitForAnswer, waitOf } from "./wait-for-answer.ts";

/**
 * Runs one call of a tool: checks input and permission, opens the caller's transaction, gives a
 * repeated call its first reply, logs the call, and turns errors into failures the model can act on.
 */
export function runCall(services: Services, request: CallRequest): Promise<CallOutcome> {
  const waited = { ms: 0 };
  return withCallTelemetry(services, { ...request, waited }, (startedMs) =>
    answerCall(services, { ...request, waited, startedAt: services.now(), startedMs }),
  );
}

async function answerCall(services: Services, call: StartedCall): Promise<CallOutcome> {
  const { tool, caller } = call;
  let result: CallResult;
  // Later with ids for handles, as the log keeps them.
  const known = { input: call.input };
  try {
    result = await execute(services, call, known);
    services.announce({ ...caller.tenant, topics: tool.changes });
  } catch (error) {
    await recordReviewRefusal(services.database, caller, { error, planId: planIdOf(known.input) });
    result = { outcome: failureOf(error, tool, services.onFailure), isRecorded: false };
  }
  const { outcome, isRecorded } = result;
  if (tool.isLogged && !isRecorded) {
    const { references } = services.database;
    services.log.add(caller.tenant, finishedCall({ ...call, ...known }, outcome, references));
  }
  return outcome;
}

function planIdOf(input: unknown): unknown {
  return (input as { planId?: unknown } | null)?.planId;
}

interface CallResult {
  readonly outcome: CallOutcome;
  /** Whether the call's record was committed with its effect. */
  readonly isRecorded: boolean;
  /** Whether a tool that usually stores nothing searchable did so. */
  readonly hasStored?: boolean;
}

async function execute(
  services: Services,
  call: StartedCall,
  known: { input: unknown },
): Promise<CallResult> {
  const { input, warnings } = readArguments(call.tool, call.input);
  known.input = input;
  const wait = waitOf(input);
  const result = await executeWith(services, call, { input, known, waitSeconds: wait.seconds });
  return withWarnings(result, [...warnings, ...wait.warnings]);
}

interface CheckedInput {
  readonly input: Record<string, unknown>;
  readonly known: { input: unknown };
  readonly waitSeconds: number;
}

async function executeWith(
  services: Services,
  call: StartedCall,
  { input, known, waitSeconds }: CheckedInput,
): Promise<CallResult> {
  const { tool, caller } = call;
  if (!caller.permissions.has(tool.permission)) {
    throw new AppError(
      "FORBIDDEN",
      `You may not call ${tool.name}: it needs the right to ${tool.permission}. Next: ask an administrator of the organization for it.`,
    );
  }
  if (tool.isMutating) services.storage?.check(caller.tenant);
  const inTenant: Preparation["inTenant"] = (work) =>
    withTenantContext(services.database, caller.tenant, work, { isRepeatable: !tool.isMutating });
  const identified = async (context: TenantContext) => {
    const withIds = hasReferences(input) ? await resolveReferences(context, input) : input;
    known.input = withIds;
    // A repeated call may name its plan either way. A handle of a step that the call removed names nothing any more.
    const idempotency = idempotencyOf(call, withPlan(input, withIds));
    const isDeferred = idempotency && isCheckedLater(context, call, { withIds, idempotency });
    const now = () => services.now();
    const reply =
      idempotency && !isDeferred ? await earlierReply(context, call, { idempotency, now }) : null;
    return { withIds, idempotency, reply };
  };

  let groundwork: unknown;
  if (tool.prepare && tool.needsPreparation(input)) {
    // A repeated call must not be prepared again, since that may cost money.
    const isPlain = !hasReferences(input) && !idempotencyOf(call, input);
    const { withIds, reply } = isPlain
      ? { withIds: input, reply: null }
      : await inTenant(identified);
    if (reply) return repeated(reply);
    const { extractor, embedder, capture } = services;
    const now = services.now();
    groundwork = await tool.prepare(withIds, {
      caller,
      now,
      extractor,
      capture,
      embedder,
      inTenant,
      signal: call.connection?.signal,
    });
    // Nobody reads the reply, and nothing is stored yet.
    if (call.connection?.signal.aborted) throw cancelledCall(tool.name);
  }
  const isStoring = tool.isStoring(input);
  const attempt = (options: AttemptOptions) => {
    // May run twice: a decision on a stale cached plan is retried under a lock, and so is one whose connection was lost.
    const work = async (context: TenantContext) => {
      const { withIds, idempotency, reply } = await identified(context);
      if (reply) return repeated(reply);
      return runTool(services, call, { context, input: withIds, groundwork, idempotency, options });
    };
    return isStoring
      ? withStoringContext(services.database, caller.tenant, work, JSON.stringify(input).length)
      : inTenant(work);
  };
  const finish = (paused: PausedCall) =>
    inTenant((context) => finishCall(services, call, { context, input, paused }));
  const key = input.idempotencyKey as string | undefined;
  const wait = { seconds: waitSeconds, key };
  const result = await waitForAnswer(services, call, { ...wait, attempt, finish });
  if (isStoring || result.hasStored) services.onStored(caller.tenant);
  return result;
}

/** Whether the write of a cached plan checks that the key is unused; of a new call it is. */
function isCheckedLater(
  context: TenantContext,
  { tool, caller, dialogue, card }: StartedCall,
  {
    withIds: { planId },
    idempotency: { key },
  }: { withIds: Record<string, unknown>; idempotency: Idempotency },
): boolean {
  // An answer of a person comes seldom, and differs from the first one in other ways.
  if (!tool.changesPlan || dialogue?.reply?.state || card?.ticket) return false;
  const scope = { userId: caller.userId, toolName: tool.name, key };
  return typeof planId === "string" && context.deferKeyCheck(planId, scope);
}

function withPlan(input: Record<string, unknown>, { planId }: Record<string, unknown>) {
  return planId === undefined ? input : { ...input, planId };
}

interface Attempt {
  readonly context: TenantContext;
  readonly input: Record<string, unknown>;
  readonly groundwork: unknown;
  readonly idempotency: Idempotency | null;
  readonly options: AttemptOptions;
}

async function runTool(
  services: Services,
  call: StartedCall,
  { context, input, groundwork, idempotency, options }: Attempt,
): Promise<CallResult | PausedCall> {
  const { tool } = call;
  let record: CallRecord | null = null;
  const recordOf: RecordOf = (reply, plan) => {
    record = callRecord(call, input, { reply, plan }, idempotency);
    return record;
  };
  const callContext = contextOf(services, call, { context, input, recordOf, ...options });
  const reply = await tool.run(input, callContext, groundwork);
  if (reply instanceof Waiting) {
    const { plan, shown } = callContext;
    return { waiting: reply, record, hasChanged: plan !== null, shown };
  }
  if (tool.isMutating && !callContext.isRecorded) {
    const shown = reply instanceof Question ? {} : reply;
    await saveCallRecordAndCommit(context, recordOf(shown, callContext.plan));
  }
  const outcome: CallOutcome =
    reply instanceof Question
      ? { kind: "question", question: reply }
      : { kind: "reply", reply, shown: callContext.shown };
  return { outcome, isRecorded: tool.isMutating, hasStored: callContext.hasStored };
}

interface ContextParts extends AttemptOptions {
  readonly context: TenantContext;
  readonly input: Record<string, unknown>;
  readonly recordOf: RecordOf;
}

function contextOf(
  services: Services,
  { caller, client, dialogue = NO_DIALOGUE, card = null, ...call }: StartedCall,
  { context, input, recordOf, canWait, requireCaller }: ContextParts,
): CallContext {
  const { console, stallThresholdMs, documentAfterMs, capture } = services;
  const sessionId = sessionOf(input, caller);
  return new CallAttempt(
    {
      context,
      caller,
      client,
      console,
      stallThresholdMs,
      documentAfterMs,
      capture,
      dialogue,
      card,
      rule: () => readDecisionRule(services.database, caller.tenant.organizationId),
      sessionId,
      pageBytes: call.pageBytes ?? DEFAULT_PAGE_BYTES,
      canWait,
    },
    { clock: () => services.now(), recordOf, ...(requireCaller ? { requireCaller } : {}) },
  );
}

interface FinishedWait {
  readonly context: TenantContext;
  readonly input: Record<string, unknown>;
  readonly paused: PausedCall;
}

/** The final reply of a call whose effect was committed before it waited; its one record gets it too. */
async function finishCall(
  services: Services,
  call: StartedCall,
  { context, input, paused: { waiting, record, shown } }: FinishedWait,
): Promise<CallResult> {
  if (!waiting.finish || !record) throw new Error("This call has no effect to finish.");
  const recordOf: RecordOf = () => record;
  const reply = await waiting.finish(
    contextOf(services, call, { context, input, recordOf, canWait: false }),
  );
  await completeCallRecordAndCommit(context, completedRecord(call, record, reply));
  return { outcome: { kind: "reply", reply, shown }, isRecorded: true };
}

function repeated(reply: object): CallResult {
  return { outcome: { kind: "reply", reply }, isRecorded: false };
}

/** Also for a repeated call, whose kept reply is without them. */
function withWarnings(result: CallResult, warnings: readonly string[]): CallResult {
  const { outcome } = result;
  if (warnings.length === 0 || outcome.kind !== "reply") return result;
  const { warnings: own = [] } = outcome.reply as { readonly warnings?: readonly string[] };
  const reply = { ...outcome.reply, warnings: [...warnings, ...own] };
  return { ...result, outcome: { ...outcome, reply } };
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
  { tool, trace = null, waited }: CallRequest & Pick<StartedCall, "waited">,
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
      // Waiting for a person says nothing about how fast the server is.
      const durationMs = performance.now() - startedMs - waited.ms;
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
