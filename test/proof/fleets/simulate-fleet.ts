import {
  applyEvents,
  type Dimension,
  decide,
  isClosingStep,
  type Plan,
  type PlanEvent,
  reserveOf,
  usedAt,
} from "@trovella/plan-engine";
import type { Random } from "@trovella/testing/engine/random";
import { creation } from "@trovella/testing/engine/test-support";

/** How a fleet of agents came to the closing step of a plan with a cap. */
export interface FleetRun {
  readonly dimension: Dimension;
  readonly cap: number;
  readonly reserve: number;
  /** Of the cap, when the closing step was handed out. */
  readonly left: number;
  /** The most that one attempt used. */
  readonly largestAttempt: number;
  /** Whether research ended because of the cap, and not because it was done. */
  readonly isCapped: boolean;
}

const CAPPED = ["steps", "attempts", "workMinutes", "toolCalls", "tokens", "costUsd"] as const;
type Capped = (typeof CAPPED)[number];
type Cost = Readonly<Record<Capped, number>>;

interface Task {
  readonly at: number;
  /** The attempt that ends now; null for an agent that asks for work. */
  readonly attempt: { readonly stepId: string; readonly token: string; readonly cost: Cost } | null;
}

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

/** Runs agents on a plan of the pure engine, with random costs and a random cap, until the closing step is handed out. */
export function simulateFleet(agents: number, random: Random): FleetRun {
  const count = random.between(10, 60);
  const dimension = random.pick(CAPPED);
  const cap = capOf(dimension, count, random);
  const reserve = random.between(5, 50) / 100;
  let plan = newPlan(count, { [dimension]: cap, reserve });
  let largestAttempt = 0;
  let tokens = 0;
  const tasks: Task[] = Array.from({ length: agents }, () => ({ at: START, attempt: null }));
  for (;;) {
    tasks.sort((one, other) => one.at - other.at);
    const { at, attempt } = tasks.shift() as Task;
    const now = new Date(at);
    if (attempt) plan = applyEvents(plan, decide(plan, submission(attempt), now));
    const before = plan;
    tokens += 1;
    const token = `token-${tokens}`;
    const events = decide(plan, { type: "start_next_step", newLeaseToken: token }, now);
    plan = applyEvents(plan, events);
    const started = events.find((event) => event.type === "step_started");
    const step = plan.steps.find(({ id }) => id === started?.stepId);
    if (step && isClosingStep(plan, step)) {
      const used = usedAt(before, now)[dimension];
      const isCapped = plan.phase !== "open";
      return {
        dimension,
        cap,
        reserve: reserveOf(plan),
        left: cap - used,
        largestAttempt,
        isCapped,
      };
    }
    if (!step) {
      tasks.push({ at: at + MINUTE_MS, attempt: null });
      continue;
    }
    const cost = costOf(random);
    largestAttempt = Math.max(largestAttempt, cost[dimension]);
    tasks.push({
      at: at + cost.workMinutes * MINUTE_MS,
      attempt: { stepId: step.id, token, cost },
    });
  }
}

/** The last step waits for all others and closes the plan. */
function newPlan(count: number, budget: object): Plan {
  const others = Array.from({ length: count - 1 }, (_, index) => index + 1);
  const steps = Array.from({ length: count }, (_, index) => ({
    stepType: "search" as const,
    instructions: "Find sources.",
    dependsOn: index === count - 1 ? others : [],
  }));
  const events = decide(null, creation(steps, { budget }), new Date(START));
  return applyEvents(null, events as [PlanEvent, ...PlanEvent[]]);
}

/** Some attempts cost ten times as much as others. */
function costOf(random: Random): Cost {
  const scale = random.chance(0.1) ? 10 : 1;
  return {
    steps: 1,
    attempts: 1,
    workMinutes: 0.2 + 2 * scale * random.fraction(),
    toolCalls: scale * random.between(0, 8),
    tokens: scale * random.between(2_000, 20_000),
    costUsd: 0.01 + 0.1 * scale * random.fraction(),
  };
}

const USUAL: Cost = {
  steps: 1,
  attempts: 1,
  workMinutes: 2,
  toolCalls: 7,
  tokens: 20_000,
  costUsd: 0.1,
};

function capOf(dimension: Capped, count: number, random: Random): number {
  const cap = (0.2 + random.fraction()) * count * USUAL[dimension];
  return dimension === "workMinutes" || dimension === "costUsd" ? Math.max(1, cap) : Math.ceil(cap);
}

function submission({ stepId, token, cost }: NonNullable<Task["attempt"]>) {
  return {
    type: "submit_result" as const,
    stepId,
    leaseToken: token,
    result: {},
    resultDigest: "digest",
    report: {},
    reportDigest: "digest",
    usage: {
      toolCalls: cost.toolCalls,
      model: { tokens: cost.tokens, costUsd: cost.costUsd },
    },
  };
}
