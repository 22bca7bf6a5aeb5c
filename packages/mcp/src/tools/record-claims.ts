import { type PreparedClaims, prepareClaims, storeClaims } from "@trovella/research";
import type { CallContext } from "../calls/call-context.ts";
import { claimMeans } from "../calls/claim-means.ts";
import { claimSummary, claims, claimsInReply } from "../claim-fields.ts";
import { defineTool } from "../define-tool.ts";
import { next, planId, renewedLeaseToken, stepId } from "../fields.ts";
import { unlisted } from "../input/meanings.ts";
import { findPlan, renewLeaseAt } from "../plan-reference.ts";
import { judgedClaims, nextForClaims } from "../replies/judged-claims.ts";

export const recordClaims = defineTool({
  name: "record_claims",
  title: "Record claims with quotes",
  description:
    "Records the output's statements with verbatim quotes of stored sources; replies what these really say. key: the answer rests on it. Cite [clm:1].",
  input: { planId, stepId: unlisted(stepId), leaseToken: renewedLeaseToken, claims },
  output: { claims: claimsInReply, summary: claimSummary, next },
  permission: "write",
  writes: "memory",

  // Quotes are looked for in long texts, for which no transaction should wait.
  async prepare({ planId, claims: given }, preparation): Promise<PreparedClaims> {
    const placed = given.map(({ evidence, ...claim }, index) => ({
      ...claim,
      place: `claims[${index}]`,
      ...(evidence
        ? { evidence: evidence.map(({ sourceId, ...entry }) => ({ ...entry, source: sourceId })) }
        : {}),
    }));
    return prepareClaims({ planId, claims: placed, given: [] }, claimMeans(preparation));
  },

  async run({ planId, stepId, leaseToken }, call: CallContext, prepared: PreparedClaims) {
    const { context, caller, now } = call;
    // Only the lease of a step needs the plan, which preparing has found.
    const plan = stepId === undefined ? null : await findPlan(context, { planId, stepId });
    const stored = await storeClaims(context, prepared, {
      planId,
      stepId: stepId ?? null,
      userId: caller.userId,
      now,
      sources: [],
    });
    await renewLeaseAt(call, plan, { stepId, leaseToken });
    const claims = judgedClaims(stored);
    return {
      claims,
      summary: { ...prepared.counts },
      next:
        nextForClaims(claims) ?? "All stand. Cite them in the output as [clm:1], by their numbers.",
    };
  },
});
