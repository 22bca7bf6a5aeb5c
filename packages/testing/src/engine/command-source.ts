import type { Command } from "../../../plan-engine/src/command.ts";
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
import { modificationInput } from "./modification-input.ts";
import { Random } from "./random.ts";
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
      case "decline_review":
        return { type: "decline_review", stepId };
      case "reopen_plan":
        return { type: "reopen_plan", by: "person" };
      case "detect_stall":
        return { type: "detect_stall" };
      case "resume_session":
        return { type: "resume_session", sessionId: this.fresh("session"), isKnown: chance };
      case "create_plan":
        return creationOf(this.spec, this.newId);
      default:
        return this.modification(plan, draw.kind, draw);
    }
  }

  private modification(plan: Plan, action: ModificationAction, draw: Draw): Command {
    const { pick, other, chance, secondChance } = draw;
    const random = new Random(pick, other, Number(chance), Number(secondChance));
    const { steps } = plan;
    const input = modificationInput(action, { random, steps, omissions: 0.5, mistakes: 0.3 });
    const ids = "steps" in input ? { newId: this.newId } : {};
    return { type: "modify_plan", ...input, ...ids } as Command;
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
