import { sealJson } from "@trovella/db";
import type { Json } from "@trovella/foundation";
import {
  approvalResult,
  type Command,
  type Gate,
  type NewId,
  needsGate,
  type Plan,
  type PlanEvent,
} from "@trovella/plan-engine";
import { LOCAL_CALLER } from "./drivers.ts";
import type { RecordedCall } from "./record.ts";

const MINUTE_MS = 60_000;

/**
 * The engine command of a call on the plan at that time. Generated ids and tokens are taken from the
 * resulting events, if any; which step a token was given for and which results were refused, from earlier ones.
 */
export function commandOf(
  { tool, input }: RecordedCall,
  plan: Plan | null,
  {
    events,
    earlier,
  }: { readonly events: readonly PlanEvent[]; readonly earlier: readonly PlanEvent[] },
): Command | null {
  const { planId, sessionId, idempotencyKey, ...fields } = input;
  const made = madeIn(events);
  const leaseStepId = stepOfLease(plan, fields, earlier);
  switch (tool) {
    case "create_research_plan": {
      const { stallThresholdMinutes, ...definition } = fields;
      const stallThresholdMs = Math.round(Number(stallThresholdMinutes) * MINUTE_MS);
      const { newId } = made;
      return command("create_plan", {
        planId: made.planId,
        handle: made.handle,
        newId,
        ...definition,
        steps: withClosing(definition.steps as Json[]),
        stallThresholdMs,
      });
    }
    case "get_next_step":
      return command("start_next_step", {
        newLeaseToken: made.leaseToken,
        client: made.client,
        userId: LOCAL_CALLER.userId,
        sessionId,
        ...fields,
      });
    case "submit_step_result": {
      const { stepExecutionReport: report, continue: _, ...submission } = fields;
      const result = resultOf(fields.result);
      return command("submit_result", {
        ...submission,
        leaseStepId,
        result,
        resultDigest: sealJson(result).digest,
        report,
        reportDigest: sealJson(report as Json).digest,
        usage: usageIn(report),
        ...(plan && needsGate(plan, String(fields.stepId)) ? gateIn(events) : {}),
      });
    }
    case "modify_plan":
      return command("modify_plan", { newId: made.newId, ...fields });
    case "request_user_review":
      return command("request_review", {
        reviewId: made.reviewId,
        ...fields,
        leaseStepId,
        result:
          fields.result === undefined
            ? keptResult(String(fields.stepId), earlier)
            : resultOf(fields.result),
      });
    case "submit_user_decision": {
      const question = fields as { stepId?: string; feedback?: string };
      return command("decide_review", {
        ...fields,
        decidedVia: "relayed",
        decidedBy: LOCAL_CALLER.userId,
        resultDigest: plan && sealJson(approvalResult(plan, question)).digest,
      });
    }
    case "get_plan_status":
      return command("detect_stall", {});
    case "get_research_context":
      return command("resume_session", { sessionId, isKnown: false });
    default:
      return null;
  }
}

/** The second command of a result that asks to continue, on the plan after the result; null when there is none. */
export function continuationOf(
  { tool, input }: RecordedCall,
  plan: Plan | null,
  events: readonly PlanEvent[],
): Extract<Command, { type: "start_next_step" }> | null {
  if (tool !== "submit_step_result" || input.continue !== true) return null;
  const { leaseToken: newLeaseToken, client } = madeIn(events);
  const step = plan?.steps.find(({ id }) => id === input.stepId);
  const isHolder = input.leaseToken !== undefined && step?.leaseToken === input.leaseToken;
  return {
    type: "start_next_step",
    newLeaseToken,
    client,
    userId: LOCAL_CALLER.userId,
    sessionId: String(input.sessionId),
    agent: (isHolder && step?.leaseHolder) || undefined,
  };
}

/** A result that was sent as JSON text is meant as the value. */
export function resultOf(given: unknown): Json {
  return (typeof given === "string" && given.startsWith("{") ? JSON.parse(given) : given) as Json;
}

/** The step that the token was once given for; absent when it is the current one of the named step. */
function stepOfLease(
  plan: Plan | null,
  { stepId, leaseToken }: { readonly stepId?: string; readonly leaseToken?: string },
  earlier: readonly PlanEvent[],
): string | undefined {
  const step = plan?.steps.find(({ id }) => id === stepId);
  if (!leaseToken || step?.leaseToken === leaseToken) return undefined;
  const given = earlier.find(
    (event) => event.type === "step_started" && event.lease?.token === leaseToken,
  );
  return given?.type === "step_started" ? given.stepId : undefined;
}

/** The newest result that was refused because the step requires review. */
function keptResult(stepId: string, earlier: readonly PlanEvent[]): Json {
  const refused = earlier.findLast(
    (event) =>
      event.type === "result_refused" &&
      event.stepId === stepId &&
      event.code === "REVIEW_REQUIRED",
  );
  return refused?.type === "result_refused" ? refused.result : null;
}

function command(type: Command["type"], fields: object): Command {
  return { type, ...fields } as Command;
}

interface Made {
  readonly planId: string;
  readonly handle: string;
  readonly newId: NewId;
  readonly leaseToken: string;
  readonly client: string | undefined;
  readonly reviewId: string;
}

function madeIn(events: readonly PlanEvent[]): Made {
  const made = {
    planId: "plan_unused",
    handle: "p-unused",
    leaseToken: "lease_unused",
    client: undefined as string | undefined,
    reviewId: "rev_unused",
  };
  const ids: Record<"step" | "condition", string[]> = { step: [], condition: [] };
  for (const event of events) {
    if (event.type === "step_started") {
      made.leaseToken = event.lease?.token ?? made.leaseToken;
      made.client = event.lease?.client ?? undefined;
    }
    if (event.type === "review_requested") made.reviewId = event.reviewId;
    if (event.type === "steps_added") ids.step.push(...event.steps.map(({ id }) => id));
    if (event.type !== "plan_created") continue;
    made.planId = event.planId;
    made.handle = event.handle;
    ids.step.push(...event.steps.map(({ id }) => id));
    for (const { id, action } of event.conditions) {
      ids.condition.push(id);
      if (action.name === "add_steps") ids.step.push(...action.steps.map((step) => step.id));
    }
  }
  return { ...made, newId: (kind) => ids[kind].shift() ?? `${kind}_unused` };
}

/** The agents record no claims, so no gate is passed; its digest is taken from the event. */
function gateIn(events: readonly PlanEvent[]): { gate: Gate; repairStepId: string } {
  const outcome = events.find(({ type }) => type === "gate_failed" || type === "gate_waived");
  const digest = outcome && "digest" in outcome ? outcome.digest : "unused";
  const failedAt = events.findIndex(({ type }) => type === "gate_failed");
  const added = failedAt < 0 ? undefined : events[failedAt + 1];
  const [repair] = added?.type === "steps_added" ? added.steps : [];
  return {
    gate: { total: 0, key: 0, counts: {}, passed: false, failing: [], digest },
    repairStepId: repair?.id ?? "step_unused",
  };
}

/** What a report says of the work, counted once more. */
function usageIn(report: unknown) {
  const { webSearches, webFetches, otherToolCalls, subagents } = report as Record<
    string,
    unknown[]
  >;
  const count = (list: unknown[] | undefined) => list?.length ?? 0;
  return {
    toolCalls: count(webSearches) + count(webFetches) + count(otherToolCalls),
    subagents: count(subagents),
  };
}

/** The tool marks the last synthesis as closing, unless the plan marks a step itself. */
function withClosing(steps: readonly Json[]): readonly Json[] {
  const fields = steps as readonly { stepType?: string; closing?: boolean }[];
  if (fields.some(({ closing }) => closing)) return steps;
  const last = fields.map(({ stepType }) => stepType).lastIndexOf("synthesize");
  return fields.map((step, index) =>
    index === last ? { ...step, closing: true } : step,
  ) as Json[];
}
