CREATE TABLE "plan_tag" (
	"organization_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "plan_tag_organization_id_plan_id_tag_pk" PRIMARY KEY("organization_id","plan_id","tag")
);
--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "is_cancelled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_tag" ADD CONSTRAINT "plan_tag_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_tag_tag" ON "plan_tag" USING btree ("organization_id","tag","plan_id");--> statement-breakpoint
ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_cancelled_fits" CHECK (not "research_plan"."is_cancelled" or "research_plan"."status" = 'failed');--> statement-breakpoint
ALTER TABLE "research_plan" ADD CONSTRAINT "research_plan_archived_at_fits" CHECK ("research_plan"."archived_at" is null or "research_plan"."closed_at" is not null);--> statement-breakpoint

-- Closed plans as lists show them, and the archived ones apart.
CREATE INDEX research_plan_shown ON research_plan (organization_id, closed_at, id) WHERE closed_at IS NOT NULL AND archived_at IS NULL;
--> statement-breakpoint
CREATE INDEX research_plan_archived ON research_plan (organization_id, closed_at, id) WHERE archived_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX research_plan_cancelled ON research_plan (organization_id, closed_at, id) WHERE is_cancelled;
--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
ALTER TABLE plan_tag ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE plan_tag FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_isolation ON plan_tag
  USING (organization_id = nullif(current_setting('app.organization_id', true), ''))
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON plan_tag TO app_tenant;
