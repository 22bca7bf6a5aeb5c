import type { Json } from "@trovella/foundation";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

const FIND_LEASE = defineStatement(`
  SELECT step_id FROM plan_audit_log
  WHERE plan_id = $1 AND event_type = 'step_started' AND payload -> 'lease' ->> 'token' = $2 LIMIT 1`);

/** The step that a token was once given for; tells a stale lease from a wrong one. */
export async function findLeaseStep(
  context: TenantContext,
  planId: string,
  leaseToken: string,
): Promise<string | undefined> {
  const [found] = await context.send([execution(FIND_LEASE, [planId, leaseToken])]);
  const stepOf = found?.rows[0]?.step_id;
  return typeof stepOf === "string" ? stepOf : undefined;
}

const FIND_KEPT_RESULT = defineStatement(`
  SELECT payload -> 'result' AS result FROM plan_audit_log
  WHERE plan_id = $1 AND step_id = $2 AND payload ->> 'type' = 'result_refused' AND payload ->> 'code' = 'REVIEW_REQUIRED'
    AND length(payload ->> 'result') <= $3
  ORDER BY seq DESC LIMIT 1`);

/** The newest result that was refused because the step requires review; null when there is none, or it is longer. */
export async function findKeptResult(
  context: TenantContext,
  { planId, stepId, maxChars }: { planId: string; stepId: string; maxChars: number },
): Promise<Json> {
  const [found] = await context.send([execution(FIND_KEPT_RESULT, [planId, stepId, maxChars])]);
  return (found?.rows[0]?.result ?? null) as Json;
}

const FIND_AUTHORS = defineStatement(`
  SELECT coalesce(jsonb_path_query_array(payload, '$.steps[*].id'), '[]') AS added, step_id, actor_client, actor_user_id
  FROM plan_audit_log
  WHERE plan_id = $1 AND event_type = 'plan_modified'
    AND (action = 'instructions_updated' OR action = 'steps_added' AND payload ->> 'branchOf' IS NULL)
  ORDER BY seq`);

interface InstructionAuthor {
  readonly client: string | null;
  readonly userId: string | null;
}

export type InstructionAuthors = ReadonlyMap<string, InstructionAuthor>;

/** The last authors of instructions that were added or reworded after the plan was created, by step. */
export async function findInstructionAuthors(
  context: TenantContext,
  planId: string,
): Promise<InstructionAuthors> {
  const authors = new Map<string, InstructionAuthor>();
  for (const row of await queryRows<AuthorRow>(context, execution(FIND_AUTHORS, [planId]))) {
    const author = { client: row.actor_client, userId: row.actor_user_id };
    for (const stepId of row.step_id ? [row.step_id] : row.added) authors.set(stepId, author);
  }
  return authors;
}

interface AuthorRow {
  readonly added: readonly string[];
  readonly step_id: string | null;
  readonly actor_client: string | null;
  readonly actor_user_id: string | null;
}
