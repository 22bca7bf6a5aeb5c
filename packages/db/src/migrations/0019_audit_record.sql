-- Makes changes of the audit log evident: its rows are chained by hashes, and the ends of the chains are sealed in a tree.
CREATE TABLE "audit_checkpoint" (
	"organization_id" text NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"edge" "bytea" NOT NULL,
	"note" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_checkpoint_organization_id_size_pk" PRIMARY KEY("organization_id","size")
);
--> statement-breakpoint
CREATE TABLE "audit_leaf" (
	"organization_id" text NOT NULL,
	"position" bigint NOT NULL,
	"plan_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"head" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_leaf_organization_id_position_pk" PRIMARY KEY("organization_id","position")
);
--> statement-breakpoint
CREATE INDEX "audit_leaf_plan" ON "audit_leaf" USING btree ("organization_id","plan_id","seq");--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table; history is written once.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['audit_checkpoint', 'audit_leaf'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant_isolation ON %I '
      'USING (organization_id = nullif(current_setting(''app.organization_id'', true), '''')) '
      'WITH CHECK (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))',
      tenant_table
    );
    EXECUTE format('GRANT SELECT, INSERT ON %I TO app_tenant', tenant_table);
  END LOOP;
END $$;--> statement-breakpoint

ALTER TABLE "research_output" ADD COLUMN "record" jsonb;--> statement-breakpoint
ALTER TABLE "plan_audit_log" ADD COLUMN "payload_digest" "bytea";--> statement-breakpoint
ALTER TABLE "plan_audit_log" ADD COLUMN "entry_hash" "bytea";--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "audit_head" "bytea" DEFAULT decode(repeat('00', 32), 'hex') NOT NULL;--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "research_plan" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_audit_log" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- program: chainAuditRows
--> statement-breakpoint
ALTER TABLE "research_plan" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_audit_log" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

-- A server of an older version that still runs cannot add rows outside the chain.
ALTER TABLE "plan_audit_log" ADD CONSTRAINT "plan_audit_log_hash_fits" CHECK ("plan_audit_log"."plan_id" is null or "plan_audit_log"."seq" is null or num_nonnulls("plan_audit_log"."payload_digest", "plan_audit_log"."entry_hash") = 2);
