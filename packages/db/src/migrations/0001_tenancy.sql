-- What separates tenants, and what the schema language of the tables cannot say.

-- References that survive the deletion of what they point to. The column is named, because the
-- organization in the same key must stay.
ALTER TABLE plan_audit_log
  ADD FOREIGN KEY (organization_id, plan_id) REFERENCES research_plan (organization_id, id) ON DELETE SET NULL (plan_id),
  ADD FOREIGN KEY (organization_id, step_id) REFERENCES plan_step (organization_id, id) ON DELETE SET NULL (step_id),
  ADD UNIQUE (organization_id, plan_id, seq);
--> statement-breakpoint
CREATE INDEX plan_audit_log_step ON plan_audit_log (organization_id, step_id) WHERE step_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE skill_execution
  ADD FOREIGN KEY (organization_id, plan_id) REFERENCES research_plan (organization_id, id) ON DELETE SET NULL (plan_id);
--> statement-breakpoint
ALTER TABLE mcp_tool_call_log
  ADD FOREIGN KEY (organization_id, skill_execution_id) REFERENCES skill_execution (organization_id, id) ON DELETE SET NULL (skill_execution_id);
--> statement-breakpoint
CREATE INDEX mcp_tool_call_log_skill_execution ON mcp_tool_call_log (organization_id, skill_execution_id) WHERE skill_execution_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE research_artifact
  ADD FOREIGN KEY (organization_id, plan_id) REFERENCES research_plan (organization_id, id) ON DELETE SET NULL (plan_id),
  ADD FOREIGN KEY (organization_id, step_id) REFERENCES plan_step (organization_id, id) ON DELETE SET NULL (step_id);
--> statement-breakpoint
ALTER TABLE extraction_result
  ADD FOREIGN KEY (organization_id, plan_id) REFERENCES research_plan (organization_id, id) ON DELETE SET NULL (plan_id),
  ADD FOREIGN KEY (organization_id, step_id) REFERENCES plan_step (organization_id, id) ON DELETE SET NULL (step_id),
  ADD FOREIGN KEY (organization_id, source_artifact_id) REFERENCES research_artifact (organization_id, id) ON DELETE SET NULL (source_artifact_id);
--> statement-breakpoint
CREATE INDEX extraction_result_step ON extraction_result (organization_id, step_id) WHERE step_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE subagent_report
  ADD FOREIGN KEY (organization_id, plan_id) REFERENCES research_plan (organization_id, id) ON DELETE SET NULL (plan_id),
  ADD FOREIGN KEY (organization_id, step_id) REFERENCES plan_step (organization_id, id) ON DELETE SET NULL (step_id);
--> statement-breakpoint
ALTER TABLE indexing_queue
  ADD FOREIGN KEY (organization_id, chunk_id) REFERENCES document_chunk (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint

-- Steps change places within one statement, so the order is checked when the transaction ends.
ALTER TABLE plan_step
  ADD UNIQUE (organization_id, plan_id, step_order) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint

-- Room on the page, so that the frequent updates stay beside the row and touch no index.
ALTER TABLE research_plan SET (fillfactor = 85);
--> statement-breakpoint
ALTER TABLE plan_step SET (fillfactor = 85);
--> statement-breakpoint

-- Every tenant table: rows of the transaction's organization alone, for whoever asks, its owner
-- included. After a transaction the setting is '' rather than null, and matches nothing either way.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'research_plan', 'plan_step', 'plan_branching_condition', 'plan_review', 'plan_audit_log',
    'skill_execution', 'mcp_tool_call_log', 'idempotency_key', 'research_artifact', 'research_source',
    'extraction_result', 'research_output', 'research_feedback', 'subagent_report', 'document_chunk',
    'posting', 'term_stat', 'corpus_stat', 'indexing_queue', 'ai_usage', 'personal_access_token'
  ] LOOP
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
--> statement-breakpoint

-- History is written once.
REVOKE UPDATE, DELETE ON plan_audit_log FROM app_tenant;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO app_tenant;
