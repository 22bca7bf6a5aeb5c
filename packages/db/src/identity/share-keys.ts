import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";

export interface ShareKey {
  readonly organizationId: string;
  readonly linkId: string;
  readonly expiresAt: Date;
}

/** Where a link leads and whether its organization publishes; null when there is no such link. */
export function findShareKey(
  database: Database,
  tokenHash: string,
): Promise<(ShareKey & { readonly isAllowed: boolean }) | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      `SELECT organization_id AS "organizationId", link_id AS "linkId", expires_at AS "expiresAt", public_links AS "isAllowed"
       FROM public.share_key JOIN public.organization ON organization.id = organization_id WHERE token_hash = $1`,
      [tokenHash],
    );
    return rows[0] ?? null;
  });
}

/** Expired ones of the organization are deleted on the way. */
export function saveShareKey(
  database: Database,
  { tokenHash, organizationId, linkId, expiresAt }: ShareKey & { readonly tokenHash: string },
  now: Date,
): Promise<void> {
  return withIdentityClient(database, async (client) => {
    await client.query(
      "DELETE FROM public.share_key WHERE organization_id = $1 AND expires_at <= $2",
      [organizationId, now],
    );
    await client.query(
      `INSERT INTO public.share_key (token_hash, organization_id, link_id, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [tokenHash, organizationId, linkId, expiresAt, now],
    );
  });
}

/** The link stops working at once. */
export function dropShareKey(
  database: Database,
  { organizationId, linkId }: Pick<ShareKey, "organizationId" | "linkId">,
): Promise<void> {
  return withIdentityClient(database, async (client) => {
    await client.query("DELETE FROM public.share_key WHERE organization_id = $1 AND link_id = $2", [
      organizationId,
      linkId,
    ]);
  });
}

export function readPublicLinks(database: Database, organizationId: string): Promise<boolean> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      "SELECT public_links FROM public.organization WHERE id = $1",
      [organizationId],
    );
    return rows[0]?.public_links ?? false;
  });
}

/** Whether it was changed. */
export async function savePublicLinks(
  transaction: IdentityTransaction,
  { organizationId, isAllowed }: { readonly organizationId: string; readonly isAllowed: boolean },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    "UPDATE public.organization SET public_links = $2, updated_at = now() WHERE id = $1 AND public_links <> $2",
    [organizationId, isAllowed],
  );
  return rowCount === 1;
}
