import type { PoolClient } from "pg";
import type { Database } from "./database.ts";

/**
 * A connection outside any tenant, as the login role. It sees the identity tables and, since the
 * policies bind that role too, no tenant's rows.
 */
export async function withIdentityClient<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // Most of what is thrown is a refusal, which costs no connection: only one that cannot be put right is thrown away.
    client.release(!(await isClean(client)));
    throw error;
  }
}

/** Ends whatever was begun; outside a transaction it changes nothing. */
function isClean(client: PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}
