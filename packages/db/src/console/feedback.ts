import { queryRows } from "../connection/query-rows.ts";
import type { Sender } from "../connection/send-together.ts";
import { compose, sql } from "../connection/sql.ts";
import type { FEEDBACK_TYPES, SATISFACTIONS } from "../schema/value-lists.ts";
import { equalTo, type FilterValues } from "./list-filters.ts";
import { newestPage, type PageBefore } from "./newest-page.ts";

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

const FILTERS = {
  planId: equalTo("plan_id"),
  satisfaction: equalTo<Satisfaction>("satisfaction"),
};
export type FeedbackFilters = FilterValues<typeof FILTERS>;

/** Feedback on all plans or on one, newest first. */
export function listConsoleFeedback(
  context: Sender,
  page: FeedbackFilters & PageBefore,
): Promise<ConsoleFeedback[]> {
  const query = sql`
    SELECT feedback.id, feedback.plan_id AS "planId", plan.name AS "planName", feedback.user_id AS "userId",
      feedback_type AS "feedbackType", satisfaction, left(feedback_summary, 800) AS "feedbackSummary",
      left(improvement_suggestions, 800) AS "improvementSuggestions", follow_up_requested AS "followUpRequested",
      feedback.created_at AS "createdAt"
    FROM (${newestPage("research_feedback", FILTERS, page)}) AS feedback
    JOIN research_plan AS plan ON plan.id = feedback.plan_id ORDER BY feedback.id DESC`;
  return queryRows(context, compose(query));
}
