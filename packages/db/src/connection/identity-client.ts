import type { PoolClient } from "pg";
import type { ConnectOptions, Database } from "./database.ts";
import { isConnectionLost, lossOf } from "./database-failure.ts";
import { requireReplicated } from "./replication.ts";

type Work<T> = (client: PoolClient) => Promise<T>;

/**
 * A connection outside any tenant, as the login role. It sees the identity tables but, since the policies bind that
 * role too, no tenant's rows.
 */
export async function withIdentityClient<T>(
  database: Database,
  work: Work<T>,
  options?: ConnectOptions,
): Promise<T> {
  const client = await database.connectIdentity(options);
  try {
    const result = await work(client);
    requireReplicated(client);
    client.release();
    return result;
  } catch (error) {
    // Most errors are refusals, after which the connection is reusable; only a broken one is discarded.
    client.release(lossOf(error) ?? !(await isClean(client)));
    throw error;
  }
}

/**
 * For work that does no harm when it is done twice, such as a lookup: it is repeated once when its connection was lost,
 * however much of it was carried out.
 */
export async function repeatIdentityWork<T>(database: Database, work: Work<T>): Promise<T> {
  try {
    return await withIdentityClient(database, work);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return withIdentityClient(database, work);
  }
}

/** Ends an open transaction, if any. */
function isClean(client: PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}
