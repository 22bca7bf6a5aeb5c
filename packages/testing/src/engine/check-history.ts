import { deepStrictEqual } from "node:assert";
import { AppError, ERROR_CODES } from "@trovella/foundation";
import { applyEvents } from "../../../plan-engine/src/apply-event.ts";
import type { Command, Holder } from "../../../plan-engine/src/command.ts";
import { decide } from "../../../plan-engine/src/decide.ts";
import { chooseNextStep } from "../../../plan-engine/src/decisions/start-next-step.ts";
import type { Plan } from "../../../plan-engine/src/plan.ts";
import { type PlanEvent, reviveEvent } from "../../../plan-engine/src/plan-event.ts";
import { replayPlan } from "../../../plan-engine/src/replay-plan.ts";
import { checkBudget, checkSpent } from "./check-budget.ts";
import { checkAddedSteps, checkCheckpoints, checkGates } from "./check-checkpoints.ts";
import { checkGate, checkRepairs } from "./check-gate.ts";
import { checkPersons } from "./check-persons.ts";
import { CommandSource } from "./command-source.ts";
import {
  type Coverage,
  checkMoves,
  checkShape,
  checkStatus,
  same,
  tryEveryPair,
} from "./history-coverage.ts";
import { CONDITIONS, creationOf, type Draw, type HistorySpec, seenBy } from "./history-spec.ts";
import { NOW } from "./test-support.ts";

/** Runs one history and throws at the first rule it finds broken. */
export function checkHistory(spec: HistorySpec, coverage: Coverage): void {
  const history = new History(spec, coverage);
  for (const draw of spec.draws) history.play(draw);
  history.finish();
}

class History {
  private readonly source: CommandSource;
  private readonly coverage: Coverage;
  private readonly log: { planVersion: number; event: PlanEvent }[] = [];
  private readonly attempts = new Set<string>();
  private readonly tokens = new Set<string>();
  private readonly fired = new Set<string>();
  /** The caller that each token was given to. */
  private readonly holders = new Map<string, string>();
  private plan: Plan;
  private now = NOW.getTime();

  constructor(spec: HistorySpec, coverage: Coverage) {
    this.source = new CommandSource(spec);
    this.coverage = coverage;
    const events = decide(null, creationOf(spec, this.source.newId), NOW);
    this.record(events, 1);
    this.plan = deepFreeze(applyEvents(null, events as [PlanEvent, ...PlanEvent[]]));
  }

  play(draw: Draw): void {
    this.now += draw.minutes * 60_000;
    const command = this.source.command(this.plan, draw);
    const now = new Date(this.now);
    this.coverage.commands += 1;
    const before = this.plan;
    const events = this.decideTwice(command, now);
    if (!events) return;

    this.coverage.accepted += 1;
    const after = deepFreeze(applyEvents(before, events));
    this.record(events, after.version);
    this.coverage.countReviewed(before, command, events);
    checkMoves(before, events, this.coverage);
    checkStatus(before, after, command, events);
    this.checkBranch(before, command, events);
    this.checkHandOut(command, events);
    this.checkHeld(before, command, now);
    checkCheckpoints(before, command, events);
    checkGates(before, command, events);
    checkAddedSteps(before, events);
    checkGate(before, command, events);
    checkBudget(before, events);
    checkPersons(before, after, command);
    checkShape(after);
    same(after.version, before.version + (events.length > 0 ? 1 : 0), "planVersion");
    this.plan = after;
    // Slow, since most of the forged events are refused.
    if (draw.seed % 8 === 0) tryEveryPair(after, draw.pick, now, this.coverage);
  }

  /** The log rebuilds the plan, and the plan can be completed from any state. */
  finish(): void {
    const stored = JSON.parse(JSON.stringify(this.log)) as {
      planVersion: number;
      event: unknown;
    }[];
    const replayed = replayPlan(
      stored.map(({ planVersion, event }) => ({ planVersion, event: reviveEvent(event) })),
    );
    deepStrictEqual(replayed, this.plan);
    checkSpent(this.plan, this.log);
    checkRepairs(this.plan, this.log);

    for (let calls = 0; !["completed", "failed"].includes(this.plan.status); calls += 1) {
      if (calls > 500) throw new Error("the plan cannot be brought to an end");
      this.now += 60 * 60_000;
      const next = chooseNextStep(this.plan, { reclaim: true }, new Date(this.now));
      if (next.status === "step_ready") {
        this.run({ type: "start_next_step", newLeaseToken: this.source.fresh("token") });
      }
      const waiting = this.plan.steps.find((step) => step.status === "awaiting_input");
      const open = this.plan.steps.find((step) => step.status === "in_progress");
      if (waiting) this.run(this.source.decision(this.plan, waiting.id, "skip"));
      else if (open?.requiresReview) {
        this.run({ ...this.source.reviewRequest(open), missingFields: "accept" });
      } else if (open) this.run(this.source.gated(this.plan, this.source.submission(open, 0.2)));
      else throw new Error(`nothing to do in a plan that is ${this.plan.status}`);
    }
  }

  private run(command: Command): void {
    this.plan = applyEvents(this.plan, decide(this.plan, command, new Date(this.now)));
  }

  /** A decision is pure: the same twice, nothing thrown but AppError, its plan untouched (frozen). */
  private decideTwice(command: Command, now: Date): PlanEvent[] | null {
    const attempt = (): PlanEvent[] | AppError => {
      try {
        return decide(this.plan, command, now);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error;
      }
    };
    const isAllocating = "newId" in command;
    const outcome = attempt();
    if (outcome instanceof AppError) {
      this.coverage.refusals.add(outcome.code);
      same(ERROR_CODES.includes(outcome.code), true, "known code");
      same(/\. (.* )?Next: .+\.$/.test(outcome.message), true, outcome.message);
      return null;
    }
    if (!isAllocating) deepStrictEqual(attempt(), outcome);
    return outcome;
  }

  private record(events: readonly PlanEvent[], planVersion: number): void {
    for (const event of events) {
      this.coverage.eventTypes.add(event.type);
      this.log.push({ planVersion, event });
    }
  }

  private checkBranch(before: Plan, command: Command, events: readonly PlanEvent[]): void {
    const completed = events.find((event) => event.type === "step_completed");
    const taken = events.filter((event) => event.type === "branch_taken");
    const expected = completed
      ? before.conditions.find(
          (condition) =>
            condition.stepId === completed.stepId &&
            CONDITIONS.find(({ text }) => text === condition.expression)?.holds(
              seenBy(command, before, completed.stepId),
            ),
        )
      : undefined;
    deepStrictEqual(
      taken.map((event) => event.conditionId),
      expected ? [expected.id] : [],
    );
    for (const { conditionId } of taken) {
      same(this.fired.has(conditionId), false, "a condition fires at most once");
      this.fired.add(conditionId);
    }
  }

  /** R34: a step is handed out a second time under the same token only to the holder that has it. */
  private checkHeld(before: Plan, command: Command, now: Date): void {
    if (command.type !== "start_next_step") return;
    const next = chooseNextStep(before, command, now);
    if (next.status !== "step_ready" || next.reason !== "held") return;
    same(command.sessionId !== undefined, true, "a holder has a session");
    same(this.holders.get(next.step.leaseToken ?? ""), holderOf(command), "holder");
    this.coverage.held += 1;
  }

  private checkHandOut(command: Command, events: readonly PlanEvent[]): void {
    for (const event of events) {
      if (event.type !== "step_started") continue;
      const attempt = `${event.stepId} ${event.attempt}`;
      same(this.attempts.has(attempt), false, "an attempt is handed out once");
      this.attempts.add(attempt);
      if (!event.lease) continue;
      same(this.tokens.has(event.lease.token), false, "a token is given once");
      this.tokens.add(event.lease.token);
      if (command.type === "start_next_step") {
        this.holders.set(event.lease.token, holderOf(command));
      }
    }
  }
}

function holderOf({ userId, sessionId, agent }: Holder): string {
  return JSON.stringify([userId, sessionId, agent ?? null]);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
