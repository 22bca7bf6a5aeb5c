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
    // It may be broken or in the middle of something; the pool opens another.
    client.release(true);
    throw error;
  }
}
