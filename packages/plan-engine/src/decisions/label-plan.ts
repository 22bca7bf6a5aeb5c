import type { RenamePlan, SetTags } from "../person-command.ts";
import type { Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { normalizeTags } from "../plan-tags.ts";

/** Decides the plan's new name. Closed plans may be renamed too; the same name changes nothing. */
export function renamePlan(plan: Plan, command: RenamePlan, now: Date): PlanEvent[] {
  const name = command.name.replace(/\s+/g, " ").trim();
  return name === plan.name ? [] : [{ type: "plan_renamed", name, before: plan.name, at: now }];
}

export function setTags(plan: Plan, command: SetTags, now: Date): PlanEvent[] {
  const tags = normalizeTags(command.tags);
  const isSame = tags.length === plan.tags.length && tags.every((tag, at) => tag === plan.tags[at]);
  return isSame ? [] : [{ type: "tags_set", tags, at: now }];
}
