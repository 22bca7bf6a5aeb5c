import { type Fields, fieldsIn, stringIn } from "../model/conversation.ts";
import {
  call,
  isFailure,
  type Move,
  replyFields,
  replyOf,
  type Scenario,
  STEP_REPORT,
  type Told,
} from "./scenario.ts";

interface Position {
  readonly label: string;
  readonly last: Told;
  readonly reply: Fields;
  readonly planId: string;
  readonly stepType: string;
  /** The step in hand, as most tools name it. */
  readonly lease: { readonly planId: string; readonly stepId: string; readonly leaseToken: string };
  readonly sourceId: string;
}

/**
 * A whole piece of research: a plan whose condition adds a step, a lease that is not the step's, a checkpoint, an output that
 * cites a source, feedback.
 */
export const loop: Scenario = (told, { label }) => {
  const last = told.at(-1);
  if (!last) return call("ping");
  const position = positionIn(told, last, label);
  const follow = AFTER[last.tool];
  if (!follow) return { failed: `nothing follows ${last.tool}` };
  if (isFailure(last) && !MAY_FAIL.includes(last.tool)) {
    return { failed: `${last.tool}: ${last.reply.slice(0, 400)}` };
  }
  return follow(position);
};

const MAY_FAIL = ["submit_step_result", "submit_user_decision"];
const WRONG_LEASE = "lease_of_somebody_else";

const AFTER: Readonly<Record<string, (position: Position) => Move>> = {
  ping: ({ label }) => call("search_sources", { query: `sample figure ${label}`, limit: 3 }),
  search_sources: ({ label }) => call("create_research_plan", planOf(label)),
  create_research_plan: nextStep,
  get_next_step: takeStep,
  store_research: ({ lease }) => submit({ ...lease, leaseToken: WRONG_LEASE }),
  submit_step_result: afterSubmit,
  request_user_review: afterReview,
  submit_user_decision: (position) =>
    // Clients refuse the call in words of their own.
    "planStatus" in position.reply ? nextStep(position) : awaitPerson(position),
  store_research_output: ({ planId }) =>
    call("submit_research_feedback", {
      planId,
      feedbackType: "initial",
      satisfaction: "satisfied",
      feedbackSummary: "Good.",
    }),
  submit_research_feedback: ({ planId }) => ({ done: { planId } }),
};

function positionIn(told: readonly Told[], last: Told, label: string): Position {
  const planId = stringIn(replyOf(told, "create_research_plan").planId);
  const handedOut = replyOf(told, "get_next_step");
  const step = fieldsIn(handedOut.step);
  const sources = replyOf(told, "store_research").sourceIds;
  return {
    label,
    last,
    reply: replyFields(last.reply),
    planId,
    stepType: stringIn(step.stepType),
    lease: {
      planId,
      stepId: stringIn(step.stepId),
      leaseToken: stringIn(fieldsIn(handedOut.lease).token),
    },
    sourceId: Array.isArray(sources) ? stringIn(sources[0]) : "",
  };
}

function nextStep({ planId }: Position): Move {
  return call("get_next_step", { planId });
}

function takeStep({ label, last, reply, planId, stepType, lease, sourceId }: Position): Move {
  if (reply.status === "plan_complete") {
    const content = `## Answer\n\nThe figure is 42. [src:${sourceId}]\n`;
    const title = `Output of ${label}`;
    return call("store_research_output", { planId, title, mediaType: "markdown", content });
  }
  if (reply.status !== "step_ready")
    return { failed: `get_next_step: ${last.reply.slice(0, 400)}` };
  if (stepType === "checkpoint") {
    const questions = ["Is that enough?"];
    return call("request_user_review", { ...lease, summary: "The figure is 42.", questions });
  }
  if (stepType !== "search") return submit(lease);
  return call("store_research", {
    ...lease,
    artifactType: "finding",
    title: `Sample figure ${label}`,
    content: { figure: 42, unit: "samples" },
    contentText: `The sample figure of ${label} is 42.`,
    summary: "42.",
    confidence: 0.9,
    sources: [{ url: "https://example.org/sample", title: "A sample", quote: "is 42." }],
  });
}

function afterSubmit(position: Position): Move {
  const { last, lease } = position;
  const isWrongLease = last.input.leaseToken === WRONG_LEASE;
  if (!isFailure(last)) {
    return isWrongLease ? { failed: "a wrong lease was accepted" } : nextStep(position);
  }
  return isWrongLease
    ? submit(lease)
    : { failed: `submit_step_result: ${last.reply.slice(0, 400)}` };
}

/** A dialog answers at once. Without one the model relays what the person says; if the client declined, only they decide. */
function afterReview(position: Position): Move {
  const { reply, planId } = position;
  if (reply.status === "decided") return nextStep(position);
  if (reply.declined) return awaitPerson(position);
  return call("submit_user_decision", { planId, decision: "approve", feedback: "Good enough." });
}

function awaitPerson({ planId, lease }: Position): Move {
  const afterPerson = { planId, stepId: lease.stepId };
  return { call: "get_next_step", input: { planId }, afterPerson };
}

function submit(lease: Fields): Move {
  return call("submit_step_result", {
    ...lease,
    result: { verdict: "clear", figures: [42, 43] },
    resultSummary: "42.",
    confidence: 0.9,
    stepExecutionReport: STEP_REPORT,
  });
}

function planOf(label: string): Fields {
  const again = { stepType: "custom", instructions: "Look at the figure again." };
  return {
    name: `Loop of ${label}`,
    researchQuestion: "What is the sample figure, and what does it mean?",
    steps: [
      { stepType: "search", instructions: "Find the sample figure." },
      { stepType: "analyze", instructions: "Say what the figure means.", dependsOn: [1] },
      { stepType: "checkpoint", instructions: "Show it to the person.", dependsOn: [2] },
    ],
    branchingConditions: [
      {
        afterStepOrder: 1,
        conditionExpression: 'result.verdict === "clear" && result.figures.length > 1',
        ifTrueAction: "add_steps",
        actionParams: { steps: [again] },
      },
    ],
    planDesignRationale: "As short as can be.",
  };
}
