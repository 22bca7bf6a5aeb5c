import type { Json } from "@trovella/foundation";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { saveSecurityEvent } from "./security-events.ts";

/** The theme of the organization as it was stored, with who changed it last. */
export interface StoredTheme {
  readonly theme: unknown;
  readonly updatedBy: string | null;
  readonly updatedAt: Date;
}

const READ = defineStatement(
  'SELECT theme, updated_by AS "updatedBy", updated_at AS "updatedAt" FROM document_theme',
);

/** Null where documents look as the default theme says. */
export async function readDocumentTheme(context: TenantContext): Promise<StoredTheme | null> {
  const [row] = await queryRows<StoredTheme>(context, execution(READ));
  return row ?? null;
}

const SAVE = defineStatement(`
  INSERT INTO document_theme (organization_id, theme, updated_by, updated_at)
  VALUES ($1, $2::jsonb, $3, $4::timestamptz)
  ON CONFLICT (organization_id) DO UPDATE
    SET theme = excluded.theme, updated_by = excluded.updated_by, updated_at = excluded.updated_at`);

export interface ThemeChange {
  /** Plain JSON that was checked. */
  readonly theme: unknown;
  readonly userId: string | null;
  /** What the security log keeps: everything but the image. */
  readonly summary: Json;
}

export async function saveDocumentTheme(
  context: TenantContext,
  { theme, userId, summary }: ThemeChange,
  now: Date,
): Promise<void> {
  const { organizationId } = context.tenant;
  const values = [organizationId, JSON.stringify(theme), userId, now];
  await context.send([execution(SAVE, values)]);
  await recordChange(context, summary);
}

const DELETE = defineStatement('DELETE FROM document_theme RETURNING organization_id AS "id"');

/** Back to the default theme; false where it was that already. */
export async function deleteDocumentTheme(context: TenantContext): Promise<boolean> {
  const deleted = await queryRows(context, execution(DELETE));
  if (deleted.length > 0) await recordChange(context, null);
  return deleted.length > 0;
}

function recordChange(context: TenantContext, after: Json): Promise<void> {
  const { organizationId } = context.tenant;
  return saveSecurityEvent(context, {
    kind: "document_theme_changed",
    subject: { kind: "organization", id: organizationId, label: null },
    after,
  });
}
