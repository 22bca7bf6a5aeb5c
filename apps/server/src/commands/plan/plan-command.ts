import { defineCommandGroup } from "../../command.ts";
import { PLAN_ACTIONS } from "./act-on-plan.ts";
import { STEP_ACTIONS } from "./act-on-steps.ts";
import { listPlansCommand } from "./list-plans.ts";
import { showPlanCommand } from "./show-plan.ts";

export const planCommand = defineCommandGroup({
  name: "plan",
  description: "List plans, and act on them as a person: cancel, archive, rename, skip a step",
  subcommands: [listPlansCommand, showPlanCommand, ...PLAN_ACTIONS, ...STEP_ACTIONS],
});
