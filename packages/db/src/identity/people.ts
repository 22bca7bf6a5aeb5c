import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import { inTransaction } from "../connection/transaction.ts";
import { insertOrganization } from "./members.ts";

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

export interface ListedPerson {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
}

/** A number of our own: two first owners cannot be made at once. */
const FIRST_OWNER_LOCK = 47_370_002;
const MAX_LISTED = 1_000;

/** True once anybody can sign in. */
export function hasPeople(database: Database): Promise<boolean> {
  return withIdentityClient(database, someoneSignsIn);
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

/** The first person with the first organization; refused for ever once anybody can sign in. */
export function createFirstOwner(
  database: Database,
  { organizationName, ...person }: NewPerson & { readonly organizationName: string },
): Promise<{ userId: string; organizationId: string }> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      await client.query("SELECT pg_advisory_xact_lock($1)", [FIRST_OWNER_LOCK]);
      if (await someoneSignsIn(client)) {
        throw new AppError(
          "FORBIDDEN",
          "This server has its first owner already. Next: sign in, or ask an owner for an invitation.",
        );
      }
      const userId = await insertPerson(client, person);
      if (!userId) throw emailTaken();
      const organizationId = await insertOrganization(client, {
        ownerId: userId,
        name: organizationName,
        type: "company",
      });
      return { userId, organizationId };
    }),
  );
}

/** Within the caller's transaction; null when the address is in use. */
export async function insertPerson(
  client: ClientBase,
  { name, email, passwordHash }: NewPerson,
): Promise<string | null> {
  const userId = newId("user");
  const { rowCount } = await client.query(
    `INSERT INTO public."user" (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING`,
    [userId, name, email],
  );
  if (rowCount !== 1) return null;
  await client.query(
    `INSERT INTO public.account (id, user_id, provider_id, account_id, password)
     VALUES ($1, $2, 'credential', $2, $3)`,
    [newId("account"), userId, passwordHash],
  );
  return userId;
}

/** Says nothing about who has an account. */
export function emailTaken(): AppError {
  return new AppError(
    "INVALID_INPUT",
    "An account could not be made with this address. Next: if you have one, sign in with it.",
  );
}

async function someoneSignsIn(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT EXISTS (SELECT FROM public.account) AS found");
  return rows[0].found;
}
