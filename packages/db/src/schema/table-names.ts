// Apart from the tables, so that the running program does not load the schema language.

/** Outside row-level security. A table that is on none of these lists must not exist. */
export const IDENTITY_TABLES: readonly string[] = [
  "user",
  "organization",
  "member",
  "invitation",
  "session",
  "account",
  "oauth_client",
  "oauth_grant",
  "oauth_token",
  "access_key",
  "share_key",
];

/** State that processes share while they run: outside row-level security and in no backup. */
export const SERVER_TABLES: readonly string[] = ["rate_bucket"];

/** Each table comes after those it refers to. */
export const TENANT_TABLES: readonly string[] = [
  "research_plan",
  "plan_tag",
  "plan_text",
  "plan_step",
  "plan_branching_condition",
  "plan_review",
  "plan_audit_log",
  "plan_import",
  "audit_leaf",
  "audit_checkpoint",
  "plan_template",
  "skill_execution",
  "mcp_tool_call_log",
  "idempotency_key",
  "research_artifact",
  "research_source",
  "plan_source",
  "extraction_result",
  "research_output",
  "share_link",
  "research_feedback",
  "subagent_report",
  "source_capture",
  "capture_job",
  "claim",
  "claim_evidence",
  "claim_audit",
  "document_chunk",
  "posting",
  "term_stat",
  "corpus_stat",
  "indexing_queue",
  "ai_usage",
  "usage_report",
  "personal_access_token",
  "security_event",
  "notification_event",
  "webhook",
  "notification_delivery",
  "webhook_attempt",
  "notification_setting",
  "inbox_mark",
  "sample_plan",
  "document_theme",
];

/** Written once: the tenant role may insert and read, neither update nor delete. */
export const HISTORY_TABLES: readonly string[] = [
  "plan_audit_log",
  "audit_leaf",
  "audit_checkpoint",
  "security_event",
];

/** The tables whose texts are searched. */
export const SEARCHED_TABLES = [
  "research_artifact",
  "research_output",
  "extraction_result",
  "claim",
] as const;
