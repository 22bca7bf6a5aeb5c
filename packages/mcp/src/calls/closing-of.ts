import { listSourceTable } from "@trovella/db/memory";
import { requireLock } from "@trovella/db/plans";
import { isClosingStep, isProtected, type Plan, type Step } from "@trovella/plan-engine";
import { phaseInWords, readResearchMaterial } from "@trovella/research";
import { type Closing, closingPack, PACK_TEXTS } from "../replies/closing-pack.ts";
import { stepHandlesIn } from "../replies/handles.ts";
import type { CallContext } from "./call-context.ts";

const MAX_SOURCES = 300;
/** Of a reply in pages; the rest is for the step itself and, when a plan is resumed, for its page. */
const PACK_SHARE = 2 / 3;

/** What a closing step needs beside its instructions once no further research is done. Reads nothing for other steps. */
export async function closingOf(
  plan: Plan,
  step: Step,
  { context, pageBytes }: CallContext,
): Promise<Closing | null> {
  const why = phaseInWords(plan);
  if (why === null || !isClosingStep(plan, step)) return null;
  // The hand-out needs it too, and the texts are then read once.
  requireLock(context);
  const material = await readResearchMaterial(context, plan, () => ({
    artifact: () => PACK_TEXTS.artifact,
    result: () => PACK_TEXTS.result,
  }));
  const sources = await listSourceTable(context, { planId: plan.id, limit: MAX_SOURCES });
  return {
    why: `No further research is done: ${why}.`,
    skippedStepIds: stepHandlesIn(plan, skippedSteps(plan)),
    pack: closingPack(plan, material, sources, Math.round(pageBytes * PACK_SHARE)),
  };
}

/** The steps that are skipped when the last closing step is settled. */
function skippedSteps(plan: Plan): string[] {
  const isSkipped = (step: Step) =>
    step.status === "pending" && !isClosingStep(plan, step) && !isProtected(plan, step);
  return plan.steps.filter(isSkipped).map(({ id }) => id);
}
