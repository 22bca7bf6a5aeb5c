import { type Database, type Tenant, withStoringContext, withTenantContext } from "@trovella/db";
import {
  countOwners,
  eachOrganization,
  inIdentityTransaction,
  type ListedMember,
  LOCAL_USER_ID,
  listMembers,
  listMemberships,
} from "@trovella/db/identity";
import {
  deletePlanWithin,
  erasePerson,
  handOverPlans,
  listPlansOf,
} from "@trovella/db/maintenance";
import { AppError } from "@trovella/foundation";
import { type Deleter, requireConfirmed } from "./may-delete.ts";

export interface PersonPreview {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** The plans they started, which are handed over or deleted with them. */
  readonly plans: number;
}

export interface PersonDeletion {
  readonly userId: string;
  /** Their e-mail address or name, as somebody typed it. */
  readonly confirmation: string;
  /** The member who gets their plans; null deletes the plans. */
  readonly heirId: string | null;
  readonly now: Date;
}

/** What deleting a person would take away, and whether it may be done at all. */
export async function previewPersonDeletion(
  database: Database,
  tenant: Tenant,
  deleter: Deleter,
  userId: string,
): Promise<PersonPreview> {
  const { name, email } = await requireDeletable(database, tenant, deleter, userId);
  let plans = 0;
  for (const organizationId of await organizationsOf(database, userId)) {
    const own = await withTenantContext(database, { organizationId }, (context) =>
      listPlansOf(context, userId),
    );
    plans += own.length;
  }
  return { userId, name, email, plans };
}

/**
 * Deletes a person's account and everything by which they are known. Their plans go first, one by one: if it is interrupted, the
 * person is still there, and doing it again finishes it.
 */
export async function deletePerson(
  database: Database,
  tenant: Tenant,
  deleter: Deleter,
  { userId, confirmation, heirId, now }: PersonDeletion,
): Promise<PersonPreview> {
  const person = await previewPersonDeletion(database, tenant, deleter, userId);
  requireConfirmed(confirmation, [person.email, person.name]);
  const organizationIds = await organizationsOf(database, userId);
  for (const organizationId of organizationIds) {
    if (heirId === null) await deletePlansOf(database, { organizationId }, userId, now);
    else await giveTo(database, { organizationId }, { userId, heirId });
  }
  const allOrganizationIds: string[] = [];
  for await (const id of eachOrganization(database)) allOrganizationIds.push(id);
  await erasePerson(database, person, { organizationIds, allOrganizationIds, now });
  return person;
}

async function deletePlansOf(
  database: Database,
  tenant: Tenant,
  userId: string,
  now: Date,
): Promise<void> {
  const plans = await withTenantContext(database, tenant, (context) =>
    listPlansOf(context, userId),
  );
  for (const { id } of plans) {
    await withStoringContext(database, tenant, (context) => deletePlanWithin(context, id, now));
  }
}

async function giveTo(
  database: Database,
  tenant: Tenant,
  { userId, heirId }: { readonly userId: string; readonly heirId: string },
): Promise<void> {
  const members = await listMembers(database, tenant.organizationId);
  if (heirId === userId || !members.some((member) => member.userId === heirId)) {
    throw new AppError(
      "INVALID_INPUT",
      "The plans can be handed to another member of the organization alone. Next: choose one, or delete the plans too.",
    );
  }
  await handOverPlans(database, tenant, { userId, heirId });
}

async function organizationsOf(database: Database, userId: string): Promise<string[]> {
  const memberships = await listMemberships(database, userId);
  return memberships.map(({ organizationId }) => organizationId);
}

/** Of owners and admins of the person's only organization, or of the operator, who may delete people of several. */
async function requireDeletable(
  database: Database,
  { organizationId }: Tenant,
  { isPerson, isAdmin, userId: actorId }: Deleter,
  userId: string,
): Promise<ListedMember> {
  if (!isPerson || !isAdmin) {
    throw new AppError(
      "FORBIDDEN",
      "Only an owner or admin may delete a person's data, in the console. Next: ask one of them.",
    );
  }
  const members = await listMembers(database, organizationId);
  const person = members.find((member) => member.userId === userId);
  if (!person || userId === LOCAL_USER_ID) {
    throw new AppError(
      "NOT_FOUND",
      "There is no such member. Next: look at the members in Settings.",
    );
  }
  const actor = members.find((member) => member.userId === actorId);
  if (actorId !== null && person.role === "owner" && actor?.role !== "owner") {
    throw new AppError("FORBIDDEN", "Only an owner may delete an owner. Next: ask one.");
  }
  if (actorId !== null && (await organizationsOf(database, userId)).length > 1) {
    throw new AppError(
      "FORBIDDEN",
      "This person is also a member of other organizations. Next: remove them from this one, or ask the operator of the server to delete them.",
    );
  }
  await requireOtherOwners(database, userId);
  return person;
}

async function requireOtherOwners(database: Database, userId: string): Promise<void> {
  for (const { organizationId, role } of await listMemberships(database, userId)) {
    if (role !== "owner") continue;
    const owners = await inIdentityTransaction(database, (transaction) =>
      countOwners(transaction, organizationId),
    );
    if (owners > 1) continue;
    throw new AppError(
      "FORBIDDEN",
      "The last owner of an organization cannot be deleted. Next: make another member an owner first.",
    );
  }
}
