CREATE TABLE "inbox_mark" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"item_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"until" timestamp with time zone,
	"after_seq" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_mark_organization_id_user_id_item_id_pk" PRIMARY KEY("organization_id","user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "sample_plan" (
	"organization_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"part" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sample_plan_organization_id_plan_id_pk" PRIMARY KEY("organization_id","plan_id")
);
--> statement-breakpoint
ALTER TABLE "inbox_mark" ADD CONSTRAINT "inbox_mark_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_plan" ADD CONSTRAINT "sample_plan_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_mark_plan" ON "inbox_mark" USING btree ("organization_id","plan_id");--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['inbox_mark', 'sample_plan'] LOOP
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
