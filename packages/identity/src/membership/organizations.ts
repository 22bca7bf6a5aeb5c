import {
  countMemberships,
  insertOrganization,
  listMemberships,
  type Membership,
  type OrganizationType,
  readRole,
  saveActiveOrganization,
  saveOrganizationName,
  withOrganization,
  withUser,
} from "@trovella/db/identity";
import type { Settings } from "../settings.ts";
import { checkedName, checkedType } from "./checked-fields.ts";
import type { Act } from "./members.ts";
import { checkMembershipCount, requireManager, requireMember } from "./role-rules.ts";

export function listOrganizations({ database }: Settings, userId: string): Promise<Membership[]> {
  return listMemberships(database, userId);
}

/** Returns its id; the user becomes its owner. */
export function createOrganization(
  { database }: Settings,
  wish: { readonly ownerId: string; readonly name: string; readonly type: OrganizationType },
): Promise<string> {
  const { ownerId } = wish;
  const organization = {
    ownerId,
    name: checkedName(wish.name, "name of the organization"),
    type: checkedType(wish.type),
  };
  return withUser(database, ownerId, async (transaction) => {
    checkMembershipCount(await countMemberships(transaction, ownerId));
    return insertOrganization(transaction, organization);
  });
}

export function rename(
  { database }: Settings,
  { organizationId, actorId, ...change }: Act & { readonly name: string },
): Promise<void> {
  const name = checkedName(change.name, "name of the organization");
  return withOrganization(database, organizationId, async (transaction) => {
    requireManager(await readRole(transaction, { organizationId, userId: actorId }));
    await saveOrganizationName(transaction, { organizationId, name });
  });
}

/** The organization that a session works in. */
export async function setActiveOrganization(
  { database }: Settings,
  choice: {
    readonly sessionId: string;
    readonly userId: string;
    readonly organizationId: string;
  },
): Promise<void> {
  if (!(await saveActiveOrganization(database, choice))) requireMember(null);
}
