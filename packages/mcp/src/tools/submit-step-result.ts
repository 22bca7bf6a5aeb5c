import { sealJson } from "@trovella/db";
import type { PlanChange } from "@trovella/db/plans";
import { AppError, invalidField, type Json } from "@trovella/foundation";
import {
  missingFields as missingFieldsOf,
  type Plan,
  type PlanEvent,
  refusalOf,
  type SubmitResult,
  type TokenUsage,
  type UsageIncrement,
} from "@trovella/plan-engine";
import {
  citationWarnings,
  gateFor,
  handleCommand,
  type PreparedClaims,
  readModelUsage,
  saveAndCommit,
  storeClaims,
} from "@trovella/research";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { handOutStep } from "../calls/hand-out-step.ts";
import { prepareFindingClaims } from "../calls/prepare-finding-claims.ts";
import { storeFindings } from "../calls/store-findings.ts";
import { claimSummary, claimsInReply } from "../claim-fields.ts";
import { defineTool } from "../define-tool.ts";
import {
  agent,
  confidence,
  leaseToken,
  missingFields,
  next,
  note,
  planId,
  planStatus,
  progress,
  stepId,
  stepStatus,
  summaryText,
} from "../fields.ts";
import { findings, sourcesInReply } from "../finding-fields.ts";
import { meanings, unlisted } from "../input/meanings.ts";
import { stepHandleIn } from "../replies/handles.ts";
import { judgedClaims, nextForClaims } from "../replies/judged-claims.ts";
import { nextStep } from "../replies/next-step.ts";
import { budgetInReply, budgetOf } from "../replies/plan-budget.ts";
import { progressOf } from "../replies/plan-progress.ts";
import { parseJsonText } from "../text/parse-json-text.ts";

export const MAX_JSON_CHARACTERS = 1_000_000;
const entries = z.array(z.unknown()).max(1_000).register(meanings, { isEmptyWhenMissing: true });

export const submitStepResult = defineTool({
  name: "submit_step_result",
  title: "Hand in the result of a step",
  description:
    "Hands in a step's result; steps may then be skipped or added. Report honestly how you worked; lists may be empty. continue: true replies with the next step. Checkpoints: request_user_review.",
  input: {
    planId,
    stepId,
    leaseToken,
    result: z.unknown().describe("In the form the instructions ask for"),
    missingFields,
    resultSummary: summaryText.optional().describe("1-2 sentences"),
    confidence,
    stepExecutionReport: z.strictObject({
      thinking: z.string().max(MAX_JSON_CHARACTERS),
      webSearches: entries,
      webFetches: entries,
      otherToolCalls: entries,
      subagents: entries,
    }),
    outputFormattingNotes: note.optional(),
    usage: unlisted(z.unknown()),
    findings,
    continue: z.boolean().optional(),
    agent,
  },
  output: {
    stepId: z.string(),
    stepStatus,
    planStatus,
    progress,
    branch: z
      .object({
        conditionId: z.string(),
        action: z.string(),
        skippedStepIds: z.array(z.string()),
        addedStepIds: z.array(z.string()),
        note: z.string().optional(),
      })
      .optional(),
    notEvaluated: z.array(z.looseObject({})).optional(),
    budget: budgetInReply,
    artifacts: z.array(z.string()).optional(),
    sources: sourcesInReply.optional(),
    claims: claimsInReply.optional(),
    summary: claimSummary.optional(),
    warnings: z.array(z.string()).optional(),
    nextStep,
    next: next.optional(),
  },
  permission: "write",
  writes: "plan",
  isStoring: ({ findings = [] }) => findings.length > 0,

  needsPreparation: ({ findings = [] }) => findings.some(({ claims = [] }) => claims.length > 0),
  prepare: ({ planId, findings = [] }, preparation) =>
    prepareFindingClaims(planId, findings, preparation),

  async run(
    { planId, stepId, leaseToken, result: given, stepExecutionReport, ...rest },
    call,
    prepared: PreparedClaims | undefined,
  ) {
    const result = parseJsonText(given) as Json | undefined;
    if (result === undefined) {
      throw invalidField(
        "result",
        "is missing. Next: call submit_step_result again with what the step found.",
      );
    }
    const texts = {
      result: sealed(result, "result"),
      report: sealed(stepExecutionReport as Json, "stepExecutionReport"),
    };
    const modelUsage = readModelUsage(rest.usage);
    const command = {
      type: "submit_result" as const,
      stepId,
      leaseToken,
      result,
      resultDigest: texts.result.digest,
      report: stepExecutionReport as Json,
      reportDigest: texts.report.digest,
      resultSummary: rest.resultSummary,
      confidence: rest.confidence,
      outputFormattingNotes: rest.outputFormattingNotes,
      missingFields: rest.missingFields,
      usage: usageOf(stepExecutionReport, modelUsage.usage),
    };
    const { findings = [] } = rest;
    const change = await handleCommand(
      call,
      planId,
      async (plan) => ({
        ...command,
        ...(await gateFor(call.context, { plan, stepId, prepared })),
      }),
      texts,
    );
    const refusal = refusalOf(change.events);
    if (refusal) {
      // A late result is kept in the plan's history all the same.
      await saveAndCommit(call.context, change, { actor: call.actor });
      throw withoutFindings(refusal, findings.length);
    }
    const agent = rest.agent ?? holderName(change, command);
    const handOut = rest.continue ? await handOutStep(call, change, { agent }) : null;
    const { reply: stored, sources } = await storeFindings(call, findings, { planId, stepId });
    const claims = await storePreparedClaims(call, prepared, { planId, stepId, sources });
    const text = `${texts.result.text} ${rest.resultSummary ?? ""}`;
    const cited = await citationWarnings(call.context, { planId, text });
    const repair = nextForClaims(claims.claims ?? []);
    const warnings = [...modelUsage.warnings, ...cited, ...(repair ? [repair] : [])];
    const whole = handOut?.change ?? change;
    return call.commit(whole, {
      ...submitted(change, command),
      ...standOf(whole.plan, call.now),
      ...stored,
      ...claims,
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(handOut ? { nextStep: handOut.nextStep } : { next: nextAfter(change) }),
    });
  },
});

/** Absent from the reply when there are none. */
async function storePreparedClaims(
  { context, caller, now }: CallContext,
  prepared: PreparedClaims | undefined,
  step: Pick<Parameters<typeof storeClaims>[2], "planId" | "stepId" | "sources">,
) {
  if (!prepared) return {};
  const stored = await storeClaims(context, prepared, { ...step, userId: caller.userId, now });
  return { claims: judgedClaims(stored), summary: { ...prepared.counts } };
}

/** The findings of a refused result may rest on a plan that has gone on, so the caller decides about them. */
function withoutFindings(refusal: AppError, count: number): AppError {
  if (count === 0) return refusal;
  const notStored = "The findings were not stored; store_research keeps those worth keeping.";
  const message = refusal.message.replace(/(?= Next: )/, ` ${notStored}`);
  return new AppError(refusal.code, message, refusal.details);
}

type Report = Readonly<Record<ReportedList, readonly unknown[]>>;
type ReportedList = "webSearches" | "webFetches" | "otherToolCalls" | "subagents";

/** What the model says of its work, by the lengths of its lists. */
function usageOf(report: Report, model: TokenUsage | null): UsageIncrement {
  const { webSearches, webFetches, otherToolCalls, subagents } = report;
  return {
    toolCalls: webSearches.length + webFetches.length + otherToolCalls.length,
    subagents: subagents.length,
    ...(model ? { model } : {}),
  };
}

/** A worker that does not repeat its name keeps the one under which it held the step. */
function holderName({ before }: PlanChange, { stepId, leaseToken }: SubmitResult) {
  const step = before?.plan.steps.find(({ id }) => id === stepId);
  const isHolder = leaseToken !== undefined && step?.leaseToken === leaseToken;
  return (isHolder && step.leaseHolder) || undefined;
}

function sealed(value: Json, field: string) {
  const json = sealJson(value, field);
  if (json.text.length <= MAX_JSON_CHARACTERS) return json;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `${field} is ${json.text.length} characters long as JSON, and at most ${MAX_JSON_CHARACTERS} can be stored. Next: hand in the findings in shorter form.`,
    { field },
  );
}

/** A hand-out in the same call may close the plan's research and skip steps. */
function standOf(plan: Plan, now: Date) {
  return {
    planStatus: plan.status,
    progress: progressOf(plan),
    ...(plan.phase === "open" || plan.status === "completed" ? {} : budgetOf(plan, now)),
  };
}

function submitted({ before, plan, events }: PlanChange, command: SubmitResult) {
  const { stepId } = command;
  const { result, confidence, resultSummary } = command;
  const root = { result, confidence, resultSummary };
  const missing = before ? missingFieldsOf(before.plan, stepId, root) : [];
  const step = plan.steps.find(({ id }) => id === stepId);
  return {
    stepId: stepHandleIn(plan, stepId),
    stepStatus: step?.status ?? "completed",
    ...branchOf(plan, events),
    ...(missing.length > 0
      ? {
          notEvaluated: missing.map(({ expression, field }) => ({
            condition: expression,
            missingField: field,
          })),
        }
      : {}),
    planVersion: plan.version,
  };
}

function branchOf(plan: Plan, events: readonly PlanEvent[]) {
  const taken = events.find((event) => event.type === "branch_taken");
  if (!taken) return {};
  // The repair of a gate is no part of the branch.
  const gateAt = events.findIndex(({ type }) => type === "gate_failed");
  const ofBranch = gateAt < 0 ? events : events.slice(0, gateAt);
  const branch = {
    conditionId: taken.conditionId,
    action: taken.action,
    skippedStepIds: events.flatMap((event) =>
      event.type === "step_skipped" && event.by === "branch"
        ? [stepHandleIn(plan, event.stepId)]
        : [],
    ),
    addedStepIds: ofBranch.flatMap((event) =>
      event.type === "steps_added" ? event.steps.map(({ id }) => stepHandleIn(plan, id)) : [],
    ),
  };
  const note = "The budget leaves no room for the steps that it would add.";
  return { branch: taken.isWithoutEffect ? { ...branch, note } : branch };
}

function nextAfter({ plan, events }: PlanChange): string {
  if (events.some(({ type }) => type === "gate_failed")) {
    return "Claims lack support, so a step to repair them was added. Call get_next_step for it.";
  }
  switch (plan.status) {
    case "completed":
      return "The plan is complete. Call get_next_step once more for how the output should look.";
    case "failed":
      return "A condition of the plan ended it. Call get_next_step for the reason and tell the person.";
    case "awaiting_review":
      return "Another step waits for a review. Call get_next_step to see where.";
    default:
      return "Call get_next_step.";
  }
}
