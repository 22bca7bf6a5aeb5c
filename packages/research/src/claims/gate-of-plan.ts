import { newId, type TenantContext } from "@trovella/db";
import { type KnownClaim, listPlanClaims } from "@trovella/db/evidence";
import { type GatedClaim, gateOf } from "@trovella/evidence/gate";
import { needsGate, type Plan, type SubmitResult } from "@trovella/plan-engine";
import { claimHandle } from "./claim-draft.ts";
import { auditedStatus } from "./count-claims.ts";
import type { PreparedClaims } from "./record-claims.ts";

/**
 * What the gate needs to know when a step is handed in, with the claims that come in the same call. Reads nothing for
 * steps that the gate does not look at.
 */
export async function gateFor(
  context: TenantContext,
  { plan, stepId, prepared }: GateRequest,
): Promise<Pick<SubmitResult, "gate" | "repairStepId">> {
  if (!plan || !needsGate(plan, stepId)) return {};
  const known = await listPlanClaims(context, plan.id);
  const claims = withPrepared(known, prepared).filter(({ isWithdrawn }) => !isWithdrawn);
  return { gate: gateOf(claims.map(gatedClaim), plan.evidencePolicy), repairStepId: newId("step") };
}

interface GateRequest {
  readonly plan: Plan | null;
  readonly stepId: string;
  readonly prepared: PreparedClaims | undefined;
}

/** The plan's claims as they are after the call. */
function withPrepared(
  known: readonly KnownClaim[],
  prepared: PreparedClaims | undefined,
): KnownClaim[] {
  if (!prepared) return [...known];
  const judged = new Map(prepared.judgements.map((judgement) => [judgement.claimId, judgement]));
  const last = Math.max(0, ...known.map(({ number }) => number));
  const added = prepared.drafts.map((draft, index): KnownClaim => {
    const { status = "unchecked", level = 0, problems = [] } = judged.get(draft.id) ?? {};
    return { ...draft, number: last + index + 1, status, level, problems, audit: null };
  });
  return [...known.map((claim) => ({ ...claim, ...judged.get(claim.id) })), ...added];
}

function gatedClaim(claim: KnownClaim): GatedClaim {
  const { number, statement, isKey, isDisputed, problems } = claim;
  const problem = problems.find(({ isWeakening }) => isWeakening) ?? problems[0];
  return {
    handle: claimHandle(number),
    statement,
    status: auditedStatus(claim),
    isKey,
    isDisputed,
    problem: problem?.message ?? null,
  };
}
