import { storeArtifacts } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next, planId, renewedLeaseToken, stepId } from "../fields.ts";
import { findingFields, sourcesInReply } from "../finding-fields.ts";
import { findPlan, renewLeaseAt } from "../plan-reference.ts";

export const storeResearch = defineTool({
  name: "store_research",
  title: "Store a finding with its sources",
  description:
    "Keeps a finding, analysis, data or note with its sources; search_sources finds it. Outputs cite a source by its ref: [src:7].",
  input: {
    ...findingFields,
    planId: planId.optional(),
    stepId: stepId.optional(),
    leaseToken: renewedLeaseToken,
  },
  output: {
    artifactId: z.string(),
    sourceIds: z.array(z.string()),
    sources: sourcesInReply,
    stored: z.literal(true),
    next,
  },
  permission: "write",
  writes: "memory",

  async run({ planId, stepId, leaseToken, ...artifact }, call) {
    const { context, caller, capture, now } = call;
    const plan = await findPlan(context, { planId, stepId });
    const [stored] = await storeArtifacts(context, [artifact], {
      userId: caller.userId,
      planId: planId ?? null,
      stepId: stepId ?? null,
      now,
      isCapturing: capture !== null,
      field: null,
    });
    if (!stored) throw new Error("Nothing was stored.");
    await renewLeaseAt(call, plan, { stepId, leaseToken });
    return {
      artifactId: stored.handle,
      sourceIds: [...stored.refs],
      sources: [...stored.sources],
      stored: true as const,
      next: nextAfter(stored.sources[0]?.ref, stepId !== undefined),
    };
  },
});

function nextAfter(ref: string | number | undefined, isForStep: boolean): string {
  const cite = ref === undefined ? "" : `Cite the sources by their refs, such as [src:${ref}]. `;
  return `${cite}${isForStep ? "Go on with the step, then call submit_step_result." : "search_sources finds it from now on."}`;
}
