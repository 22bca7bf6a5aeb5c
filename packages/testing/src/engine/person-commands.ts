import type { NewId } from "../../../plan-engine/src/new-id.ts";
import type { PersonCommand } from "../../../plan-engine/src/person-command.ts";
import { type Plan, STEP_TYPES } from "../../../plan-engine/src/plan.ts";
import type { Random } from "./random.ts";

interface Choice {
  readonly plan: Plan;
  readonly stepId: string;
  readonly random: Random;
  readonly newId: NewId;
}

const TAGS = ["tea", "Green Tea", " #tea ", "EU", "eu", "2026"];

/** A command of a person, which mostly makes sense for the plan. */
export function personCommand(
  type: PersonCommand["type"],
  { plan, stepId, random, newId }: Choice,
): PersonCommand {
  const by = "person";
  const pending = plan.steps.filter(({ status }) => status === "pending");
  const target = random.chance(0.7) ? (random.pick([...pending, null])?.id ?? stepId) : stepId;
  switch (type) {
    case "cancel_plan":
      return { type, by, reason: "Not needed any more." };
    case "archive_plan":
    case "restore_plan":
      return { type, by };
    case "rename_plan":
      return { type, by, name: random.pick([plan.name, "Another  name", "[Deep] Coffee"]) };
    case "set_tags":
      return { type, by, tags: random.shuffled(TAGS).slice(0, random.between(0, TAGS.length)) };
    case "skip_step":
      return { type, by, stepId: target, reason: "Known already." };
    case "edit_step":
      return {
        type,
        by,
        stepId: target,
        stepType: random.chance(0.4) ? random.pick(STEP_TYPES) : undefined,
        instructions: random.chance(0.5) ? `Better ${random.between(1, 9)}.` : undefined,
        requiresReview: random.chance(0.3) ? random.chance(0.5) : undefined,
      };
    case "ask_for_checkpoint":
      return {
        type,
        by,
        newId,
        instructions: "Show me.",
        insertAfterOrder: random.chance(0.5) ? random.between(0, plan.steps.length + 1) : undefined,
      };
  }
}
