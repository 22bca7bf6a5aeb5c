import { findPlansByWords } from "@trovella/db/plans";
import { AppError, invalidField } from "@trovella/foundation";
import type { CallContext } from "../calls/call-context.ts";
import { excerptToFit } from "../text/show-invisible.ts";
import { DATA_NOTICE } from "./data-notice.ts";

const SHOWN_PLANS = 5;
const SHOWN_QUESTION = 200;

type PlanChoice =
  | { readonly planId: string }
  | { readonly plans: { planId: string }[]; readonly notice: string; readonly next: string };

/** The one plan that the words name; if several do, those, for the person to choose from. */
export async function choosePlan(
  { context }: Pick<CallContext, "context">,
  query: string | undefined,
): Promise<PlanChoice> {
  if (query === undefined) {
    throw invalidField(
      "planId",
      "is missing. Next: pass planId, or query with words of the plan, or ids of what to read.",
    );
  }
  const plans = await findPlansByWords(context, { query, limit: SHOWN_PLANS });
  const [best, second] = plans;
  if (!best) {
    throw new AppError(
      "NOT_FOUND",
      "No plan has these words. Next: call list_active_plans, or search_sources for finished research.",
    );
  }
  const isClear = !second || best.words > second.words || (best.isOpen && !second.isOpen);
  if (isClear) return { planId: best.id };
  return {
    plans: plans.map(({ handle, name, researchQuestion, status, updatedAt }) => ({
      planId: handle,
      name,
      researchQuestion: excerptToFit(researchQuestion, SHOWN_QUESTION),
      status,
      updatedAt: updatedAt.toISOString(),
    })),
    notice: DATA_NOTICE,
    next: "Several plans fit. Ask the person which one, then call again with its planId.",
  };
}
