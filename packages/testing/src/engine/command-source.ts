import type { Command, Gate, Holder, SubmitResult } from "../../../plan-engine/src/command.ts";
import { needsGate } from "../../../plan-engine/src/decisions/decide-gate.ts";
import { approvalResult } from "../../../plan-engine/src/decisions/decide-review.ts";
import type { ModificationAction } from "../../../plan-engine/src/modifications.ts";
import {
  DECIDED_VIA,
  type DecidedVia,
  type Plan,
  REVIEW_DECISIONS,
  type ReviewDecision,
  type Step,
} from "../../../plan-engine/src/plan.ts";
import type { UsageIncrement } from "../../../plan-engine/src/usage.ts";
import { creationOf, type Draw, type HistorySpec } from "./history-spec.ts";
import { modificationInput } from "./modification-input.ts";
import { personCommand } from "./person-commands.ts";
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
    const random = new Random(draw.seed);
    const step = plan.steps[pick];
    // Now and then a step that does not exist.
    const stepId = step?.id ?? "step-unknown";
    switch (draw.kind) {
      case "start_next_step":
        return {
          type: "start_next_step",
          newLeaseToken: this.fresh("token"),
          ...randomHolder(random),
          reclaim: secondChance,
          takeOverStepId: other === 7 ? stepId : undefined,
        };
      case "submit_result": {
        const held = plan.steps.find((candidate) => candidate.status === "in_progress") ?? step;
        const target = chance ? held : step;
        const submission = this.submission(target, [0.2, 0.9, undefined][other % 3]);
        return {
          ...this.gated(plan, submission, random),
          result: randomResult(random),
          missingFields: random.chance(0.3) ? "accept" : undefined,
          ...(random.chance(0.5) ? { usage: randomUsage(random) } : {}),
          ...this.randomLease(plan, target, secondChance, random),
        };
      }
      case "request_review": {
        const isOpen = (candidate: Step) =>
          candidate.requiresReview && candidate.status === "in_progress";
        const target = chance ? (plan.steps.find(isOpen) ?? step) : step;
        return {
          ...this.reviewRequest(target),
          result: random.chance(0.6) ? randomResult(random) : undefined,
          missingFields: random.chance(0.5) ? "accept" : undefined,
          ...this.randomLease(plan, target, secondChance, random),
        };
      }
      case "decide_review":
        return this.decision(
          plan,
          chance ? undefined : stepId,
          REVIEW_DECISIONS[other % 4] ?? "skip",
          random.pick(DECIDED_VIA),
        );
      case "decline_review":
        return { type: "decline_review", stepId };
      case "accept_closing":
        return { type: "accept_closing", by: "person" };
      case "assign_plan":
        return { type: "assign_plan", by: "person", assigneeId: chance ? `user-${pick}` : null };
      case "reopen_plan":
        return { type: "reopen_plan", by: "person" };
      case "detect_stall":
        return { type: "detect_stall" };
      case "resume_session":
        return { type: "resume_session", sessionId: this.fresh("session"), isKnown: chance };
      case "record_usage":
        return {
          type: "record_usage",
          stepId: chance ? stepId : undefined,
          usage: randomUsage(random),
        };
      case "create_plan":
        return creationOf(this.spec, this.newId);
      case "cancel_plan":
      case "archive_plan":
      case "restore_plan":
      case "rename_plan":
      case "set_tags":
      case "skip_step":
      case "edit_step":
      case "ask_for_checkpoint":
        return personCommand(draw.kind, { plan, stepId, random, newId: this.newId });
      default:
        return this.modification(plan, draw.kind, draw);
    }
  }

  private modification(plan: Plan, action: ModificationAction, draw: Draw): Command {
    const { pick, other, chance, secondChance } = draw;
    const random = new Random(pick, other, Number(chance), Number(secondChance), draw.seed);
    const { steps } = plan;
    const input = modificationInput(action, { random, steps, omissions: 0.5, mistakes: 0.3 });
    const ids = "steps" in input ? { newId: this.newId } : {};
    return {
      type: "modify_plan",
      ...input,
      ...ids,
      ...(random.chance(0.3) ? { by: "person" } : {}),
      ...(random.chance(0.5) ? { modificationRationale: "It turned out so." } : {}),
    } as Command;
  }

  /** Mostly no token or the current one; sometimes one of another step, of an earlier attempt, or of no step. */
  private randomLease(plan: Plan, step: Step | undefined, isCurrent: boolean, random: Random) {
    if (!random.chance(0.2)) {
      return { leaseToken: isCurrent ? (step?.leaseToken ?? undefined) : undefined };
    }
    const leaseStepId = random.pick([undefined, ...plan.steps.map(({ id }) => id)]);
    return { leaseToken: random.pick(["token-older", "token-1", "token-2"]), leaseStepId };
  }

  reviewRequest(step: Step | undefined) {
    return {
      type: "request_review",
      reviewId: this.fresh("review"),
      stepId: step?.id ?? "step-unknown",
      summary: "So far.",
    } as const;
  }

  submission(step: Step | undefined, confidence: number | undefined) {
    return {
      type: "submit_result",
      stepId: step?.id ?? "step-unknown",
      result: { found: this.serial % 5 },
      missingFields: "accept",
      resultDigest: this.fresh("digest"),
      report: {},
      reportDigest: "digest-of-report",
      confidence,
    } as const;
  }

  /** With a gate where a caller has to bring one; without random choices it is never passed. */
  gated(plan: Plan, submission: SubmitResult, random: Random | null = null): SubmitResult {
    if (!needsGate(plan, submission.stepId)) return submission;
    return { ...submission, gate: randomGate(random), repairStepId: this.newId("step") };
  }

  decision(
    plan: Plan,
    stepId: string | undefined,
    taken: ReviewDecision,
    decidedVia: DecidedVia = "console",
  ): Command {
    const feedback = taken === "modify" ? "Deeper." : undefined;
    return {
      type: "decide_review",
      stepId,
      decision: taken,
      feedback,
      decidedVia,
      resultDigest: JSON.stringify(approvalResult(plan, { stepId, feedback })),
    };
  }

  fresh(kind: string): string {
    this.serial += 1;
    return `${kind}-${this.serial}`;
  }
}

/** Few users, sessions and agents, so that they meet; a call without a session now and then. */
function randomHolder(random: Random): Holder {
  return {
    userId: random.chance(0.9) ? "user-1" : "user-2",
    sessionId: random.chance(0.85) ? `session-${random.between(1, 2)}` : undefined,
    client: random.chance(0.5) ? "client-1" : undefined,
    agent: random.chance(0.3) ? `agent-${random.between(1, 2)}` : undefined,
  };
}

/** With or without the fields that conditions read. */
function randomResult(random: Random) {
  return {
    ...(random.chance(0.85) ? { found: random.between(0, 4) } : {}),
    ...(random.chance(0.3) ? { rare: random.between(1, 2) } : {}),
  };
}

function randomGate(random: Random | null): Gate {
  const claims = random?.between(0, 3) ?? 3;
  const passed = claims > 0 && (random?.chance(0.3) ?? false);
  const isKey = passed || (random?.chance(0.7) ?? true);
  return {
    total: claims,
    key: isKey ? claims : 0,
    counts: claims === 0 ? {} : { [passed ? "supported" : "unsupported"]: claims },
    passed,
    failing:
      claims === 0 || passed
        ? []
        : [{ handle: "c1", statement: "Tea is old.", problem: "The quote is not in the source." }],
    digest: `digest-of-${claims}`,
  };
}

function randomUsage(random: Random): UsageIncrement {
  const tokens = () => ({ tokens: random.between(0, 9_000), costUsd: random.between(0, 99) / 7 });
  return {
    toolCalls: random.between(0, 9),
    subagents: random.chance(0.2) ? random.between(0, 30) : undefined,
    model: random.chance(0.5) ? tokens() : undefined,
    client: random.chance(0.3) ? tokens() : undefined,
  };
}
