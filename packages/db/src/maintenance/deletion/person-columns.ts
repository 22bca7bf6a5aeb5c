/** What becomes of the rows that name a person. */
export const PERSON_COLUMNS: Readonly<Record<string, "deleted" | "kept">> = {
  // Goes with the account.
  "account.user_id": "deleted",
  "access_key.user_id": "deleted",
  "invitation.inviter_id": "deleted",
  "member.user_id": "deleted",
  "oauth_grant.user_id": "deleted",
  "session.user_id": "deleted",
  "idempotency_key.user_id": "deleted",
  "inbox_mark.user_id": "deleted",
  "notification_delivery.user_id": "deleted",
  "notification_setting.user_id": "deleted",
  "personal_access_token.user_id": "deleted",
  // Keeps an id that belongs to nobody any more.
  "ai_usage.user_id": "kept",
  "claim.user_id": "kept",
  "claim_audit.user_id": "kept",
  "document_theme.updated_by": "kept",
  "extraction_result.user_id": "kept",
  "mcp_tool_call_log.user_id": "kept",
  "plan_audit_log.actor_user_id": "kept",
  "plan_import.imported_by": "kept",
  "plan_review.decided_by": "kept",
  "plan_step.lease_user_id": "kept",
  "plan_template.created_by": "kept",
  "research_artifact.user_id": "kept",
  "research_feedback.user_id": "kept",
  "research_output.user_id": "kept",
  "research_plan.assignee_id": "kept",
  "research_plan.created_by": "kept",
  "security_event.actor_user_id": "kept",
  "share_link.created_by": "kept",
  "skill_execution.user_id": "kept",
  "webhook.created_by": "kept",
};

/** Whether a column holds the id of a person, by its name. */
export const PERSON_COLUMN =
  /^(user_id|\w+_user_id|created_by|decided_by|imported_by|inviter_id|assignee_id|owner_id|archived_by|\w+ed_by)$/;
/** Names alike that hold something else. */
export const NO_PERSON: readonly string[] = ["source_capture.captured_by"];
