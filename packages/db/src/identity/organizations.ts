import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";

/** Ids of organizations behind `after`, in order, at most `limit`: for work that visits all of them. */
export function listOrganizations(
  database: Database,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT id FROM public.organization WHERE id > $1 ORDER BY id LIMIT $2",
      [after, limit],
    );
    return rows.map(({ id }) => id);
  });
}
