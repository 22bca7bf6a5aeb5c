import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

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
