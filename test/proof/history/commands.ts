import { sealJson } from "@trovella/db";
import type { Json } from "@trovella/foundation";
import {
  approvalResult,
  type Command,
  type NewId,
  type Plan,
  type PlanEvent,
} from "@trovella/plan-engine";
import { LOCAL_CALLER } from "./drivers.ts";
import type { RecordedCall } from "./record.ts";

const MINUTE_MS = 60_000;

/**
 * The engine command of a call on the plan at that time. Generated ids and tokens are taken from the resulting events, if any.
 */
export function commandOf(
  { tool, input }: RecordedCall,
  plan: Plan | null,
  events: readonly PlanEvent[],
): Command | null {
  const { planId, sessionId, idempotencyKey, ...fields } = input;
  const made = madeIn(events);
  switch (tool) {
    case "create_research_plan": {
      const { stallThresholdMinutes, ...definition } = fields;
      const stallThresholdMs = Math.round(Number(stallThresholdMinutes) * MINUTE_MS);
      const { newId } = made;
      return command("create_plan", {
        planId: made.planId,
        newId,
        ...definition,
        stallThresholdMs,
      });
    }
    case "get_next_step":
      return command("start_next_step", { newLeaseToken: made.leaseToken, ...fields });
    case "submit_step_result": {
      const { stepExecutionReport: report, ...submission } = fields;
      return command("submit_result", {
        ...submission,
        resultDigest: sealJson(fields.result as Json).digest,
        report,
        reportDigest: sealJson(report as Json).digest,
      });
    }
    case "modify_plan":
      return command("modify_plan", { newId: made.newId, ...fields });
    case "request_user_review":
      return command("request_review", { reviewId: made.reviewId, ...fields });
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

function command(type: Command["type"], fields: object): Command {
  return { type, ...fields } as Command;
}

interface Made {
  readonly planId: string;
  readonly newId: NewId;
  readonly leaseToken: string;
  readonly reviewId: string;
}

function madeIn(events: readonly PlanEvent[]): Made {
  const made = { planId: "plan_unused", leaseToken: "lease_unused", reviewId: "rev_unused" };
  const ids: Record<"step" | "condition", string[]> = { step: [], condition: [] };
  for (const event of events) {
    if (event.type === "step_started") made.leaseToken = event.lease?.token ?? made.leaseToken;
    if (event.type === "review_requested") made.reviewId = event.reviewId;
    if (event.type === "steps_added") ids.step.push(...event.steps.map(({ id }) => id));
    if (event.type !== "plan_created") continue;
    made.planId = event.planId;
    ids.step.push(...event.steps.map(({ id }) => id));
    for (const { id, action } of event.conditions) {
      ids.condition.push(id);
      if (action.name === "add_steps") ids.step.push(...action.steps.map((step) => step.id));
    }
  }
  return { ...made, newId: (kind) => ids[kind].shift() ?? `${kind}_unused` };
}
