import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";

/** What signs a user in, or acts for them. */
export interface EndedAccess {
  readonly sessions: number;
  readonly tokens: number;
  readonly apps: number;
}

export interface FoundUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly isProven: boolean;
  readonly disabledAt: Date | null;
}

const SELECT = `SELECT id AS "userId", name, email, email_verified AS "isProven", disabled_at AS "disabledAt"
  FROM public."user"`;

/** E-mail addresses are stored in lower case. */
export function findUserByEmail(database: Database, email: string): Promise<FoundUser | null> {
  return withIdentityClient(database, (client) => readUserByEmail(client, email));
}

export function isDisabled(database: Database, userId: string): Promise<boolean> {
  return withIdentityClient(database, async (client) => {
    const { rowCount } = await client.query(
      'SELECT FROM public."user" WHERE id = $1 AND disabled_at IS NOT NULL',
      [userId],
    );
    return rowCount === 1;
  });
}

/** Locks the row until the transaction ends. */
export async function readUserByEmail(
  transaction: IdentityTransaction,
  email: string,
): Promise<FoundUser | null> {
  const { rows } = await transaction.query<FoundUser>(`${SELECT} WHERE email = $1 FOR UPDATE`, [
    email.toLowerCase(),
  ]);
  return rows[0] ?? null;
}

/** Ends every session, token and OAuth grant; in one organization, or everywhere. */
export async function endAccess(
  transaction: IdentityTransaction,
  {
    userId,
    organizationId = null,
    now,
  }: { readonly userId: string; readonly organizationId?: string | null; readonly now: Date },
): Promise<EndedAccess> {
  const key = [userId, organizationId];
  const sessions = await transaction.query(
    `DELETE FROM public.session WHERE user_id = $1
       AND ($2::text IS NULL OR active_organization_id = $2)`,
    key,
  );
  const tokens = await transaction.query(
    "DELETE FROM public.access_key WHERE user_id = $1 AND ($2::text IS NULL OR organization_id = $2)",
    key,
  );
  const grants = await transaction.query(
    `UPDATE public.oauth_grant SET revoked_at = $3
     WHERE user_id = $1 AND ($2::text IS NULL OR organization_id = $2) AND revoked_at IS NULL`,
    [...key, now],
  );
  await transaction.query(
    `DELETE FROM public.oauth_token WHERE grant_id IN (
       SELECT id FROM public.oauth_grant WHERE user_id = $1 AND ($2::text IS NULL OR organization_id = $2))`,
    key,
  );
  return {
    sessions: sessions.rowCount ?? 0,
    tokens: tokens.rowCount ?? 0,
    apps: grants.rowCount ?? 0,
  };
}

export async function endSessionsOf(
  transaction: IdentityTransaction,
  userId: string,
): Promise<number> {
  const { rowCount } = await transaction.query("DELETE FROM public.session WHERE user_id = $1", [
    userId,
  ]);
  return rowCount ?? 0;
}

export async function saveDisabled(
  transaction: IdentityTransaction,
  { userId, disabledAt }: { readonly userId: string; readonly disabledAt: Date | null },
): Promise<void> {
  await transaction.query(
    'UPDATE public."user" AS person SET disabled_at = $2, updated_at = now() WHERE id = $1',
    [userId, disabledAt],
  );
}

/** From now on the address is known to be the user's; a password that was set without proof is gone. */
export async function saveProven(transaction: IdentityTransaction, userId: string): Promise<void> {
  await transaction.query(
    'UPDATE public."user" AS person SET email_verified = true, updated_at = now() WHERE id = $1',
    [userId],
  );
  await transaction.query("DELETE FROM public.account WHERE user_id = $1", [userId]);
}

/** Organizations that would be left without an owner although they have other members. */
export async function listSoleOwnerships(
  transaction: IdentityTransaction,
  userId: string,
): Promise<{ organizationId: string; organizationName: string }[]> {
  const { rows } = await transaction.query(
    `SELECT organization.id AS "organizationId", organization.name AS "organizationName"
     FROM public.member own JOIN public.organization ON organization.id = own.organization_id
     WHERE own.user_id = $1 AND own.role = 'owner'
       AND EXISTS (SELECT FROM public.member other WHERE other.organization_id = own.organization_id AND other.user_id <> $1)
       AND NOT EXISTS (SELECT FROM public.member other WHERE other.organization_id = own.organization_id
         AND other.user_id <> $1 AND other.role = 'owner')
     ORDER BY organization.id LIMIT 100`,
    [userId],
  );
  return rows;
}

/**
 * Frees the e-mail address and deletes everything by which the user was known. The row stays without a name, since plans
 * and their history refer to it.
 */
export async function eraseUser(
  transaction: IdentityTransaction,
  {
    userId,
    now,
    name = "Removed user",
  }: { readonly userId: string; readonly now: Date; readonly name?: string },
): Promise<void> {
  for (const table of ["session", "account", "member"]) {
    await transaction.query(`DELETE FROM public.${table} WHERE user_id = $1`, [userId]);
  }
  await transaction.query(
    `UPDATE public.invitation SET status = 'revoked', updated_at = now()
     WHERE inviter_id = $1 AND status = 'pending'`,
    [userId],
  );
  await transaction.query(
    `UPDATE public."user" AS person SET name = $3, email = id || '@removed.invalid', image = NULL,
       email_verified = false, disabled_at = $2, updated_at = now() WHERE id = $1`,
    [userId, now, name],
  );
}
