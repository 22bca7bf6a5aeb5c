import { defineStatement } from "../connection/statement.ts";

// For what changes rarely: whole rows as JSON with the engine's own names, inserted or overwritten.

export const DELETE_STEPS = defineStatement("DELETE FROM plan_step WHERE id = ANY($1::text[])");

/** A step whose result is void loses its texts too; otherwise they stay as they are. */
export const UPSERT_STEPS = defineStatement(`
  INSERT INTO plan_step (organization_id, plan_id, id, step_order, step_type, instructions, status, depends_on, attempt,
    lease_token, lease_holder, lease_expires_at, result_digest, report_digest, result_summary, confidence,
    output_formatting_notes, failure_reason, started_at, completed_at, last_activity_at, updated_at)
  SELECT $1, $2, id, "order", type, instructions, status, "dependsOn", attempt, "leaseToken", "leaseHolder", "leaseExpiresAt",
    "resultDigest", "reportDigest", "resultSummary", confidence, "outputFormattingNotes", "failureReason", "startedAt",
    "completedAt", "lastActivityAt", "updatedAt"
  FROM jsonb_to_recordset($3::jsonb) AS step (id text, "order" integer, type text, instructions text, status text,
    "dependsOn" text[], attempt integer, "leaseToken" text, "leaseHolder" text, "leaseExpiresAt" timestamptz,
    "resultDigest" text, "reportDigest" text, "resultSummary" text, confidence double precision,
    "outputFormattingNotes" text, "failureReason" text, "startedAt" timestamptz, "completedAt" timestamptz,
    "lastActivityAt" timestamptz, "updatedAt" timestamptz)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    step_order = excluded.step_order, instructions = excluded.instructions, status = excluded.status,
    depends_on = excluded.depends_on, attempt = excluded.attempt, lease_token = excluded.lease_token,
    lease_holder = excluded.lease_holder, lease_expires_at = excluded.lease_expires_at,
    result = CASE WHEN excluded.result_digest IS NOT NULL THEN plan_step.result END,
    step_execution_report = CASE WHEN excluded.report_digest IS NOT NULL THEN plan_step.step_execution_report END,
    result_digest = excluded.result_digest, report_digest = excluded.report_digest,
    result_summary = excluded.result_summary, confidence = excluded.confidence,
    output_formatting_notes = excluded.output_formatting_notes, failure_reason = excluded.failure_reason,
    started_at = excluded.started_at, completed_at = excluded.completed_at,
    last_activity_at = excluded.last_activity_at, updated_at = excluded.updated_at`);

export const UPSERT_CONDITIONS = defineStatement(`
  INSERT INTO plan_branching_condition (organization_id, plan_id, id, step_id, position, condition_expression,
    if_true_action, action_params, fired_at)
  SELECT $1, $2, id, "stepId", position, expression, "ifTrueAction", "actionParams", "firedAt"
  FROM jsonb_to_recordset($3::jsonb) AS condition (id text, "stepId" text, position integer, expression text,
    "ifTrueAction" text, "actionParams" jsonb, "firedAt" timestamptz)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    action_params = excluded.action_params, fired_at = excluded.fired_at, updated_at = now()`);

export const UPSERT_REVIEWS = defineStatement(`
  INSERT INTO plan_review (organization_id, plan_id, id, step_id, summary, questions, requested_at, decision, feedback,
    decided_via, decided_by, decided_at)
  SELECT $1, $2, id, "stepId", summary, questions, "requestedAt", decision, feedback, "decidedVia", "decidedBy", "decidedAt"
  FROM jsonb_to_recordset($3::jsonb) AS review (id text, "stepId" text, summary text, questions jsonb,
    "requestedAt" timestamptz, decision text, feedback text, "decidedVia" text, "decidedBy" text, "decidedAt" timestamptz)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    decision = excluded.decision, feedback = excluded.feedback, decided_via = excluded.decided_via,
    decided_by = excluded.decided_by, decided_at = excluded.decided_at, updated_at = now()`);
