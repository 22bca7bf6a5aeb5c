import type { ModifyPlan, PersonCommand } from "@trovella/plan-engine";

/** What a person asks for: their own commands, or any action of modify_plan. */
export type PersonsCommand = PersonCommand | (ModifyPlan & { readonly by: "person" });
