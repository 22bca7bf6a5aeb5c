-- Runs that have not ended, and the events of runs, which belong to no plan at first.
CREATE INDEX skill_execution_open ON skill_execution (organization_id, id) WHERE completed_at IS NULL;
--> statement-breakpoint
CREATE INDEX plan_audit_log_skill ON plan_audit_log (organization_id, created_at) WHERE seq IS NULL;
