import { createHash } from "node:crypto";
import { type Database, sealJson, type Tenant } from "@trovella/db";
import type { Json } from "@trovella/foundation";
import { carryOut } from "../database/play-history.ts";
import { createPlan } from "../mcp/plan-loop.ts";

/** About 2.6 kB that do not compress, since retention leaves short texts alone. */
export const LATE_RESULT: Json = {
  findings: Array.from({ length: 40 }, (_, index) =>
    createHash("sha256").update(`late ${index}`).digest("hex"),
  ),
};

/** A plan of one step that was completed then, after results came under a lease that it never gave. */
export async function endedPlanWithRefusals(
  database: Database,
  tenant: Tenant,
  { refusals, endedAt }: { readonly refusals: number; readonly endedAt: Date },
): Promise<{ readonly planId: string; readonly handle: string }> {
  const { plan } = await createPlan({ database, tenant, agent: "ada" }, 1, endedAt);
  const [step] = plan.steps;
  const submission = (leaseToken: string, result: Json) => ({
    type: "submit_result" as const,
    stepId: step?.id ?? "",
    leaseToken,
    result,
    resultDigest: sealJson(result).digest,
    report: null,
    reportDigest: sealJson(null).digest,
  });
  const start = { type: "start_next_step", newLeaseToken: "given", agent: "ada" } as const;
  const done = submission("given", "It is so.");
  const late = submission("never given", LATE_RESULT);
  for (const command of [start, ...Array(refusals).fill(late), done]) {
    await carryOut(database, tenant, plan.id, command, { now: endedAt });
  }
  return { planId: plan.id, handle: plan.handle };
}
