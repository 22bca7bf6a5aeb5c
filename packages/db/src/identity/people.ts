import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Whether the address is known to be theirs. */
  readonly isProven?: boolean;
}

export interface ListedPerson {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
}

const MAX_LISTED = 1_000;

/** Whether there is any account to sign in with. */
export function hasPeople(database: Database): Promise<boolean> {
  return withIdentityClient(database, hasAccounts);
}

export async function hasAccounts(transaction: IdentityTransaction): Promise<boolean> {
  const { rows } = await transaction.query("SELECT EXISTS (SELECT FROM public.account) AS found");
  return rows[0].found;
}

export function listPeople(database: Database): Promise<ListedPerson[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<ListedPerson>(
      `SELECT id AS "userId", name, email, created_at AS "createdAt" FROM public."user" ORDER BY id LIMIT $1`,
      [MAX_LISTED],
    );
    return rows;
  });
}

export async function readEmail(
  transaction: IdentityTransaction,
  userId: string,
): Promise<string | null> {
  const { rows } = await transaction.query('SELECT email FROM public."user" WHERE id = $1', [
    userId,
  ]);
  return rows[0]?.email ?? null;
}

/** Returns the id of the user; null when the e-mail address is in use. */
export async function insertPerson(
  transaction: IdentityTransaction,
  { name, email, passwordHash, isProven = false }: NewPerson,
): Promise<string | null> {
  const userId = newId("user");
  const { rowCount } = await transaction.query(
    `INSERT INTO public."user" (id, name, email, email_verified) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO NOTHING`,
    [userId, name, email, isProven],
  );
  if (rowCount !== 1) return null;
  await transaction.query(
    `INSERT INTO public.account (id, user_id, provider_id, account_id, password)
     VALUES ($1, $2, 'credential', $2, $3)`,
    [newId("account"), userId, passwordHash],
  );
  return userId;
}
