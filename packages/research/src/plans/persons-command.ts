import type { ModifyPlan, PersonCommand } from "@trovella/plan-engine";

/** What a checkpoint asks for that a person added without saying more. */
export const DEFAULT_CHECKPOINT =
  "Show the person what was found so far and what you would do next, and ask how to go on.";

/** What a person asks for: their own commands, or any action of modify_plan. */
export type PersonsCommand = PersonCommand | (ModifyPlan & { readonly by: "person" });
