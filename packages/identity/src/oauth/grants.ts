import {
  endGrant,
  type ListedGrant,
  listGrants as listGrantRows,
  withGrant,
} from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import type { Settings } from "../settings.ts";

/** The clients that a user has authorized. */
export function listGrants({ database, now }: Settings, userId: string): Promise<ListedGrant[]> {
  return listGrantRows(database, { userId, now: now() });
}

/** By the user; another user's grant answers like one that does not exist. */
export async function revokeGrant(
  { database, now }: Settings,
  { userId, grantId }: { readonly userId: string; readonly grantId: string },
): Promise<void> {
  const key = { by: "id", value: grantId } as const;
  const isRevoked = await withGrant(database, key, async (transaction, grant) => {
    if (grant.userId !== userId) return false;
    await endGrant(transaction, { grantId, now: now() });
    return true;
  });
  if (isRevoked) return;
  throw new AppError("NOT_FOUND", "There is no such grant. Next: list the grants again.");
}
