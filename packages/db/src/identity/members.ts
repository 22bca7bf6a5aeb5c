import type { Role } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import type { IdentityTransaction } from "./identity-transaction.ts";

export interface ListedMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** A user in an organization, who need not be a member of it. */
export interface MemberKey {
  readonly organizationId: string;
  readonly userId: string;
}

const MAX_LISTED = 1_000;

export function listMembers(database: Database, organizationId: string): Promise<ListedMember[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<ListedMember>(
      `SELECT person.id AS "userId", person.name, email, role, member.created_at AS "joinedAt"
       FROM public.member JOIN public."user" person ON person.id = user_id
       WHERE organization_id = $1 ORDER BY person.name, person.id LIMIT $2`,
      [organizationId, MAX_LISTED],
    );
    return rows;
  });
}

export interface Recipient {
  readonly userId: string;
  readonly email: string;
}

/** The members who may still sign in, with their addresses. */
export function listRecipients(database: Database, organizationId: string): Promise<Recipient[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<Recipient>(
      `SELECT person.id AS "userId", email FROM public.member JOIN public."user" person ON person.id = user_id
       WHERE organization_id = $1 AND disabled_at IS NULL ORDER BY person.id LIMIT $2`,
      [organizationId, MAX_LISTED],
    );
    return rows;
  });
}

/** Outside a transaction, for reads that need no lock. */
export function findRole(database: Database, key: MemberKey): Promise<Role | null> {
  return withIdentityClient(database, (client) => readRole(client, key));
}

export async function readRole(
  transaction: IdentityTransaction,
  { organizationId, userId }: MemberKey,
): Promise<Role | null> {
  const { rows } = await transaction.query(
    "SELECT role FROM public.member WHERE organization_id = $1 AND user_id = $2",
    [organizationId, userId],
  );
  return rows[0]?.role ?? null;
}

export async function countOwners(
  transaction: IdentityTransaction,
  organizationId: string,
): Promise<number> {
  const { rows } = await transaction.query(
    "SELECT count(*)::int AS owners FROM public.member WHERE organization_id = $1 AND role = 'owner'",
    [organizationId],
  );
  return rows[0].owners;
}

/** A member who exists already keeps their role. */
export async function insertMember(
  transaction: IdentityTransaction,
  { organizationId, userId, role }: MemberKey & { readonly role: Role },
): Promise<void> {
  await transaction.query(
    `INSERT INTO public.member (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, user_id) DO NOTHING`,
    [newId("member"), organizationId, userId, role],
  );
}

export async function saveRole(
  transaction: IdentityTransaction,
  { role, ...key }: MemberKey & { readonly role: Role },
): Promise<void> {
  await transaction.query(
    "UPDATE public.member SET role = $3, updated_at = now() WHERE organization_id = $1 AND user_id = $2",
    [key.organizationId, key.userId, role],
  );
  await revokeInvitationsBy(transaction, key);
}

/** The member's tokens and OAuth grants in the organization are deleted along. */
export async function deleteMember(
  transaction: IdentityTransaction,
  key: MemberKey,
): Promise<void> {
  await transaction.query("DELETE FROM public.member WHERE organization_id = $1 AND user_id = $2", [
    key.organizationId,
    key.userId,
  ]);
  await revokeInvitationsBy(transaction, key);
}

/** A member whose role changes must not come back, or bring others in, by a link made with the former role. */
async function revokeInvitationsBy(
  transaction: IdentityTransaction,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  await transaction.query(
    `UPDATE public.invitation SET status = 'revoked', updated_at = now()
     WHERE organization_id = $1 AND inviter_id = $2 AND status = 'pending'`,
    [organizationId, userId],
  );
}
