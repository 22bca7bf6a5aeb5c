import type { Role } from "@trovella/foundation";
import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import { inTransaction } from "../connection/transaction.ts";
import type { ORGANIZATION_TYPES } from "../schema/value-lists.ts";

export type OrganizationType = (typeof ORGANIZATION_TYPES)[number];

export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly type: OrganizationType;
  readonly role: Role;
}

export interface ListedMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** Who does something to whom in which organization. */
export interface MemberChange {
  readonly organizationId: string;
  readonly actorId: string;
  readonly userId: string;
}

const MAX_LISTED = 1_000;
const MAX_ORGANIZATIONS_OF_A_PERSON = 100;

/** The organizations of a person. */
export function listMemberships(database: Database, userId: string): Promise<Membership[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<Membership>(
      `SELECT organization.id AS "organizationId", organization.name AS "organizationName", type, role
       FROM public.member JOIN public.organization ON organization.id = organization_id
       WHERE user_id = $1 ORDER BY organization.name, organization.id LIMIT $2`,
      [userId, MAX_LISTED],
    );
    return rows;
  });
}

/** The people of an organization, for those who belong to it. */
export function listMembers(
  database: Database,
  { organizationId, actorId }: Omit<MemberChange, "userId">,
): Promise<ListedMember[]> {
  return withIdentityClient(database, async (client) => {
    await readRole(client, { organizationId, userId: actorId });
    const { rows } = await client.query<ListedMember>(
      `SELECT person.id AS "userId", person.name, email, role, member.created_at AS "joinedAt"
       FROM public.member JOIN public."user" person ON person.id = user_id
       WHERE organization_id = $1 ORDER BY person.name, person.id LIMIT $2`,
      [organizationId, MAX_LISTED],
    );
    return rows;
  });
}

/** An organization of one's own. */
export function createOrganization(
  database: Database,
  { ownerId, name, type }: { ownerId: string; name: string; type: OrganizationType },
): Promise<string> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      // Two at once would both find room for one more.
      await client.query('SELECT FROM public."user" WHERE id = $1 FOR NO KEY UPDATE', [ownerId]);
      const { rows } = await client.query(
        "SELECT count(*)::int AS total FROM public.member WHERE user_id = $1",
        [ownerId],
      );
      if (rows[0].total >= MAX_ORGANIZATIONS_OF_A_PERSON) {
        throw new AppError(
          "LIMIT_EXCEEDED",
          `A person can belong to ${MAX_ORGANIZATIONS_OF_A_PERSON} organizations. Next: leave one first.`,
        );
      }
      return insertOrganization(client, { ownerId, name, type });
    }),
  );
}

export function renameOrganization(
  database: Database,
  { organizationId, actorId, name }: Omit<MemberChange, "userId"> & { readonly name: string },
): Promise<void> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      await lockOrganization(client, organizationId);
      requireManager(await readRole(client, { organizationId, userId: actorId }));
      await client.query(
        "UPDATE public.organization SET name = $2, updated_at = now() WHERE id = $1",
        [organizationId, name],
      );
    }),
  );
}

export function changeMemberRole(
  database: Database,
  { role, ...change }: MemberChange & { readonly role: Role },
): Promise<void> {
  return withMemberChange(database, change, async (client, { own, current }) => {
    requireManager(own);
    // Only an owner makes or unmakes owners: an admin must not get further than that.
    if (own !== "owner" && (role === "owner" || current === "owner")) throw onlyOwners();
    if (current === "owner" && role !== "owner")
      await requireOtherOwner(client, change.organizationId);
    await client.query(
      "UPDATE public.member SET role = $3, updated_at = now() WHERE organization_id = $1 AND user_id = $2",
      [change.organizationId, change.userId, role],
    );
    await revokeInvitationsOf(client, change);
  });
}

/** Somebody else's membership, or one's own; tokens and grants of the person in it end with it. */
export function removeMember(database: Database, change: MemberChange): Promise<void> {
  return withMemberChange(database, change, async (client, { own, current }) => {
    if (change.actorId !== change.userId) {
      requireManager(own);
      if (own !== "owner" && current === "owner") throw onlyOwners();
    }
    if (current === "owner") await requireOtherOwner(client, change.organizationId);
    await client.query("DELETE FROM public.member WHERE organization_id = $1 AND user_id = $2", [
      change.organizationId,
      change.userId,
    ]);
    await revokeInvitationsOf(client, change);
  });
}

/** Within the caller's transaction. */
export async function insertOrganization(
  client: ClientBase,
  { ownerId, name, type }: { ownerId: string; name: string; type: OrganizationType },
): Promise<string> {
  const id = newId("organization");
  await client.query(
    "INSERT INTO public.organization (id, name, slug, type) VALUES ($1, $2, $1, $3)",
    [id, name, type],
  );
  await insertMember(client, { organizationId: id, userId: ownerId, role: "owner" });
  return id;
}

/** Within the caller's transaction; whoever belongs already keeps their role. */
export async function insertMember(
  client: ClientBase,
  member: { organizationId: string; userId: string; role: Role },
): Promise<void> {
  await client.query(
    `INSERT INTO public.member (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, user_id) DO NOTHING`,
    [newId("member"), member.organizationId, member.userId, member.role],
  );
}

/** Changes of one organization's members come one after the other: two last owners cannot leave at once. */
export async function lockOrganization(client: ClientBase, organizationId: string): Promise<void> {
  await client.query("SELECT FROM public.organization WHERE id = $1 FOR NO KEY UPDATE", [
    organizationId,
  ]);
}

/** The role of a person; an organization they do not belong to is, to them, one that does not exist. */
export async function readRole(
  client: ClientBase,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<Role> {
  const role = await findRole(client, { organizationId, userId });
  if (role) return role;
  throw new AppError(
    "NOT_FOUND",
    "You have no such organization. Next: choose one of your organizations.",
  );
}

export function requireManager(role: Role): void {
  if (role === "owner" || role === "admin") return;
  throw new AppError(
    "FORBIDDEN",
    "Only owners and admins may change who belongs to an organization. Next: ask one of them.",
  );
}

export function onlyOwners(): AppError {
  return new AppError("FORBIDDEN", "Only an owner may decide about owners. Next: ask one of them.");
}

function withMemberChange(
  database: Database,
  { organizationId, actorId, userId }: MemberChange,
  work: (
    client: ClientBase,
    roles: { readonly own: Role; readonly current: Role },
  ) => Promise<void>,
): Promise<void> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      await lockOrganization(client, organizationId);
      const own = await readRole(client, { organizationId, userId: actorId });
      const current = await findRole(client, { organizationId, userId });
      if (!current) {
        throw new AppError("NOT_FOUND", "There is no such member. Next: list the members again.");
      }
      await work(client, { own, current });
    }),
  );
}

async function findRole(
  client: ClientBase,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<Role | null> {
  const { rows } = await client.query(
    "SELECT role FROM public.member WHERE organization_id = $1 AND user_id = $2",
    [organizationId, userId],
  );
  return rows[0]?.role ?? null;
}

/** Nobody comes back, or brings others in, by a link they made when they were allowed to. */
async function revokeInvitationsOf(
  client: ClientBase,
  { organizationId, userId }: MemberChange,
): Promise<void> {
  await client.query(
    `UPDATE public.invitation SET status = 'revoked', updated_at = now()
     WHERE organization_id = $1 AND inviter_id = $2 AND status = 'pending'`,
    [organizationId, userId],
  );
}

async function requireOtherOwner(client: ClientBase, organizationId: string): Promise<void> {
  const { rows } = await client.query(
    "SELECT count(*)::int AS owners FROM public.member WHERE organization_id = $1 AND role = 'owner'",
    [organizationId],
  );
  if (rows[0].owners > 1) return;
  throw new AppError(
    "FORBIDDEN",
    "An organization needs an owner, and this is its last. Next: make somebody else an owner first.",
  );
}
