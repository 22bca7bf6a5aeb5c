-- Plan templates that organizations add to the built-in ones.
CREATE TABLE "plan_template" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"template" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_template_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "plan_template_name" ON "plan_template" USING btree ("organization_id","name");
--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
ALTER TABLE "plan_template" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "plan_template" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_isolation ON "plan_template"
  USING (organization_id = nullif(current_setting('app.organization_id', true), ''))
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "plan_template" TO app_tenant;
