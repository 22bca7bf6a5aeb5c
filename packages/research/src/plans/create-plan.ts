import { newHandle, newId } from "@trovella/db";
import type { PlanChange } from "@trovella/db/plans";
import { findTemplate } from "../templates/find-template.ts";
import { type CommandScope, handleCommand } from "./handle-command.ts";
import { type PlanRequest, planDefinition } from "./plan-definition.ts";
import { type CheckpointPlace, withCheckpoints } from "./with-checkpoints.ts";

export interface NewPlan extends Omit<PlanRequest, "stallThresholdMs"> {
  /** The name of a template; without one the request has its own name and steps. */
  readonly template?: string | undefined;
  /** Where a person wants to be asked, besides the template's own checkpoints. */
  readonly checkpoints?: readonly CheckpointPlace[];
}

interface CreatedPlan {
  readonly change: PlanChange;
  /** What was given and could not be used. */
  readonly warnings: readonly string[];
}

/** Decides a new plan, from a template or as it is given. Nothing is saved yet. */
export async function createPlan(
  scope: CommandScope,
  { template: name, checkpoints = [], ...request }: NewPlan,
  { stallThresholdMs }: { readonly stallThresholdMs: number },
): Promise<CreatedPlan> {
  const { researchType } = request.brief ?? {};
  const template =
    name === undefined ? null : await findTemplate(scope.context, { name, researchType });
  const { definition, warnings } = planDefinition(
    request,
    template && withCheckpoints(template, checkpoints),
  );
  const change = await handleCommand(scope, null, {
    type: "create_plan",
    planId: newId("plan"),
    handle: newHandle(),
    newId,
    ...definition,
    stallThresholdMs,
  });
  return { change, warnings };
}
