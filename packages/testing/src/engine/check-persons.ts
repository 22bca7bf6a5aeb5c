import type { Command } from "../../../plan-engine/src/command.ts";
import type { Plan, Step } from "../../../plan-engine/src/plan.ts";
import { same } from "./history-coverage.ts";

const isOver = ({ status }: Plan) => status === "completed" || status === "failed";
const isOpen = ({ status }: Step) => !["completed", "skipped", "failed"].includes(status);

/** R37: a second statement of what people may do, and that nothing else does it. */
export function checkPersons(before: Plan, after: Plan, command: Command): void {
  const isCancelling = command.type === "cancel_plan";
  same(after.isCancelled, before.isCancelled || isCancelling, "cancelled");
  if (!["archive_plan", "restore_plan", "reopen_plan"].includes(command.type)) {
    same(after.archivedAt, before.archivedAt, "archived");
  }
  if (command.type !== "rename_plan") same(after.name, before.name, "name");
  if (command.type !== "set_tags") same(after.tags, before.tags, "tags");
  switch (command.type) {
    case "cancel_plan":
      same(isOver(before), false, "only open plans are cancelled");
      same(after.failureReason, command.reason, "why it was cancelled");
      same(after.steps.some(isOpen), false, "cancelling ends every step");
      for (const [index, step] of after.steps.entries()) {
        checkCancelledStep(before.steps[index], step);
      }
      return;
    case "archive_plan":
      same(isOver(before), true, "only closed plans are archived");
      same(after.archivedAt !== null, true, "archived");
      return;
    case "restore_plan":
      same(after.archivedAt, null, "restored");
      return;
    case "set_tags":
      same(new Set(after.tags).size, after.tags.length, "tags are unique");
      same(after.tags.join(), after.tags.join().toLowerCase(), "tags are lower-case");
      return;
    case "skip_step":
    case "edit_step": {
      const step = before.steps.find(({ id }) => id === command.stepId);
      same(step?.status, "pending", "people change pending steps");
      return;
    }
    case "ask_for_checkpoint":
      checkAsked(before, after);
      return;
    default:
      return;
  }
}

function checkCancelledStep(before: Step | undefined, after: Step): void {
  const expected = {
    pending: "skipped",
    in_progress: "failed",
    awaiting_input: "skipped",
    completed: "completed",
    skipped: "skipped",
    failed: "failed",
  } as const;
  same(after.status, before && expected[before.status], "a step of a cancelled plan");
}

/** The new step requires review, and every pending step after it waits for it. */
function checkAsked(before: Plan, after: Plan): void {
  const known = new Set(before.steps.map(({ id }) => id));
  const added = after.steps.filter(({ id }) => !known.has(id));
  same(added.length, 1, "one checkpoint");
  const [checkpoint] = added;
  same(checkpoint?.requiresReview, true, "it requires review");
  for (const step of after.steps) {
    if (step.status !== "pending" || step.order <= (checkpoint?.order ?? 0)) continue;
    same(step.dependsOn.includes(checkpoint?.id ?? ""), true, "later steps wait for it");
  }
}
