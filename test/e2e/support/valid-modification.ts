import type { ModificationAction } from "@trovella/plan-engine";
import {
  type ModificationInput,
  modificationInput,
} from "@trovella/testing/engine/modification-input";
import { stepRows } from "./mcp-rows.ts";

/** Arguments of modify_plan for the plan as it is now. */
export async function validModification(
  action: ModificationAction,
  { planId }: { readonly planId: string },
): Promise<ModificationInput> {
  const rows = await stepRows(planId);
  const steps = rows.map(({ id, status }) => ({ id: String(id), status: String(status) }));
  return modificationInput(action, { steps });
}
