import type { Database } from "../connection/database.ts";
import { type IdentityTransaction, inIdentityTransaction } from "./identity-transaction.ts";
import { GRANT_COLUMNS, type Grant } from "./oauth-grants.ts";
import { writeSecurityEvent } from "./security-events.ts";

/** Every change of a grant's tokens happens under the lock of the grant's row. */
export interface LockedGrant extends Grant {
  readonly codeExpiresAt: Date;
  readonly codeUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const LOCKED_COLUMNS = `${GRANT_COLUMNS}, code_expires_at AS "codeExpiresAt", code_used_at AS "codeUsedAt",
  revoked_at AS "revokedAt"`;

const CONDITIONS = {
  userId: "id = $1 AND user_id = $2",
  organizationId: "id = $1 AND organization_id = $2",
  code: "code_hash = $1",
  access: "id = (SELECT grant_id FROM public.oauth_token WHERE hash = $1 AND kind = 'access')",
  refresh: "id = (SELECT grant_id FROM public.oauth_token WHERE hash = $1 AND kind = 'refresh')",
};

/** Which grant: by the hash of its code or of one of its tokens, or by its id within those of a user or an organization. */
export type GrantKey =
  | { readonly by: "code" | "access" | "refresh"; readonly value: string }
  | { readonly by: "userId" | "organizationId"; readonly value: string; readonly of: string };

/** Null when there is no such grant. */
export function withGrant<T>(
  database: Database,
  key: GrantKey,
  work: (transaction: IdentityTransaction, grant: LockedGrant) => Promise<T>,
): Promise<T | null> {
  return inIdentityTransaction(database, async (transaction) => {
    const { rows } = await transaction.query<LockedGrant>(
      `SELECT ${LOCKED_COLUMNS} FROM public.oauth_grant WHERE ${CONDITIONS[key.by]} FOR NO KEY UPDATE`,
      "of" in key ? [key.value, key.of] : [key.value],
    );
    return rows[0] ? work(transaction, rows[0]) : null;
  });
}

export async function markCodeUsed(
  transaction: IdentityTransaction,
  { grantId, now }: { readonly grantId: string; readonly now: Date },
): Promise<void> {
  await transaction.query("UPDATE public.oauth_grant SET code_used_at = $2 WHERE id = $1", [
    grantId,
    now,
  ]);
}

/** Deletes all tokens; the row stays, so that a replayed code or token is still recognized. */
export async function endGrant(
  transaction: IdentityTransaction,
  { grantId, now }: { readonly grantId: string; readonly now: Date },
): Promise<void> {
  const { rows } = await transaction.query<
    Pick<Grant, "organizationId" | "clientId" | "clientName">
  >(
    `UPDATE public.oauth_grant SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL
     RETURNING organization_id AS "organizationId", client_id AS "clientId", client_name AS "clientName"`,
    [grantId, now],
  );
  await transaction.query("DELETE FROM public.oauth_token WHERE grant_id = $1", [grantId]);
  for (const { organizationId, clientId, clientName } of rows) {
    const subject = { kind: "app", id: clientId, label: clientName } as const;
    await writeSecurityEvent(transaction, { kind: "grant_ended", organizationId, subject });
  }
}
