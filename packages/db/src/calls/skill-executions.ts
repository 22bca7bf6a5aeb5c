import { newId } from "../connection/new-id.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { SKILL_EXECUTION_STATUSES } from "../schema/value-lists.ts";
import type { Actor } from "./call-record.ts";

export type SkillExecutionStatus = (typeof SKILL_EXECUTION_STATUSES)[number];

interface SkillNote {
  readonly id: string;
  readonly status: SkillExecutionStatus;
  /** JSON of an object. */
  readonly metadata: string;
  readonly planId: string | null;
  readonly errorMessage: string | null;
  readonly actor: Actor;
  readonly at: Date;
}

export interface NewSkillExecution extends SkillNote {
  readonly userId: string;
  readonly skillName: string;
  /** Whether the server ends the run by itself. */
  readonly isServerKept?: boolean;
}

export interface StoredSkillExecution {
  readonly skillName: string;
  readonly status: SkillExecutionStatus;
  readonly metadataLength: number;
}

/**
 * Skill events are in the audit log beside the plan's own, without a number: they change no plan, and some happen before
 * there is one.
 */
const AUDIT = `
  INSERT INTO plan_audit_log (organization_id, id, plan_id, event_type, action, payload, actor_user_id, actor_client, actor_via,
    session_id, created_at)`;
const IS_OVER = "IN ('completed', 'failed')";
/** Capped at the maximum of the column, 24 days. */
const DURATION =
  "least(round(extract(epoch FROM $7::timestamptz - started_at) * 1000), 2147483647)::integer";

const CREATE = defineStatement(`
  WITH created AS (
    INSERT INTO skill_execution (organization_id, id, user_id, skill_name, status, metadata, plan_id, error_message,
      claude_code_session_id, is_server_kept, started_at, created_at, updated_at, completed_at, duration_ms)
    VALUES ($1, $2, $8, $9, $3, $4::jsonb, $5, $6, $13, $15, $7::timestamptz, $7, $7,
      CASE WHEN $3 ${IS_OVER} THEN $7::timestamptz END, CASE WHEN $3 ${IS_OVER} THEN 0 END)
    RETURNING *
  ), audited AS (${AUDIT}
    SELECT $1, audit.id, $5, event_type, audit.action, jsonb_build_object('executionId', $2::text, 'skillName', $9::text, 'status', $3::text),
      $8, $11, $12, $13, $7
    FROM (VALUES ($10::text, 'skill_started', 'skill_started'), ($14::text, 'skill_completed', 'skill_' || $3)) AS audit (id, event_type, action)
    WHERE event_type = 'skill_started' OR $3 ${IS_OVER}
  )
  SELECT skill_name, status, length(metadata::text) AS metadata_length FROM created`);

export async function createSkillExecution(
  context: TenantContext,
  note: NewSkillExecution,
): Promise<StoredSkillExecution> {
  const { client, via, sessionId } = note.actor;
  const [created] = await context.send([
    execution(CREATE, [
      ...commonValues(context, note),
      note.userId,
      note.skillName,
      newId("audit"),
      client,
      via,
      sessionId,
      newId("audit"),
      note.isServerKept ?? false,
    ]),
  ]);
  return storedExecution(created?.rows[0] ?? {});
}

// A statement of its own: the next one sees what was committed while this one waited.
const LOCK = defineStatement("SELECT FROM skill_execution WHERE id = $1 FOR UPDATE");
/** A status never goes back, and an end is final: a late note adds its data alone. */
const UPDATE = defineStatement(`
  WITH former AS (
    SELECT completed_at FROM skill_execution WHERE id = $2
  ), updated AS (
    UPDATE skill_execution SET updated_at = $7,
      status = CASE WHEN status ${IS_OVER} OR status = 'executing' AND $3 = 'started' THEN status ELSE $3 END,
      metadata = coalesce(metadata, '{}'::jsonb) || $4::jsonb,
      plan_id = coalesce($5, plan_id),
      error_message = CASE WHEN status = 'completed' THEN error_message ELSE coalesce($6, error_message) END,
      completed_at = coalesce(completed_at, CASE WHEN $3 ${IS_OVER} THEN $7::timestamptz END),
      duration_ms = coalesce(duration_ms, CASE WHEN $3 ${IS_OVER} THEN ${DURATION} END)
    WHERE organization_id = $1 AND id = $2
    RETURNING *
  ), audited AS (${AUDIT}
    SELECT $1, $8, updated.plan_id, 'skill_completed', 'skill_' || status,
      jsonb_build_object('executionId', $2::text, 'skillName', skill_name, 'status', status, 'durationMs', duration_ms), $9, $10, $11, $12, $7
    FROM updated, former WHERE former.completed_at IS NULL AND updated.completed_at IS NOT NULL
  )
  SELECT skill_name, status, length(metadata::text) AS metadata_length FROM updated`);

/** Merges the note into the execution; null when there is none. */
export async function updateSkillExecution(
  context: TenantContext,
  note: SkillNote,
): Promise<StoredSkillExecution | null> {
  const { userId, client, via, sessionId } = note.actor;
  const [, updated] = await context.send([
    execution(LOCK, [note.id]),
    execution(UPDATE, [
      ...commonValues(context, note),
      newId("audit"),
      userId,
      client,
      via,
      sessionId,
    ]),
  ]);
  const row = updated?.rows[0];
  return row ? storedExecution(row) : null;
}

function commonValues(context: TenantContext, note: SkillNote) {
  const { id, status, metadata, planId, errorMessage, at } = note;
  return [context.tenant.organizationId, id, status, metadata, planId, errorMessage, at];
}

function storedExecution(row: Record<string, unknown>): StoredSkillExecution {
  return {
    skillName: String(row.skill_name),
    status: row.status as SkillExecutionStatus,
    metadataLength: Number(row.metadata_length ?? 0),
  };
}
