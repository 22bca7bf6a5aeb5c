import { applyEvent } from "../../../plan-engine/src/apply-event.ts";
import type { Command } from "../../../plan-engine/src/command.ts";
import type { DecidedVia, Plan, Step } from "../../../plan-engine/src/plan.ts";
import type { PlanEvent } from "../../../plan-engine/src/plan-event.ts";
import type { ReviewPolicy } from "../../../plan-engine/src/plan-fields.ts";
import { same } from "./history-coverage.ts";
import { CONDITIONS, seenBy } from "./history-spec.ts";

/** A second copy of the accepted channels (R35). */
const CHANNELS: Readonly<Record<ReviewPolicy, readonly DecidedVia[]>> = {
  relayed_allowed: ["console", "app", "elicitation", "api", "relayed"],
  client_attested: ["console", "app", "elicitation"],
  human_only: ["console"],
};

interface Happening {
  readonly plan: Plan;
  readonly event: PlanEvent;
  readonly command: Command;
  /** The steps that the command's review decision is about. */
  readonly decided: readonly string[];
}

/** R31 and R35: no step that requires review is settled, changed or passed without a decision that counts. */
export function checkCheckpoints(
  before: Plan,
  command: Command,
  events: readonly PlanEvent[],
): void {
  const decided = events.flatMap((event) => (event.type === "review_decided" ? event.stepId : []));
  let plan = before;
  for (const event of events) {
    checkEvent({ plan, event, command, decided });
    plan = applyEvent(plan, event);
  }
}

function checkEvent({ plan, event, command, decided }: Happening): void {
  const isStrict = plan.reviewPolicy !== "relayed_allowed";
  const isPerson = "by" in command && command.by === "person";
  const isExplained = command.type === "modify_plan" && command.modificationRationale !== undefined;
  const mayChange = isPerson || (!isStrict && isExplained);
  const step = "stepId" in event ? plan.steps.find(({ id }) => id === event.stepId) : undefined;
  const isDecided = step !== undefined && decided.includes(step.id);
  const what = `${event.type} of a step that requires review, under ${plan.reviewPolicy}`;
  switch (event.type) {
    case "review_decided":
      same(CHANNELS[plan.reviewPolicy].includes(event.decidedVia), true, event.decidedVia);
      return;
    case "step_completed":
      if (step?.requiresReview) same(isDecided, true, what);
      return;
    case "step_failed":
      if (step?.requiresReview) same(isDecided || mayChange, true, what);
      return;
    case "step_skipped":
      if (step?.requiresReview) same(isDecided || isPerson || !isStrict, true, what);
      return;
    case "step_removed":
    case "instructions_updated":
    case "step_edited":
      if (step?.requiresReview) same(mayChange, true, what);
      return;
    case "steps_reordered":
      if (!mayChange) same(overtaken(plan, event.stepIds), undefined, "overtaken checkpoint");
      return;
    case "step_started":
      if (!isStrict || command.type === "modify_plan") return;
      if (event.reason === "next" || event.reason === "auto_advanced") {
        same(openCheckpointBefore(plan, step), undefined, "checkpoint before a started step");
      }
      return;
    default:
      return;
  }
}

const isOpen = ({ status }: Step) => !["completed", "skipped", "failed"].includes(status);

function openCheckpointBefore(plan: Plan, step: Step | undefined): string | undefined {
  const order = step?.order ?? 0;
  return plan.steps.find((one) => one.requiresReview && isOpen(one) && one.order < order)?.id;
}

function overtaken(plan: Plan, stepIds: readonly string[]): string | undefined {
  const at = (step: Step) => stepIds.indexOf(step.id);
  const isUnfinished = (step: Step) => isOpen(step) || step.status === "failed";
  return plan.steps.find(
    (checkpoint) =>
      checkpoint.requiresReview &&
      isOpen(checkpoint) &&
      plan.steps.some(
        (step) => step.order > checkpoint.order && at(step) < at(checkpoint) && isUnfinished(step),
      ),
  )?.id;
}

/** R32: what was taken without `missingFields` has every field that the step's conditions read. */
export function checkGates(before: Plan, command: Command, events: readonly PlanEvent[]): void {
  if (command.type !== "submit_result" && command.type !== "request_review") return;
  const isTaken = events.some(
    ({ type }) => type === "step_completed" || type === "review_requested",
  );
  if (!isTaken || command.missingFields === "accept") return;
  const seen = seenBy(command, before, command.stepId);
  const missing = before.conditions
    .filter((condition) => condition.stepId === command.stepId && !condition.firedAt)
    .flatMap(({ expression }) => CONDITIONS.find(({ text }) => text === expression)?.reads ?? [])
    .filter((field) => seen[field] === undefined);
  same(missing.join(), "", "fields that a gate reads");
}

/** R33: whatever went on from the branching step waits for the last added one. */
export function checkAddedSteps(plan: Plan, events: readonly PlanEvent[]): void {
  let before = plan;
  for (const event of events) {
    const after = applyEvent(before, event);
    checkAdded(before, after, event);
    before = after;
  }
}

function checkAdded(before: Plan, after: Plan, event: PlanEvent): void {
  if (event.type !== "steps_added" || event.branchOf === null) return;
  const { branchOf } = event;
  const last = event.steps.at(-1)?.id ?? "";
  const planned = before.steps.filter(({ addedAfterStepId }) => addedAfterStepId === null);
  const ids = planned.map(({ id }) => id);
  const hasDependencies = planned.some(({ dependsOn }) => dependsOn.some((id) => ids.includes(id)));
  const branching = before.steps.find(({ id }) => id === branchOf);
  const waiting = before.steps
    .filter(({ status }) => status === "pending")
    .filter(({ dependsOn, order }) =>
      hasDependencies ? dependsOn.includes(branchOf) : order > (branching?.order ?? 0),
    )
    .map(({ id }) => id);
  const found = after.steps.filter(({ dependsOn }) => dependsOn.includes(last));
  same(found.map(({ id }) => id).join(), waiting.join(), "steps that wait for the added ones");
}
