import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { inTransaction } from "../connection/transaction.ts";

/** Null when the user signs in by a provider only, or does not exist. */
export function findPasswordHash(database: Database, userId: string): Promise<string | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT password FROM public.account WHERE user_id = $1 AND provider_id = 'credential'",
      [userId],
    );
    return rows[0]?.password ?? null;
  });
}

/** Ends all sessions but the one that is kept. False, without a change, when the former password is not the current one. */
export function replacePassword(
  database: Database,
  {
    userId,
    formerHash,
    passwordHash,
    keptSessionId,
  }: {
    readonly userId: string;
    readonly formerHash: string;
    readonly passwordHash: string;
    readonly keptSessionId: string | null;
  },
): Promise<boolean> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      const { rowCount } = await client.query(
        `UPDATE public.account SET password = $3, updated_at = now()
         WHERE user_id = $1 AND provider_id = 'credential' AND password = $2`,
        [userId, formerHash, passwordHash],
      );
      if (rowCount !== 1) return false;
      await endSessions(client, { userId, keptSessionId });
      return true;
    }),
  );
}

/** Null when no account with this e-mail address has a password. */
export function resetPassword(
  database: Database,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<{ userId: string; endedSessions: number } | null> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      const { rows } = await client.query(
        `UPDATE public.account SET password = $2, updated_at = now()
         FROM public."user" person
         WHERE person.id = account.user_id AND provider_id = 'credential' AND person.email = $1
         RETURNING person.id`,
        [email, passwordHash],
      );
      if (!rows[0]) return null;
      const userId: string = rows[0].id;
      const endedSessions = await endSessions(client, { userId, keptSessionId: null });
      return { userId, endedSessions };
    }),
  );
}

async function endSessions(
  client: ClientBase,
  { userId, keptSessionId }: { readonly userId: string; readonly keptSessionId: string | null },
): Promise<number> {
  const { rowCount } = await client.query(
    "DELETE FROM public.session WHERE user_id = $1 AND id IS DISTINCT FROM $2",
    [userId, keptSessionId],
  );
  return rowCount ?? 0;
}
