import {
  applyEvents,
  chooseNextStep,
  missingFields,
  type NextStepQuery,
  type Plan,
  renewLease,
} from "@trovella/plan-engine";
import { continuationOf, resultOf } from "./commands.ts";
import { LOCAL_CALLER } from "./drivers.ts";
import { authorOf, researchContextFacts, statusFacts, stepContextFacts } from "./read-facts.ts";
import type { Json, RecordedCall } from "./record.ts";
import {
  heldSteps,
  outcomeOf,
  progressOf,
  reference,
  resultFieldsOf,
  type Situation,
  withStatus,
} from "./reply-parts.ts";

/** Prose fields, derived from the other fields. */
const PROSE = ["next", "notice"];
/** They depend on the time and on what is stored beside the plan; the events of its phases are compared. */
const BESIDE = ["budget", "closing", "document", "estimate"];

/** The reply without its prose. */
export function factsOf(reply: object): Json {
  const facts = Object.entries(reply).filter(([name]) => ![...PROSE, ...BESIDE].includes(name));
  return Object.fromEntries(
    facts.map(([name, value]) => [name, name === "nextStep" ? factsOf(value) : value]),
  );
}

/** The expected reply in this situation, derived from the model alone. */
export function expectedFacts(call: RecordedCall, situation: Situation): Json {
  const { after } = situation;
  switch (call.tool) {
    case "create_research_plan":
      return creation(after);
    case "get_next_step":
      return {
        ...nextStep(call, call.input as NextStepQuery, situation),
        planVersion: after.version,
      };
    case "submit_step_result":
      return submission(call, situation);
    case "modify_plan":
      return {
        planId: after.id,
        action: call.input.action,
        planStatus: after.status,
        steps: after.steps.map(withStatus),
        planVersion: after.version,
      };
    case "request_user_review":
      return {
        status: "awaiting_review",
        reviewUrl: reviewUrl(call, after),
        planVersion: after.version,
      };
    case "submit_user_decision":
      return decision(situation);
    case "get_plan_status":
      return statusFacts(call, situation);
    case "get_step_context":
      return stepContextFacts(call, situation);
    case "get_research_context":
      return researchContextFacts(situation);
    default:
      throw new Error(`nothing is known about ${call.tool}`);
  }
}

function creation(plan: Plan): Json {
  const [first] = plan.steps;
  return {
    planId: plan.id,
    name: plan.name,
    researchQuestion: plan.researchQuestion,
    status: plan.status,
    stepCount: plan.steps.length,
    steps: plan.steps.map(reference),
    firstStep: first && { ...reference(first), instructions: first.instructions },
    linkedExecutionId: null,
    planVersion: plan.version,
  };
}

function nextStep(call: RecordedCall, asked: NextStepQuery, situation: Situation): Json {
  const { before, after, now } = situation;
  if (!before) throw new Error("a step of no plan");
  const query = { userId: LOCAL_CALLER.userId, ...asked };
  const chosen = chooseNextStep(before, query, now);
  const howFar = { progress: progressOf(after), totalSteps: after.steps.length };
  switch (chosen.status) {
    case "step_ready": {
      const step = after.steps.find(({ id }) => id === chosen.step.id) ?? chosen.step;
      const lease = { stepId: step.id, leaseToken: step.leaseToken ?? undefined };
      const renewed = chosen.reason === "held" ? renewLease(before, lease, now) : null;
      return {
        status: chosen.status,
        step: {
          ...reference(step),
          instructions: step.instructions,
          ...authorOf(step, situation),
          ...(step.attempt > 1 ? { attempt: step.attempt } : {}),
        },
        lease: {
          token: step.leaseToken,
          expiresAt: (renewed?.expiresAt ?? step.leaseExpiresAt)?.toISOString(),
        },
        ...(["reissued", "taken_over"].includes(chosen.reason) ? { reissued: true } : {}),
        ...(chosen.reason === "held" ? { held: true } : {}),
        ...resultFieldsOf(after, step),
        ...howFar,
      };
    }
    case "plan_complete":
      return {
        status: chosen.status,
        ...howFar,
        outputMediaType: null,
        outputFormattingInstructions: null,
        planFormattingNotes: after.outputFormattingNotes,
        stepFormattingNotes: after.steps
          .filter((step) => step.status === "completed" && step.outputFormattingNotes)
          .map((step) => ({ ...reference(step), notes: step.outputFormattingNotes })),
        outcome: outcomeOf(after),
      };
    case "plan_failed":
      return { ...chosen };
    case "awaiting_review":
      return { ...chosen, reviewUrl: reviewUrl(call, after) };
    case "no_pending_steps":
      return { ...chosen, inProgressSteps: heldSteps(after), ...howFar };
  }
}

function submission(call: RecordedCall, situation: Situation): Json {
  const { input } = call;
  const { before, after, events } = situation;
  const { confidence, resultSummary } = input as { confidence?: number; resultSummary?: string };
  const root = { result: resultOf(input.result), confidence, resultSummary };
  const missing = before ? missingFields(before, String(input.stepId), root) : [];
  const taken = events.find((event) => event.type === "branch_taken");
  return {
    stepId: input.stepId,
    stepStatus: after.steps.find(({ id }) => id === input.stepId)?.status,
    planStatus: after.status,
    progress: progressOf(after),
    ...(taken && {
      branch: {
        conditionId: taken.conditionId,
        action: taken.action,
        skippedStepIds: events.flatMap((event) =>
          event.type === "step_skipped" && event.by === "branch" ? event.stepId : [],
        ),
        // The steps that a gate adds come after its event.
        addedStepIds: events.flatMap((event, index) =>
          event.type === "steps_added" && events[index - 1]?.type !== "gate_failed"
            ? event.steps.map(({ id }) => id)
            : [],
        ),
        ...(taken.isWithoutEffect
          ? { note: "The budget leaves no room for the steps that it would add." }
          : {}),
      },
    }),
    ...(missing.length > 0
      ? {
          notEvaluated: missing.map(({ expression, field }) => ({
            condition: expression,
            missingField: field,
          })),
        }
      : {}),
    ...continued(call, situation),
    planVersion: after.version,
  };
}

/** What the result's own events led to is what the next step is chosen from. */
function continued(call: RecordedCall, situation: Situation): Json {
  const { before, events } = situation;
  const query = continuationOf(call, before, events);
  if (!query || !before) return {};
  const handedOut = events.findLastIndex((event) => event.type === "step_started" && event.lease);
  const own = handedOut < 0 ? events : events.slice(0, handedOut);
  return {
    nextStep: nextStep(call, query, { ...situation, before: applyEvents(before, own) }),
  };
}

function decision({ after, events }: Situation): Json {
  const decided = events.find((event) => event.type === "review_decided");
  return {
    stepId: decided?.stepId,
    stepStatus: after.steps.find(({ id }) => id === decided?.stepId)?.status,
    planStatus: after.status,
    decidedVia: "relayed",
    decidedRank: 5,
    planVersion: after.version,
  };
}

function reviewUrl({ consoleUrl }: RecordedCall, { id }: Plan): string {
  return `${consoleUrl}/inbox?item=${id}`;
}
