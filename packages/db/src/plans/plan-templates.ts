import { AppError } from "@trovella/foundation";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export const MAX_TEMPLATES = 100;

export interface StoredTemplate {
  readonly name: string;
  /** As it was stored; null when only its name was asked for. */
  readonly template: unknown;
}

const LIST_TEMPLATES = defineStatement(`
  SELECT name, CASE WHEN $1::text[] IS NULL OR name = ANY($1) THEN template END AS template
  FROM plan_template ORDER BY name LIMIT ${MAX_TEMPLATES}`);

/** The organization's templates by name, with the content of all or of those with the given names. */
export function listPlanTemplates(
  context: TenantContext,
  contentOf: readonly string[] | null = null,
): Promise<StoredTemplate[]> {
  return queryRows<StoredTemplate>(context, execution(LIST_TEMPLATES, [contentOf]));
}

const LOCK_TEMPLATES = defineStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 4738))");

const SAVE_TEMPLATE = defineStatement(`
  INSERT INTO plan_template (organization_id, id, name, template, created_by, created_at, updated_at)
  SELECT $1, $2, $3, $4::jsonb, $5, $6::timestamptz, $6
  WHERE (SELECT count(*) FROM plan_template WHERE name <> $3) < ${MAX_TEMPLATES}
  ON CONFLICT (organization_id, name) DO UPDATE SET template = excluded.template, updated_at = excluded.updated_at
  RETURNING id <> $2 AS "isReplaced"`);

/** Adds the template, or replaces the one of that name. */
export async function savePlanTemplate(
  context: TenantContext,
  template: {
    readonly id: string;
    readonly name: string;
    readonly json: string;
    readonly createdBy: string | null;
    readonly now: Date;
  },
): Promise<{ readonly isReplaced: boolean }> {
  const { organizationId } = context.tenant;
  const { id, name, json, createdBy, now } = template;
  // Held until the transaction ends, so that the count holds for parallel calls too.
  const lock = execution(LOCK_TEMPLATES, [JSON.stringify([organizationId, "plan_template"])]);
  const values = [organizationId, id, name, json, createdBy, now];
  const [, saved] = await context.send([lock, execution(SAVE_TEMPLATE, values)]);
  const [row] = saved?.rows ?? [];
  if (row) return { isReplaced: row.isReplaced === true };
  throw new AppError(
    "LIMIT_EXCEEDED",
    `The organization has ${MAX_TEMPLATES} templates, which is the most it can have. Next: remove one that is not needed, and add this one again.`,
  );
}

const DELETE_TEMPLATE = defineStatement("DELETE FROM plan_template WHERE name = $1 RETURNING id");

/** False when there is none of that name. */
export async function deletePlanTemplate(context: TenantContext, name: string): Promise<boolean> {
  return (await queryRows(context, execution(DELETE_TEMPLATE, [name]))).length > 0;
}
