import { queryRows } from "../connection/query-rows.ts";
import { compare, compose, sql } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { FEEDBACK_TYPES, SATISFACTIONS } from "../schema/value-lists.ts";
import { newestPage } from "./newest-page.ts";

type Satisfaction = (typeof SATISFACTIONS)[number];

export interface ConsoleFeedback {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly userId: string | null;
  readonly feedbackType: (typeof FEEDBACK_TYPES)[number];
  readonly satisfaction: Satisfaction;
  readonly feedbackSummary: string;
  readonly improvementSuggestions: string | null;
  readonly followUpRequested: boolean;
  readonly createdAt: Date;
}

export interface FeedbackFilter {
  readonly planId: string | null;
  readonly satisfaction: Satisfaction | null;
  readonly beforeId: string | null;
  readonly limit: number;
}

/** Feedback on all plans or on one, newest first. */
export function listConsoleFeedback(
  context: TenantContext,
  { planId, satisfaction, ...page }: FeedbackFilter,
): Promise<ConsoleFeedback[]> {
  const conditions = [compare("plan_id =", planId), compare("satisfaction =", satisfaction)];
  const query = sql`
    SELECT feedback.id, feedback.plan_id AS "planId", plan.name AS "planName", feedback.user_id AS "userId",
      feedback_type AS "feedbackType", satisfaction, left(feedback_summary, 800) AS "feedbackSummary",
      left(improvement_suggestions, 800) AS "improvementSuggestions", follow_up_requested AS "followUpRequested",
      feedback.created_at AS "createdAt"
    FROM (${newestPage("research_feedback", conditions, page)}) AS feedback
    JOIN research_plan AS plan ON plan.id = feedback.plan_id ORDER BY feedback.id DESC`;
  return queryRows(context, compose(query));
}
