CREATE TABLE "plan_text" (
	"organization_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "plan_text_organization_id_plan_id_pk" PRIMARY KEY("organization_id","plan_id")
);
--> statement-breakpoint
ALTER TABLE "research_output" ADD COLUMN "folded_title" text GENERATED ALWAYS AS (left(lower(title), 300)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_text" ADD CONSTRAINT "plan_text_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX research_output_text ON research_output (organization_id, id) INCLUDE (plan_id, folded_title);--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "research_plan" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO plan_text (organization_id, plan_id, name, text)
  SELECT organization_id, id, left(lower(name), 300), left(lower(name || chr(10) || research_question), 600) FROM research_plan;--> statement-breakpoint
ALTER TABLE "research_plan" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
ALTER TABLE plan_text ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE plan_text FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_isolation ON plan_text
  USING (organization_id = nullif(current_setting('app.organization_id', true), ''))
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON plan_text TO app_tenant;
