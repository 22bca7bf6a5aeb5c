import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

const FIND_STARTED = defineStatement(`
  SELECT id FROM skill_execution
  WHERE user_id = $1 AND claude_code_session_id = $2 AND status = 'started'
  ORDER BY created_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED`);

/** The newest skill execution of this user and session without a plan; locked, so that only one plan gets it. */
export async function findStartedExecution(
  context: TenantContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string | null> {
  const [found] = await context.send([execution(FIND_STARTED, [userId, sessionId])]);
  const id = found?.rows[0]?.id;
  return id === undefined ? null : String(id);
}

const LINK = defineStatement(`
  UPDATE skill_execution SET plan_id = $2, status = 'executing', updated_at = $3,
    metadata = coalesce(metadata, '{}'::jsonb) || $4::jsonb
  WHERE id = $1`);

export interface SkillLink {
  readonly executionId: string;
  readonly planId: string;
  /** Merged into the record's. */
  readonly metadata: object;
  readonly at: Date;
}

/** Links a skill execution to the plan it led to. */
export async function linkExecution(context: TenantContext, link: SkillLink): Promise<void> {
  const { executionId, planId, at, metadata } = link;
  await context.send([execution(LINK, [executionId, planId, at, JSON.stringify(metadata)])]);
}

const FIND_OF_PLAN = defineStatement(
  "SELECT id FROM skill_execution WHERE plan_id = $1 ORDER BY created_at DESC LIMIT 1",
);

/** The newest skill execution of a plan. */
export async function findExecutionOfPlan(
  context: TenantContext,
  planId: string,
): Promise<string | null> {
  const [found] = await context.send([execution(FIND_OF_PLAN, [planId])]);
  const id = found?.rows[0]?.id;
  return id === undefined ? null : String(id);
}

const READ_PREFERENCES = defineStatement(`
  SELECT metadata ->> 'outputMediaType' AS media_type, metadata ->> 'outputFormattingInstructions' AS instructions
  FROM skill_execution WHERE plan_id = $1 ORDER BY created_at DESC LIMIT 1`);

/** The output format the user asked for, as the skill execution recorded it. */
export async function readOutputPreferences(
  context: TenantContext,
  planId: string,
): Promise<{ mediaType: string | null; instructions: string | null }> {
  const [read] = await context.send([execution(READ_PREFERENCES, [planId])]);
  const row = read?.rows[0];
  return {
    mediaType: (row?.media_type as string | null | undefined) ?? null,
    instructions: (row?.instructions as string | null | undefined) ?? null,
  };
}

const FIND_KEPT = defineStatement(`
  SELECT id, (SELECT count(*) FROM research_artifact WHERE plan_id = $1)::integer AS artifacts
  FROM skill_execution WHERE plan_id = $1 AND is_server_kept AND completed_at IS NULL
  ORDER BY created_at DESC LIMIT 1`);

/** The open run of a plan that the server has to end, and how many artifacts the plan has. */
export async function findKeptRun(
  context: TenantContext,
  planId: string,
): Promise<{ readonly id: string; readonly artifacts: number } | null> {
  const [found] = await context.send([execution(FIND_KEPT, [planId])]);
  const row = found?.rows[0];
  return row ? { id: String(row.id), artifacts: Number(row.artifacts) } : null;
}

const READ_METADATA = defineStatement(
  "SELECT metadata FROM skill_execution WHERE plan_id = $1 ORDER BY created_at DESC LIMIT 1",
);

/** The metadata of the plan's newest run: the interview, the routing, what the person wished. */
export async function readRunMetadata(
  context: TenantContext,
  planId: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const [read] = await context.send([execution(READ_METADATA, [planId])]);
  return (read?.rows[0]?.metadata as Record<string, unknown> | null | undefined) ?? null;
}
