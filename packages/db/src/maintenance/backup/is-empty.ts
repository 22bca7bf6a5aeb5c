import type { ClientBase } from "pg";
import { LOCAL_ORGANIZATION_ID, LOCAL_USER_ID } from "../../identity/local-identity.ts";
import { type BackupTable, enterOrganization, quoteName } from "./describe-tables.ts";

/**
 * Whether nothing would be lost: the local identity does not count. The caller holds the transaction.
 */
export async function isEmpty(
  client: ClientBase,
  tables: readonly BackupTable[],
): Promise<boolean> {
  if (tables.length === 0) return true;
  const { rowCount } = await client.query(
    "SELECT 1 FROM public.organization WHERE id <> $1 UNION ALL SELECT 1 FROM public.user WHERE id <> $2 LIMIT 1",
    [LOCAL_ORGANIZATION_ID, LOCAL_USER_ID],
  );
  if (rowCount) return false;
  await enterOrganization(client, LOCAL_ORGANIZATION_ID);
  for (const { name } of tables.filter(({ isTenant }) => isTenant)) {
    const found = await client.query(
      `SELECT FROM public.${quoteName(name)} WHERE organization_id = $1 LIMIT 1`,
      [LOCAL_ORGANIZATION_ID],
    );
    if (found.rowCount) return false;
  }
  return true;
}
