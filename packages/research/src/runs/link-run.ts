import { newId, type TenantContext } from "@trovella/db";
import {
  type Actor,
  createSkillExecution,
  findKeptRun,
  linkExecution,
  updateSkillExecution,
} from "@trovella/db/calls";
import { countOutcome, type Plan } from "@trovella/plan-engine";

const SKILL = "research";

export interface PlanRun {
  readonly plan: Plan;
  /** The record that the client started in this session for a plan to come. */
  readonly startedId: string | null;
  /** What the person was asked and wants, under the keys of the skill's own records; null when nothing was said. */
  readonly brief: Readonly<Record<string, unknown>> | null;
  readonly actor: Actor;
  readonly userId: string;
  readonly at: Date;
}

/**
 * Links the record of the run that led to a plan: the one that the client started, else, with a brief, one that the server
 * opens and ends by itself. There are never two. Null when there is neither.
 */
export async function linkRun(context: TenantContext, run: PlanRun): Promise<string | null> {
  const { plan, startedId, brief, actor, userId, at } = run;
  const { planDesignRationale } = plan;
  const metadata = { ...brief, ...(planDesignRationale === null ? {} : { planDesignRationale }) };
  if (startedId) {
    await linkExecution(context, { executionId: startedId, planId: plan.id, metadata, at });
    return startedId;
  }
  if (!brief) return null;
  const id = newId("skillExecution");
  await createSkillExecution(context, {
    id,
    userId,
    skillName: SKILL,
    status: "executing",
    metadata: JSON.stringify(metadata),
    planId: plan.id,
    errorMessage: null,
    isServerKept: true,
    actor,
    at,
  });
  return id;
}

/** Ends the run that the server keeps for this plan, if there is one, once its output is delivered. */
export async function completeRun(
  context: TenantContext,
  { plan, actor, at }: Pick<PlanRun, "plan" | "actor" | "at">,
): Promise<void> {
  const run = await findKeptRun(context, plan.id);
  if (!run) return;
  const feedback = plan.reviews.flatMap((review) => (review.feedback ? [review.feedback] : []));
  const metadata = {
    stepsCompleted: countOutcome(plan.steps.map(({ status }) => status)).completed,
    artifactsStored: run.artifacts,
    ...(plan.mode === null ? {} : { mode: plan.mode }),
    checkpointFeedback: feedback.length > 0 ? feedback.join("\n") : null,
  };
  await updateSkillExecution(context, {
    id: run.id,
    status: "completed",
    metadata: JSON.stringify(metadata),
    planId: null,
    errorMessage: null,
    actor,
    at,
  });
}
