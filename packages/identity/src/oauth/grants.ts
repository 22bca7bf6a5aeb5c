import {
  endGrant,
  findRole,
  type GrantKey,
  type ListedGrant,
  listGrants as listGrantRows,
  withGrant,
} from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import type { Act } from "../membership/members.ts";
import { requireManager } from "../membership/role-rules.ts";
import type { Settings } from "../settings.ts";

/** The clients that a user has authorized. */
export function listGrants({ database, now }: Settings, userId: string): Promise<ListedGrant[]> {
  return listGrantRows(database, { of: { userId }, now: now() });
}

/** The clients that the members of an organization have authorized for it. */
export async function listMemberGrants(
  { database, now }: Settings,
  { organizationId, actorId }: Act,
): Promise<ListedGrant[]> {
  requireManager(await findRole(database, { organizationId, userId: actorId }));
  return listGrantRows(database, { of: { organizationId }, now: now() });
}

/** By the user; another user's grant answers like one that does not exist. */
export function revokeGrant(
  settings: Settings,
  { userId, grantId }: { readonly userId: string; readonly grantId: string },
): Promise<void> {
  return revoke(settings, { by: "userId", value: grantId, of: userId });
}

/** By an owner or admin of the organization that the grant was given for. */
export async function revokeMemberGrant(
  settings: Settings,
  { organizationId, actorId, grantId }: Act & { readonly grantId: string },
): Promise<void> {
  requireManager(await findRole(settings.database, { organizationId, userId: actorId }));
  await revoke(settings, { by: "organizationId", value: grantId, of: organizationId });
}

async function revoke({ database, now }: Settings, key: GrantKey): Promise<void> {
  const isRevoked = await withGrant(database, key, async (transaction) => {
    await endGrant(transaction, { grantId: key.value, now: now() });
    return true;
  });
  if (isRevoked) return;
  throw new AppError("NOT_FOUND", "There is no such grant. Next: list the grants again.");
}
