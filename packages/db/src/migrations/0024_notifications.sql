-- The outbox of what people are told, webhooks with their deliveries, and what each person chose.
CREATE TABLE "notification_delivery" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"event_id" text NOT NULL,
	"webhook_id" text,
	"user_id" text,
	"plan_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone,
	"first_attempt_at" timestamp with time zone,
	"last_error" text,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_delivery_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "notification_delivery_status_known" CHECK ("notification_delivery"."status" in ('waiting', 'delivered', 'given_up', 'cancelled')),
	CONSTRAINT "notification_delivery_attempts_count" CHECK ("notification_delivery"."attempts" >= 0),
	CONSTRAINT "notification_delivery_target_fits" CHECK (("notification_delivery"."webhook_id" is null) <> ("notification_delivery"."user_id" is null)),
	CONSTRAINT "notification_delivery_finished_fits" CHECK (("notification_delivery"."status" = 'waiting') = ("notification_delivery"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_event" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"dispatched_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_event_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "notification_event_type_known" CHECK ("notification_event"."type" in ('review.requested', 'review.decided', 'plan.completed', 'plan.failed', 'plan.stalled'))
);
--> statement-breakpoint
CREATE TABLE "notification_setting" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"choices" jsonb NOT NULL,
	"plans" text NOT NULL,
	"time_zone" text NOT NULL,
	"quiet_from" integer,
	"quiet_to" integer,
	"digest_hour" integer NOT NULL,
	"address" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_setting_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "notification_setting_plans_known" CHECK ("notification_setting"."plans" in ('mine', 'all')),
	CONSTRAINT "notification_setting_quiet_fits" CHECK (("notification_setting"."quiet_from" is null) = ("notification_setting"."quiet_to" is null) and "notification_setting"."quiet_from" between 0 and 1439 and "notification_setting"."quiet_to" between 0 and 1439),
	CONSTRAINT "notification_setting_digest_fits" CHECK ("notification_setting"."digest_hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"events" text[] NOT NULL,
	"is_enabled" boolean NOT NULL,
	"sealed_url" text NOT NULL,
	"shown_url" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_old_secret" text,
	"old_secret_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"disabled_because" text,
	"created_by" text,
	"enabled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "webhook_format_known" CHECK ("webhook"."format" in ('json', 'slack', 'discord', 'teams', 'ntfy')),
	CONSTRAINT "webhook_failures_count" CHECK ("webhook"."failures" >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"attempt" integer NOT NULL,
	"http_status" integer,
	"problem" text,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_attempt_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "security_event" DROP CONSTRAINT "security_event_kind_known";--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_organization_id_event_id_notification_event_organization_id_id_fk" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."notification_event"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_organization_id_webhook_id_webhook_organization_id_id_fk" FOREIGN KEY ("organization_id","webhook_id") REFERENCES "public"."webhook"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_event" ADD CONSTRAINT "notification_event_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_organization_id_webhook_id_webhook_organization_id_id_fk" FOREIGN KEY ("organization_id","webhook_id") REFERENCES "public"."webhook"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_delivery_webhook" ON "notification_delivery" USING btree ("organization_id","webhook_id");--> statement-breakpoint
CREATE INDEX "notification_delivery_user" ON "notification_delivery" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "notification_delivery_event" ON "notification_delivery" USING btree ("organization_id","event_id");--> statement-breakpoint
CREATE INDEX "notification_delivery_waiting" ON "notification_delivery" USING btree ("organization_id","webhook_id","plan_id","seq") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "notification_delivery_finished" ON "notification_delivery" USING btree ("organization_id","finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_event_seq" ON "notification_event" USING btree ("organization_id","plan_id","seq");--> statement-breakpoint
CREATE INDEX "notification_event_waiting" ON "notification_event" USING btree ("organization_id","created_at") WHERE dispatched_at is null;--> statement-breakpoint
CREATE INDEX "notification_event_created" ON "notification_event" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempt_webhook" ON "webhook_attempt" USING btree ("organization_id","webhook_id","id");--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_kind_known" CHECK ("security_event"."kind" in ('sign_in', 'sign_in_refused', 'sign_out', 'sessions_ended', 'password_changed', 'password_reset', 'role_changed', 'member_removed', 'member_left', 'token_created', 'token_revoked', 'token_refused', 'grant_given', 'grant_ended', 'invitation_created', 'invitation_accepted', 'invitation_revoked', 'review_decision_refused', 'credential_refused', 'user_disabled', 'user_enabled', 'user_removed', 'organization_created', 'organization_renamed', 'who_decides_changed', 'pin_set', 'pin_removed', 'pin_refused', 'webhook_created', 'webhook_changed', 'webhook_secret_rotated', 'webhook_disabled', 'webhook_removed', 'plan_deleted', 'security_log_exported', 'backup_restored'));--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['notification_event', 'webhook', 'notification_delivery', 'webhook_attempt', 'notification_setting'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant_isolation ON %I '
      'USING (organization_id = nullif(current_setting(''app.organization_id'', true), '''')) '
      'WITH CHECK (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))',
      tenant_table
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO app_tenant', tenant_table);
  END LOOP;
END $$;
