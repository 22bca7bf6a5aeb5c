import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** What is told of a link; never its token. */
export interface ListedShareLink {
  readonly id: string;
  readonly planId: string;
  /** Null leads to the newest version. */
  readonly outputId: string | null;
  readonly title: string;
  /** Of the version that it leads to now. */
  readonly version: number;
  readonly createdBy: string | null;
  readonly ending: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly uses: number;
  readonly lastUsedAt: Date | null;
}

const SELECT = `
  SELECT link.id, link.plan_id AS "planId", output_id AS "outputId", shown.title, shown.version, created_by AS "createdBy",
    token_ending AS ending, link.created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt", uses,
    last_used_at AS "lastUsedAt"
  FROM share_link AS link CROSS JOIN LATERAL (
    SELECT title, version FROM research_output AS output
    WHERE output.plan_id = link.plan_id AND (link.output_id IS NULL OR output.id = link.output_id)
    ORDER BY version DESC LIMIT 1) AS shown`;

const LIST = defineStatement(`
  ${SELECT} WHERE $1::text IS NULL OR link.plan_id = $1 ORDER BY link.id DESC LIMIT $2`);

/** Newest first; of one plan or of all. */
export function listShareLinks(
  context: TenantContext,
  { planId, limit }: { readonly planId: string | null; readonly limit: number },
): Promise<ListedShareLink[]> {
  return queryRows(context, execution(LIST, [planId, limit]));
}

const READ = defineStatement(`${SELECT} WHERE link.id = $1`);

export async function readShareLink(
  context: TenantContext,
  linkId: string,
): Promise<ListedShareLink | null> {
  const [link] = await queryRows<ListedShareLink>(context, execution(READ, [linkId]));
  return link ?? null;
}

const COUNT_LIVE = defineStatement(`
  SELECT count(*)::int AS links FROM share_link WHERE revoked_at IS NULL AND expires_at > $1`);

export async function countLiveLinks(context: TenantContext, now: Date): Promise<number> {
  const [row] = await queryRows<{ links: number }>(context, execution(COUNT_LIVE, [now]));
  return row?.links ?? 0;
}

const INSERT = defineStatement(`
  INSERT INTO share_link (organization_id, id, plan_id, output_id, created_by, token_ending, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);

export async function insertShareLink(
  context: TenantContext,
  link: Pick<
    ListedShareLink,
    "id" | "planId" | "outputId" | "createdBy" | "ending" | "expiresAt" | "createdAt"
  >,
): Promise<void> {
  const { id, planId, outputId, createdBy, ending, expiresAt, createdAt } = link;
  const { organizationId } = context.tenant;
  await context.send([
    execution(INSERT, [
      organizationId,
      id,
      planId,
      outputId,
      createdBy,
      ending,
      expiresAt,
      createdAt,
    ]),
  ]);
}

const REVOKE = defineStatement(`
  UPDATE share_link SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`);

/** Whether it was not revoked before. */
export async function markLinkRevoked(
  context: TenantContext,
  { linkId, now }: { readonly linkId: string; readonly now: Date },
): Promise<boolean> {
  const [result] = await context.send([execution(REVOKE, [linkId, now])]);
  return result?.rowCount === 1;
}

const MAX_USES = 1_000_000_000;
const USE = defineStatement(`
  UPDATE share_link SET uses = least(uses + 1, ${MAX_USES}), last_used_at = $2
  WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2
  RETURNING uses, coalesce(output_id, (
    SELECT id FROM research_output AS output WHERE output.plan_id = share_link.plan_id ORDER BY version DESC LIMIT 1)) AS "outputId"`);

/** Counts a use; null when the link opens nothing any more. */
export async function useShareLink(
  context: TenantContext,
  { linkId, now }: { readonly linkId: string; readonly now: Date },
): Promise<{ readonly uses: number; readonly outputId: string } | null> {
  const [used] = await queryRows<{ uses: number; outputId: string | null }>(
    context,
    execution(USE, [linkId, now]),
  );
  return used?.outputId ? { uses: used.uses, outputId: used.outputId } : null;
}
