import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";

export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export function saveOAuthClient(
  database: Database,
  { name, redirectUris, now }: Omit<OAuthClient, "id"> & { readonly now: Date },
): Promise<string> {
  return withIdentityClient(database, async (client) => {
    const id = newId("client");
    await client.query(
      "INSERT INTO public.oauth_client (id, name, redirect_uris, created_at) VALUES ($1, $2, $3, $4)",
      [id, name, redirectUris, now],
    );
    return id;
  });
}

export function findOAuthClient(database: Database, id: string): Promise<OAuthClient | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<OAuthClient>(
      'SELECT id, name, redirect_uris AS "redirectUris" FROM public.oauth_client WHERE id = $1',
      [id],
    );
    return rows[0] ?? null;
  });
}
