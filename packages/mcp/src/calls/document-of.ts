import type { Plan } from "@trovella/plan-engine";
import { ensureDocument, type PlanDocument } from "@trovella/research";
import type { CallContext } from "./call-context.ts";

/** The document of a plan whose research is over, composed now if nobody wrote one in time. Free while the plan goes on. */
export async function documentOf(call: CallContext, plan: Plan): Promise<PlanDocument | null> {
  const document = await ensureDocument(call.context, plan, {
    now: call.now,
    afterMs: call.documentAfterMs,
    mayWrite: call.may("write"),
  });
  if (document?.isNew) call.stored();
  return document;
}
