import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { FEEDBACK_TYPES, SATISFACTIONS } from "../schema/value-lists.ts";

export interface NewFeedback {
  readonly id: string;
  readonly planId: string;
  readonly userId: string;
  readonly feedbackType: (typeof FEEDBACK_TYPES)[number];
  readonly satisfaction: (typeof SATISFACTIONS)[number];
  readonly feedbackSummary: string;
  readonly improvementSuggestions: string | null;
  readonly followUpRequested: boolean;
  readonly createdAt: Date;
}

const INSERT_FEEDBACK = defineStatement(`
  INSERT INTO research_feedback (organization_id, id, plan_id, user_id, feedback_type, satisfaction, feedback_summary,
    improvement_suggestions, follow_up_requested, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`);

export async function saveFeedback(context: TenantContext, feedback: NewFeedback): Promise<void> {
  await context.send([
    execution(INSERT_FEEDBACK, [
      context.tenant.organizationId,
      feedback.id,
      feedback.planId,
      feedback.userId,
      feedback.feedbackType,
      feedback.satisfaction,
      feedback.feedbackSummary,
      feedback.improvementSuggestions,
      feedback.followUpRequested,
      feedback.createdAt,
    ]),
  ]);
}
