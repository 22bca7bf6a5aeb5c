import type { Command, StepInput } from "../../../plan-engine/src/command.ts";
import { approvalResult } from "../../../plan-engine/src/decisions/decide-review.ts";
import type { ModificationAction } from "../../../plan-engine/src/modifications.ts";
import {
  DECIDED_VIA,
  type Plan,
  REVIEW_DECISIONS,
  type ReviewDecision,
  type Step,
} from "../../../plan-engine/src/plan.ts";
import { creationOf, type Draw, type HistorySpec } from "./history-spec.ts";
import { countingIds } from "./test-support.ts";

/** Turns drawn values into commands that mostly make sense for the current plan. */
export class CommandSource {
  readonly newId = countingIds();
  private readonly spec: HistorySpec;
  private serial = 0;

  constructor(spec: HistorySpec) {
    this.spec = spec;
  }

  command(plan: Plan, draw: Draw): Command {
    const { pick, other, chance, secondChance } = draw;
    const step = plan.steps[pick];
    // Now and then a step that does not exist.
    const stepId = step?.id ?? "step-unknown";
    switch (draw.kind) {
      case "start_next_step":
        return {
          type: "start_next_step",
          newLeaseToken: this.fresh("token"),
          agent: chance ? `agent-${other % 3}` : undefined,
          reclaim: secondChance,
          takeOverStepId: other === 7 ? stepId : undefined,
        };
      case "submit_result": {
        const held = plan.steps.find((candidate) => candidate.status === "in_progress") ?? step;
        const target = chance ? held : step;
        const leaseToken = secondChance ? (target?.leaseToken ?? "token-older") : undefined;
        const submission = this.submission(target, [0.2, 0.9, undefined][other % 3]);
        return { ...submission, leaseToken: other === 7 ? "token-older" : leaseToken };
      }
      case "request_review":
        return {
          type: "request_review",
          reviewId: this.fresh("review"),
          stepId,
          summary: "So far.",
        };
      case "decide_review":
        return this.decision(
          plan,
          chance ? undefined : stepId,
          REVIEW_DECISIONS[other % 4] ?? "skip",
          secondChance,
        );
      case "detect_stall":
        return { type: "detect_stall" };
      case "resume_session":
        return { type: "resume_session", sessionId: this.fresh("session"), isKnown: chance };
      case "create_plan":
        return creationOf(this.spec, this.newId);
      default:
        return this.modification(plan, { ...draw, action: draw.kind, stepId });
    }
  }

  private modification(
    plan: Plan,
    { action, stepId, pick, other, chance }: Draw & { action: ModificationAction; stepId: string },
  ): Command {
    const type = "modify_plan";
    switch (action) {
      case "add_steps": {
        const steps: StepInput[] = [
          { stepType: "custom", instructions: "More.", dependsOn: chance ? [other] : [] },
        ];
        return { type, action, newId: this.newId, steps, insertAfterOrder: pick };
      }
      case "remove_step":
        return { type, action, stepId };
      case "reorder_steps": {
        const ids = plan.steps.map((step) => step.id);
        const [moved = "none"] = ids.splice(pick % ids.length, 1);
        ids.splice(other % (ids.length + 1), 0, moved);
        return {
          type,
          action,
          stepIds: chance ? ids : ids.slice(0, -1).concat(stepId),
        };
      }
      case "update_step_instructions":
        return { type, action, stepId, instructions: "Otherwise." };
      case "fail_step":
        return { type, action, stepId, reason: "Cannot be done." };
      case "retry_step":
        return { type, action, stepId };
    }
  }

  submission(step: Step | undefined, confidence: number | undefined) {
    return {
      type: "submit_result",
      stepId: step?.id ?? "step-unknown",
      result: { found: this.serial % 5 },
      resultDigest: this.fresh("digest"),
      report: {},
      reportDigest: "digest-of-report",
      confidence,
    } as const;
  }

  decision(
    plan: Plan,
    stepId: string | undefined,
    taken: ReviewDecision,
    isRelayed = false,
  ): Command {
    const feedback = taken === "modify" ? "Deeper." : undefined;
    return {
      type: "decide_review",
      stepId,
      decision: taken,
      feedback,
      decidedVia: isRelayed ? "relayed" : (DECIDED_VIA[this.serial % 2] ?? "console"),
      resultDigest: JSON.stringify(approvalResult(plan, { stepId, feedback })),
    };
  }

  fresh(kind: string): string {
    this.serial += 1;
    return `${kind}-${this.serial}`;
  }
}
