-- Captured texts of sources, claims with their evidence, and what people said of them.
CREATE TABLE "capture_job" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"key" text NOT NULL,
	"url" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "capture_job_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "claim" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"step_id" text,
	"number" integer NOT NULL,
	"user_id" text,
	"statement" text NOT NULL,
	"kind" text NOT NULL,
	"is_key" boolean NOT NULL,
	"is_disputed" boolean NOT NULL,
	"rests_on" text[] NOT NULL,
	"digest" text NOT NULL,
	"status" text NOT NULL,
	"level" integer NOT NULL,
	"problems" jsonb NOT NULL,
	"judged_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "claim_kind_known" CHECK ("claim"."kind" in ('fact', 'figure', 'quote', 'inference', 'judgement')),
	CONSTRAINT "claim_status_known" CHECK ("claim"."status" in ('supported', 'weak', 'unsupported', 'contradicted', 'derived', 'confirmed', 'disputed', 'unchecked')),
	CONSTRAINT "claim_level_fits" CHECK ("claim"."level" between 0 and 4),
	CONSTRAINT "claim_number_counts" CHECK ("claim"."number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "claim_audit" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"claim_id" text NOT NULL,
	"claim_digest" text NOT NULL,
	"verdict" text NOT NULL,
	"note" text,
	"seconds" integer,
	"user_id" text NOT NULL,
	"via" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_audit_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "claim_audit_verdict_known" CHECK ("claim_audit"."verdict" in ('agree', 'disagree', 'unsure')),
	CONSTRAINT "claim_audit_seconds_count" CHECK ("claim_audit"."seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "claim_evidence" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"claim_id" text NOT NULL,
	"position" integer NOT NULL,
	"source_id" text NOT NULL,
	"key" text NOT NULL,
	"stance" text NOT NULL,
	"quote" text NOT NULL,
	"verdict" text,
	"level" integer DEFAULT 0 NOT NULL,
	"capture_id" text,
	"start_at" integer,
	"end_at" integer,
	"passage" text,
	"prefix" text,
	"suffix" text,
	"details" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_evidence_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "claim_evidence_stance_known" CHECK ("claim_evidence"."stance" in ('supports', 'contradicts')),
	CONSTRAINT "claim_evidence_verdict_known" CHECK ("claim_evidence"."verdict" in ('exact', 'normalised', 'fuzzy', 'altered', 'absent', 'short', 'unchecked'))
);
--> statement-breakpoint
CREATE TABLE "source_capture" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"key" text NOT NULL,
	"url" text,
	"final_url" text,
	"captured_by" text NOT NULL,
	"http_status" integer,
	"content_type" text,
	"fetched_at" timestamp with time zone NOT NULL,
	"bytes_sha256" text,
	"text_sha256" text NOT NULL,
	"text" text NOT NULL,
	"words" integer NOT NULL,
	"language" text,
	"extractor" text,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_capture_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "source_capture_by_known" CHECK ("source_capture"."captured_by" in ('assistant', 'client', 'server')),
	CONSTRAINT "source_capture_failure_known" CHECK ("source_capture"."failure" in ('dead', 'unreachable', 'refused', 'too_large', 'unreadable', 'slow', 'status')),
	CONSTRAINT "source_capture_words_count" CHECK ("source_capture"."words" >= 0)
);
--> statement-breakpoint
ALTER TABLE "document_chunk" DROP CONSTRAINT "document_chunk_source_table_known";--> statement-breakpoint
ALTER TABLE "research_output" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_audit" ADD CONSTRAINT "claim_audit_organization_id_claim_id_claim_organization_id_id_fk" FOREIGN KEY ("organization_id","claim_id") REFERENCES "public"."claim"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_evidence" ADD CONSTRAINT "claim_evidence_organization_id_claim_id_claim_organization_id_id_fk" FOREIGN KEY ("organization_id","claim_id") REFERENCES "public"."claim"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_evidence" ADD CONSTRAINT "claim_evidence_organization_id_source_id_research_source_organization_id_id_fk" FOREIGN KEY ("organization_id","source_id") REFERENCES "public"."research_source"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "capture_job_key" ON "capture_job" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "capture_job_created" ON "capture_job" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_number" ON "claim" USING btree ("organization_id","plan_id","number");--> statement-breakpoint
CREATE INDEX "claim_status" ON "claim" USING btree ("organization_id","status","id");--> statement-breakpoint
CREATE INDEX "claim_audit_claim" ON "claim_audit" USING btree ("organization_id","claim_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_evidence_position" ON "claim_evidence" USING btree ("organization_id","claim_id","position");--> statement-breakpoint
CREATE INDEX "claim_evidence_source" ON "claim_evidence" USING btree ("organization_id","source_id");--> statement-breakpoint
CREATE INDEX "claim_evidence_key" ON "claim_evidence" USING btree ("organization_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "source_capture_text" ON "source_capture" USING btree ("organization_id","key","captured_by","text_sha256");--> statement-breakpoint
ALTER TABLE "document_chunk" ADD CONSTRAINT "document_chunk_source_table_known" CHECK ("document_chunk"."source_table" in ('research_artifact', 'research_output', 'extraction_result', 'claim'));--> statement-breakpoint

ALTER TABLE "claim"
  ADD FOREIGN KEY (organization_id, step_id) REFERENCES plan_step (organization_id, id) ON DELETE SET NULL (step_id);--> statement-breakpoint
CREATE INDEX "claim_step" ON "claim" (organization_id, step_id) WHERE step_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_evidence"
  ADD FOREIGN KEY (organization_id, capture_id) REFERENCES source_capture (organization_id, id) ON DELETE SET NULL (capture_id);--> statement-breakpoint
CREATE INDEX "claim_evidence_capture" ON "claim_evidence" (organization_id, capture_id) WHERE capture_id IS NOT NULL;--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['source_capture', 'capture_job', 'claim', 'claim_evidence', 'claim_audit'] LOOP
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
