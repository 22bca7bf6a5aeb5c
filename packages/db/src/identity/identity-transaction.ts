import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { inTransaction } from "../connection/transaction.ts";

/** A transaction over the identity tables: load, decide and save within one. */
export type IdentityTransaction = ClientBase;

type Work<T> = (transaction: IdentityTransaction) => Promise<T>;

/** An arbitrary number for an advisory lock. */
const SETUP_LOCK = 47_370_002;

/** Serializes changes of an organization's members: two last owners cannot leave at once. */
export function withOrganization<T>(
  database: Database,
  organizationId: string,
  work: Work<T>,
): Promise<T> {
  return inIdentityTransaction(database, async (transaction) => {
    await transaction.query("SELECT FROM public.organization WHERE id = $1 FOR NO KEY UPDATE", [
      organizationId,
    ]);
    return work(transaction);
  });
}

/** Serializes changes of a user's memberships, so that two at once cannot exceed a limit. */
export function withUser<T>(database: Database, userId: string, work: Work<T>): Promise<T> {
  return inIdentityTransaction(database, async (transaction) => {
    await transaction.query('SELECT FROM public."user" WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    return work(transaction);
  });
}

/** Serializes the setup of the server: two first owners cannot be created at once. */
export function withSetupLock<T>(database: Database, work: Work<T>): Promise<T> {
  return inIdentityTransaction(database, async (transaction) => {
    await transaction.query("SELECT pg_advisory_xact_lock($1)", [SETUP_LOCK]);
    return work(transaction);
  });
}

export function inIdentityTransaction<T>(database: Database, work: Work<T>): Promise<T> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", () => work(client)),
  );
}
