import {
  countMemberships,
  type IdentityTransaction,
  insertOrganization,
  isOwnerAnywhere,
  listMemberships,
  type Membership,
  type OrganizationType,
  readRole,
  readWhoDecides,
  saveActiveOrganization,
  saveOrganizationName,
  saveWhoDecides,
  type WhoDecides,
  withOrganization,
  withUser,
  writeSecurityEvent,
} from "@trovella/db/identity";
import type { Settings } from "../settings.ts";
import { checkedName, checkedType } from "./checked-fields.ts";
import type { Act } from "./members.ts";
import {
  checkMembershipCount,
  requireFounder,
  requireManager,
  requireMember,
} from "./role-rules.ts";

export function listOrganizations({ database }: Settings, userId: string): Promise<Membership[]> {
  return listMemberships(database, userId);
}

/** Whether the user may create one. */
export async function canCreateOrganization(
  { database, organizations }: Settings,
  userId: string,
): Promise<boolean> {
  if (organizations === "anyone") return true;
  return withUser(database, userId, (transaction) => isOwnerAnywhere(transaction, userId));
}

/** Returns its id; the user becomes its owner. */
export function createOrganization(
  { database, organizations }: Settings,
  wish: { readonly ownerId: string; readonly name: string; readonly type: OrganizationType },
): Promise<string> {
  const { ownerId } = wish;
  const organization = {
    ownerId,
    name: checkedName(wish.name, "name of the organization"),
    type: checkedType(wish.type),
  };
  return withUser(database, ownerId, async (transaction) => {
    if (organizations === "owners") {
      requireFounder(await isOwnerAnywhere(transaction, ownerId));
    }
    checkMembershipCount(await countMemberships(transaction, ownerId));
    const organizationId = await insertOrganization(transaction, organization);
    await recordCreation(transaction, { organizationId, name: organization.name });
    return organizationId;
  });
}

export function recordCreation(
  transaction: IdentityTransaction,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): Promise<void> {
  const subject = { kind: "organization", id: organizationId, label: name } as const;
  return writeSecurityEvent(transaction, { kind: "organization_created", organizationId, subject });
}

export function rename(
  { database }: Settings,
  { organizationId, actorId, ...change }: Act & { readonly name: string },
): Promise<void> {
  const name = checkedName(change.name, "name of the organization");
  return withOrganization(database, organizationId, async (transaction) => {
    requireManager(await readRole(transaction, { organizationId, userId: actorId }));
    await saveOrganizationName(transaction, { organizationId, name });
    const subject = { kind: "organization", id: organizationId, label: name } as const;
    await writeSecurityEvent(transaction, {
      kind: "organization_renamed",
      organizationId,
      subject,
    });
  });
}

/** Says who may decide the reviews of the organization's plans (R39). */
export function setWhoDecides(
  { database }: Settings,
  { organizationId, actorId, whoDecides }: Act & { readonly whoDecides: WhoDecides },
): Promise<void> {
  return withOrganization(database, organizationId, async (transaction) => {
    requireManager(await readRole(transaction, { organizationId, userId: actorId }));
    const before = await readWhoDecides(transaction, organizationId);
    if (before === whoDecides) return;
    await saveWhoDecides(transaction, { organizationId, whoDecides });
    await writeSecurityEvent(transaction, {
      kind: "who_decides_changed",
      organizationId,
      subject: { kind: "organization", id: organizationId, label: null },
      before: { whoDecides: before },
      after: { whoDecides },
    });
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
