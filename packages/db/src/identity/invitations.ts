import type { Role } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import { type IdentityTransaction, inIdentityTransaction } from "./identity-transaction.ts";

/** Neither accepted nor revoked; it may have expired. */
export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly inviterName: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
}

export interface NewInvitation {
  readonly organizationId: string;
  readonly inviterId: string;
  readonly email: string;
  readonly role: Role;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

const MAX_LISTED = 1_000;

const SELECT_PENDING = `SELECT invitation.id, invitation.organization_id AS "organizationId", organization.name AS "organizationName",
  inviter.name AS "inviterName", invitation.email, invitation.role, invitation.expires_at AS "expiresAt"
  FROM public.invitation JOIN public.organization ON organization.id = invitation.organization_id
  JOIN public."user" inviter ON inviter.id = invitation.inviter_id
  WHERE invitation.status = 'pending'`;

export function listInvitations(database: Database, organizationId: string): Promise<Invitation[]> {
  return withIdentityClient(database, (client) => readInvitations(client, organizationId));
}

export async function readInvitations(
  transaction: IdentityTransaction,
  organizationId: string,
): Promise<Invitation[]> {
  const { rows } = await transaction.query<Invitation>(
    `${SELECT_PENDING} AND invitation.organization_id = $1 ORDER BY invitation.id LIMIT $2`,
    [organizationId, MAX_LISTED],
  );
  return rows;
}

export function findInvitation(database: Database, tokenHash: string): Promise<Invitation | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<Invitation>(
      `${SELECT_PENDING} AND invitation.token_hash = $1`,
      [tokenHash],
    );
    return rows[0] ?? null;
  });
}

/** Of all invitations of this e-mail address the one that expires last. */
export function findInvitationFor(database: Database, email: string): Promise<Invitation | null> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<Invitation>(
      `${SELECT_PENDING} AND invitation.email = $1 ORDER BY invitation.expires_at DESC LIMIT 1`,
      [email],
    );
    return rows[0] ?? null;
  });
}

/** Locks the invitation, so that it is accepted once: a second request waits and finds null. */
export function withInvitation<T>(
  database: Database,
  tokenHash: string,
  work: (transaction: IdentityTransaction, invitation: Invitation | null) => Promise<T>,
): Promise<T> {
  return inIdentityTransaction(database, async (transaction) => {
    const { rows } = await transaction.query<Invitation>(
      `${SELECT_PENDING} AND invitation.token_hash = $1 FOR UPDATE OF invitation`,
      [tokenHash],
    );
    return work(transaction, rows[0] ?? null);
  });
}

/** Returns its id. */
export async function insertInvitation(
  transaction: IdentityTransaction,
  { organizationId, email, role, inviterId, tokenHash, expiresAt }: NewInvitation,
): Promise<string> {
  const id = newId("invitation");
  await transaction.query(
    `INSERT INTO public.invitation (id, organization_id, email, role, inviter_id, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, organizationId, email, role, inviterId, tokenHash, expiresAt],
  );
  return id;
}

export async function markAccepted(
  transaction: IdentityTransaction,
  invitationId: string,
): Promise<void> {
  await transaction.query(
    "UPDATE public.invitation SET status = 'accepted', updated_at = now() WHERE id = $1",
    [invitationId],
  );
}

/** Returns how many were still pending. */
export async function revokeInvitations(
  transaction: IdentityTransaction,
  {
    organizationId,
    invitationIds,
  }: { readonly organizationId: string; readonly invitationIds: readonly string[] },
): Promise<number> {
  const { rowCount } = await transaction.query(
    `UPDATE public.invitation SET status = 'revoked', updated_at = now()
     WHERE organization_id = $1 AND id = ANY ($2) AND status = 'pending'`,
    [organizationId, invitationIds],
  );
  return rowCount ?? 0;
}
