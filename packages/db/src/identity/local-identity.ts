import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { inTransaction } from "../connection/transaction.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";
import { insertMember } from "./members.ts";

export const LOCAL_USER_ID = "usr_local";
export const LOCAL_ORGANIZATION_ID = "org_local";
const LOCAL_MEMBER_ID = "mem_local";

export function prepareLocalIdentity(database: Database): Promise<void> {
  return withIdentityClient(database, ensureLocalIdentity);
}

/** Local mode has one user with one organization; concurrent processes may create them. */
export async function ensureLocalIdentity(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM public.member WHERE id = $1", [
    LOCAL_MEMBER_ID,
  ]);
  if (rowCount) return;
  await inTransaction(client, "BEGIN", async () => {
    await client.query(
      `INSERT INTO public.user (id, name, email, email_verified)
       VALUES ($1, 'Local user', 'local@localhost', true) ON CONFLICT DO NOTHING`,
      [LOCAL_USER_ID],
    );
    await client.query(
      `INSERT INTO public.organization (id, name, slug, type)
       VALUES ($1, 'Personal', $1, 'personal') ON CONFLICT DO NOTHING`,
      [LOCAL_ORGANIZATION_ID],
    );
    await client.query(
      `INSERT INTO public.member (id, organization_id, user_id, role)
       VALUES ($1, $2, $3, 'owner') ON CONFLICT DO NOTHING`,
      [LOCAL_MEMBER_ID, LOCAL_ORGANIZATION_ID, LOCAL_USER_ID],
    );
  });
}

/**
 * Gives the research of local mode to the first owner of a team: its organization becomes theirs, under their name, and the
 * local user leaves it but stays the author of what they wrote. Returns the organization's id; null where local mode never ran.
 */
export async function adoptLocalOrganization(
  transaction: IdentityTransaction,
  { ownerId, name }: { readonly ownerId: string; readonly name: string },
): Promise<string | null> {
  const { rowCount } = await transaction.query(
    "UPDATE public.organization SET name = $2, type = 'company', updated_at = now() WHERE id = $1 AND type = 'personal'",
    [LOCAL_ORGANIZATION_ID, name],
  );
  if (!rowCount) return null;
  await transaction.query("DELETE FROM public.member WHERE id = $1", [LOCAL_MEMBER_ID]);
  const member = { organizationId: LOCAL_ORGANIZATION_ID, userId: ownerId, role: "owner" } as const;
  await insertMember(transaction, member);
  return LOCAL_ORGANIZATION_ID;
}

/** Whether it is the one organization of local mode, which no team has taken over. */
export async function isLocalOrganization(
  database: Database,
  organizationId: string,
): Promise<boolean> {
  if (organizationId !== LOCAL_ORGANIZATION_ID) return false;
  return withIdentityClient(database, async (client) => {
    const { rowCount } = await client.query(
      "SELECT FROM public.organization WHERE id = $1 AND type = 'personal'",
      [organizationId],
    );
    return rowCount === 1;
  });
}
