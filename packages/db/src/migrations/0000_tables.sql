CREATE TABLE "ai_usage" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text,
	"purpose" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"duration_ms" integer NOT NULL,
	"is_error" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_usage_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"tool_name" text NOT NULL,
	"key" text NOT NULL,
	"arguments_digest" text NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_organization_id_user_id_tool_name_key_pk" PRIMARY KEY("organization_id","user_id","tool_name","key")
);
--> statement-breakpoint
CREATE TABLE "mcp_tool_call_log" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text,
	"tool_name" text NOT NULL,
	"plan_id" text,
	"step_id" text,
	"skill_execution_id" text,
	"session_id" text,
	"client_name" text,
	"client_version" text,
	"request_metadata" jsonb,
	"response_metadata" jsonb,
	"is_error" boolean NOT NULL,
	"error_code" text,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mcp_tool_call_log_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "mcp_tool_call_log_duration_counts" CHECK ("mcp_tool_call_log"."duration_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "personal_access_token" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"token_prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_access_token_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "skill_execution" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"skill_name" text NOT NULL,
	"status" text DEFAULT 'started' NOT NULL,
	"plan_id" text,
	"metadata" jsonb,
	"error_message" text,
	"claude_code_session_id" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"duration_ms" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "skill_execution_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "skill_execution_status_known" CHECK ("skill_execution"."status" in ('started', 'executing', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"inviter_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitation_role_known" CHECK ("invitation"."role" in ('owner', 'admin', 'member', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_role_known" CHECK ("member"."role" in ('owner', 'admin', 'member', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"type" text DEFAULT 'personal' NOT NULL,
	"logo" text,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_slug_unique" UNIQUE("slug"),
	CONSTRAINT "organization_type_known" CHECK ("organization"."type" in ('personal', 'family', 'company'))
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"active_organization_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "extraction_result" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text,
	"plan_id" text,
	"step_id" text,
	"source_artifact_id" text,
	"schema" jsonb NOT NULL,
	"instructions" text,
	"data" jsonb NOT NULL,
	"is_valid" boolean NOT NULL,
	"errors" jsonb NOT NULL,
	"model" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "extraction_result_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "research_artifact" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text,
	"plan_id" text,
	"step_id" text,
	"artifact_type" text NOT NULL,
	"title" text NOT NULL,
	"content" jsonb NOT NULL,
	"content_text" text NOT NULL,
	"summary" text,
	"confidence" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "research_artifact_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "research_artifact_type_known" CHECK ("research_artifact"."artifact_type" in ('finding', 'source', 'analysis', 'critique', 'synthesis', 'data', 'note')),
	CONSTRAINT "research_artifact_confidence_fits" CHECK ("research_artifact"."confidence" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "research_feedback" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"user_id" text,
	"feedback_type" text NOT NULL,
	"satisfaction" text NOT NULL,
	"feedback_summary" text NOT NULL,
	"improvement_suggestions" text,
	"follow_up_requested" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "research_feedback_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "research_feedback_type_known" CHECK ("research_feedback"."feedback_type" in ('initial', 'closing')),
	CONSTRAINT "research_feedback_satisfaction_known" CHECK ("research_feedback"."satisfaction" in ('very_satisfied', 'satisfied', 'neutral', 'dissatisfied', 'very_dissatisfied'))
);
--> statement-breakpoint
CREATE TABLE "research_output" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"user_id" text,
	"title" text NOT NULL,
	"media_type" text NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"formatting_notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "research_output_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "research_output_media_type_known" CHECK ("research_output"."media_type" in ('conversation', 'markdown', 'html', 'word', 'excel', 'powerpoint'))
);
--> statement-breakpoint
CREATE TABLE "research_source" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"artifact_id" text NOT NULL,
	"position" integer NOT NULL,
	"url" text,
	"title" text NOT NULL,
	"author" text,
	"published_at" text,
	"retrieved_at" timestamp with time zone,
	"quote" text,
	"doi" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "research_source_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "subagent_report" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text,
	"step_id" text,
	"agent" text,
	"task" text NOT NULL,
	"report" text NOT NULL,
	"status" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subagent_report_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "plan_audit_log" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text,
	"step_id" text,
	"seq" bigint,
	"plan_version" integer,
	"event_type" text NOT NULL,
	"action" text NOT NULL,
	"payload" jsonb NOT NULL,
	"actor_user_id" text,
	"actor_client" text,
	"actor_via" text NOT NULL,
	"session_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_audit_log_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "plan_audit_log_event_type_known" CHECK ("plan_audit_log"."event_type" in ('step_started', 'step_completed', 'step_failed', 'plan_modified', 'user_reviewed', 'session_resumed', 'skill_started', 'skill_completed')),
	CONSTRAINT "plan_audit_log_seq_fits" CHECK (("plan_audit_log"."seq" is null) = ("plan_audit_log"."plan_version" is null))
);
--> statement-breakpoint
CREATE TABLE "plan_branching_condition" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"step_id" text NOT NULL,
	"position" integer NOT NULL,
	"condition_expression" text NOT NULL,
	"if_true_action" text NOT NULL,
	"action_params" jsonb NOT NULL,
	"fired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_branching_condition_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "plan_branching_condition_action_known" CHECK ("plan_branching_condition"."if_true_action" in ('skip_to', 'add_steps', 'fail', 'continue'))
);
--> statement-breakpoint
CREATE TABLE "plan_review" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"step_id" text NOT NULL,
	"summary" text NOT NULL,
	"questions" jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decision" text,
	"feedback" text,
	"decided_via" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_review_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "plan_review_decision_known" CHECK ("plan_review"."decision" in ('approve', 'reject', 'modify', 'skip')),
	CONSTRAINT "plan_review_decided_via_known" CHECK ("plan_review"."decided_via" in ('elicitation', 'console', 'relayed')),
	CONSTRAINT "plan_review_decision_fits" CHECK (("plan_review"."decision" is null) = ("plan_review"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "plan_step" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"step_order" integer NOT NULL,
	"step_type" text NOT NULL,
	"instructions" text NOT NULL,
	"status" text NOT NULL,
	"depends_on" text[] NOT NULL,
	"attempt" integer NOT NULL,
	"lease_token" text,
	"lease_holder" text,
	"lease_expires_at" timestamp with time zone,
	"result" jsonb,
	"result_digest" text,
	"result_summary" text,
	"confidence" double precision,
	"step_execution_report" jsonb,
	"report_digest" text,
	"output_formatting_notes" text,
	"failure_reason" text,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"last_activity_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_step_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "plan_step_type_known" CHECK ("plan_step"."step_type" in ('search', 'extract', 'analyze', 'critique', 'synthesize', 'checkpoint', 'custom')),
	CONSTRAINT "plan_step_status_known" CHECK ("plan_step"."status" in ('pending', 'in_progress', 'awaiting_input', 'completed', 'skipped', 'failed')),
	CONSTRAINT "plan_step_order_counts" CHECK ("plan_step"."step_order" >= 1),
	CONSTRAINT "plan_step_attempt_counts" CHECK ("plan_step"."attempt" >= 0),
	CONSTRAINT "plan_step_confidence_fits" CHECK ("plan_step"."confidence" between 0 and 1),
	CONSTRAINT "plan_step_lease_fits" CHECK ("plan_step"."lease_expires_at" is null or "plan_step"."status" in ('in_progress', 'awaiting_input')),
	CONSTRAINT "plan_step_completed_at_fits" CHECK (("plan_step"."status" in ('completed', 'skipped', 'failed')) = ("plan_step"."completed_at" is not null)),
	CONSTRAINT "plan_step_result_fits" CHECK (("plan_step"."status" = 'completed') = ("plan_step"."result_digest" is not null))
);
--> statement-breakpoint
CREATE TABLE "research_plan" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"created_by" text,
	"name" text NOT NULL,
	"research_question" text NOT NULL,
	"status" text NOT NULL,
	"version" integer NOT NULL,
	"audit_seq" bigint NOT NULL,
	"stall_threshold_ms" bigint NOT NULL,
	"review_policy" text NOT NULL,
	"plan_design_rationale" text,
	"output_formatting_notes" text,
	"failure_reason" text,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "research_plan_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "research_plan_status_known" CHECK ("research_plan"."status" in ('planning', 'executing', 'awaiting_review', 'stalled', 'completed', 'failed')),
	CONSTRAINT "research_plan_review_policy_known" CHECK ("research_plan"."review_policy" in ('relayed_allowed', 'human_only')),
	CONSTRAINT "research_plan_version_counts" CHECK ("research_plan"."version" >= 1 and "research_plan"."audit_seq" >= 1),
	CONSTRAINT "research_plan_completed_at_fits" CHECK (("research_plan"."status" = 'completed') = ("research_plan"."completed_at" is not null)),
	CONSTRAINT "research_plan_failure_reason_fits" CHECK (("research_plan"."status" = 'failed') = ("research_plan"."failure_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "corpus_stat" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"chunk_count" bigint NOT NULL,
	"total_length" double precision NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_chunk" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"source_table" text NOT NULL,
	"source_id" text NOT NULL,
	"position" integer NOT NULL,
	"content" text NOT NULL,
	"content_digest" text NOT NULL,
	"embedding_model" text,
	"embedding" "bytea",
	"signature" bit(384),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_chunk_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "document_chunk_source_table_known" CHECK ("document_chunk"."source_table" in ('research_artifact', 'research_output', 'extraction_result'))
);
--> statement-breakpoint
CREATE TABLE "indexing_queue" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"chunk_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "indexing_queue_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "posting" (
	"organization_id" text NOT NULL,
	"term" text NOT NULL,
	"chunk_id" text NOT NULL,
	"tf" integer NOT NULL,
	"dl" integer NOT NULL,
	CONSTRAINT "posting_organization_id_term_chunk_id_pk" PRIMARY KEY("organization_id","term","chunk_id")
);
--> statement-breakpoint
CREATE TABLE "term_stat" (
	"organization_id" text NOT NULL,
	"term" text NOT NULL,
	"chunk_count" bigint NOT NULL,
	CONSTRAINT "term_stat_organization_id_term_pk" PRIMARY KEY("organization_id","term")
);
--> statement-breakpoint
ALTER TABLE "personal_access_token" ADD CONSTRAINT "personal_access_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skill_execution" ADD CONSTRAINT "skill_execution_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_inviter_id_user_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_active_organization_id_organization_id_fk" FOREIGN KEY ("active_organization_id") REFERENCES "public"."organization"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "research_feedback" ADD CONSTRAINT "research_feedback_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "research_output" ADD CONSTRAINT "research_output_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "research_source" ADD CONSTRAINT "research_source_organization_id_artifact_id_research_artifact_organization_id_id_fk" FOREIGN KEY ("organization_id","artifact_id") REFERENCES "public"."research_artifact"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_branching_condition" ADD CONSTRAINT "plan_branching_condition_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_branching_condition" ADD CONSTRAINT "plan_branching_condition_organization_id_step_id_plan_step_organization_id_id_fk" FOREIGN KEY ("organization_id","step_id") REFERENCES "public"."plan_step"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_review" ADD CONSTRAINT "plan_review_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_review" ADD CONSTRAINT "plan_review_organization_id_step_id_plan_step_organization_id_id_fk" FOREIGN KEY ("organization_id","step_id") REFERENCES "public"."plan_step"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_step" ADD CONSTRAINT "plan_step_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_usage_created" ON "ai_usage" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "personal_access_token_hash" ON "personal_access_token" USING btree ("organization_id","token_hash");--> statement-breakpoint
CREATE INDEX "skill_execution_created" ON "skill_execution" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "skill_execution_session" ON "skill_execution" USING btree ("organization_id","user_id","claude_code_session_id","created_at");--> statement-breakpoint
CREATE INDEX "skill_execution_plan" ON "skill_execution" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE INDEX "invitation_organization" ON "invitation" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_organization_user" ON "member" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "member_user" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "extraction_result_plan" ON "extraction_result" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE INDEX "extraction_result_artifact" ON "extraction_result" USING btree ("organization_id","source_artifact_id");--> statement-breakpoint
CREATE INDEX "research_artifact_plan" ON "research_artifact" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE INDEX "research_artifact_step" ON "research_artifact" USING btree ("organization_id","step_id");--> statement-breakpoint
CREATE INDEX "research_artifact_created" ON "research_artifact" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "research_feedback_plan" ON "research_feedback" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "research_output_version" ON "research_output" USING btree ("organization_id","plan_id","version");--> statement-breakpoint
CREATE INDEX "research_source_artifact" ON "research_source" USING btree ("organization_id","artifact_id","position");--> statement-breakpoint
CREATE INDEX "subagent_report_plan" ON "subagent_report" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE INDEX "subagent_report_step" ON "subagent_report" USING btree ("organization_id","step_id");--> statement-breakpoint
CREATE INDEX "plan_branching_condition_plan" ON "plan_branching_condition" USING btree ("organization_id","plan_id","position");--> statement-breakpoint
CREATE INDEX "plan_branching_condition_step" ON "plan_branching_condition" USING btree ("organization_id","step_id");--> statement-breakpoint
CREATE INDEX "plan_review_plan" ON "plan_review" USING btree ("organization_id","plan_id","requested_at");--> statement-breakpoint
CREATE INDEX "plan_review_step" ON "plan_review" USING btree ("organization_id","step_id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_chunk_source" ON "document_chunk" USING btree ("organization_id","source_table","source_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "indexing_queue_chunk" ON "indexing_queue" USING btree ("organization_id","chunk_id");--> statement-breakpoint
CREATE INDEX "indexing_queue_created" ON "indexing_queue" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "posting_chunk" ON "posting" USING btree ("organization_id","chunk_id");