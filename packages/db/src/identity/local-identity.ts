import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { inTransaction } from "../connection/transaction.ts";

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
