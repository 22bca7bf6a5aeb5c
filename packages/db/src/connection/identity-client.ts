import type { PoolClient } from "pg";
import type { Database } from "./database.ts";

/**
 * A connection outside any tenant, as the login role. It sees the identity tables but, since the policies bind that
 * role too, no tenant's rows.
 */
export async function withIdentityClient<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.connectIdentity();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // Most errors are refusals, after which the connection is reusable; only a broken one is discarded.
    client.release(!(await isClean(client)));
    throw error;
  }
}

/** Ends an open transaction, if any. */
function isClean(client: PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}
