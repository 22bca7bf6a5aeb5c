import type { Role } from "@trovella/foundation";
import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";
import { newId } from "../connection/new-id.ts";
import { inTransaction } from "../connection/transaction.ts";
import { insertMember, lockOrganization, onlyOwners, readRole, requireManager } from "./members.ts";
import { emailTaken, insertPerson, type NewPerson } from "./people.ts";

export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly inviterName: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
}

/** Which invitation, at which moment: it may have run out. */
export interface InvitationKey {
  readonly tokenHash: string;
  readonly now: Date;
}

const MAX_OPEN_INVITATIONS = 200;

/** An earlier open invitation of the same address to the same organization ends with it. */
export function createInvitation(
  database: Database,
  invitation: {
    readonly organizationId: string;
    readonly actorId: string;
    readonly email: string;
    readonly role: Role;
    readonly tokenHash: string;
    readonly expiresAt: Date;
    readonly now: Date;
  },
): Promise<string> {
  const { organizationId, actorId, email, role } = invitation;
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      await lockOrganization(client, organizationId);
      const own = await readRole(client, { organizationId, userId: actorId });
      requireManager(own);
      if (role === "owner" && own !== "owner") throw onlyOwners();
      await client.query(
        `UPDATE public.invitation SET status = 'revoked', updated_at = now()
         WHERE organization_id = $1 AND status = 'pending' AND (email = $2 OR expires_at <= $3)`,
        [organizationId, email, invitation.now],
      );
      await requireRoom(client, organizationId);
      const id = newId("invitation");
      await client.query(
        `INSERT INTO public.invitation (id, organization_id, email, role, inviter_id, token_hash, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, organizationId, email, role, actorId, invitation.tokenHash, invitation.expiresAt],
      );
      return id;
    }),
  );
}

export function listInvitations(
  database: Database,
  {
    organizationId,
    actorId,
    now,
  }: { readonly organizationId: string; readonly actorId: string; readonly now: Date },
): Promise<Invitation[]> {
  return withIdentityClient(database, async (client) => {
    requireManager(await readRole(client, { organizationId, userId: actorId }));
    const { rows } = await client.query<Invitation>(
      `${SELECT_INVITATION} WHERE invitation.organization_id = $1 AND invitation.status = 'pending'
         AND invitation.expires_at > $2 ORDER BY invitation.id LIMIT ${MAX_OPEN_INVITATIONS}`,
      [organizationId, now],
    );
    return rows;
  });
}

export function revokeInvitation(
  database: Database,
  {
    organizationId,
    actorId,
    invitationId,
  }: {
    readonly organizationId: string;
    readonly actorId: string;
    readonly invitationId: string;
  },
): Promise<void> {
  return withIdentityClient(database, async (client) => {
    requireManager(await readRole(client, { organizationId, userId: actorId }));
    const { rowCount } = await client.query(
      `UPDATE public.invitation SET status = 'revoked', updated_at = now()
       WHERE organization_id = $1 AND id = $2 AND status = 'pending'`,
      [organizationId, invitationId],
    );
    if (rowCount !== 1) throw notOpen();
  });
}

/** What the holder of a link is invited to; null when the link is of no use (any more). */
export function findInvitation(database: Database, key: InvitationKey): Promise<Invitation | null> {
  return withIdentityClient(database, (client) => openInvitation(client, key, ""));
}

/** True while somebody wants the owner of this address in. */
export function isInvited(
  database: Database,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<boolean> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM public.invitation
         WHERE email = $1 AND status = 'pending' AND expires_at > $2) AS found`,
      [email, now],
    );
    return rows[0].found;
  });
}

/** For somebody with an account, which must be that of the address invited. */
export function joinByInvitation(
  database: Database,
  { userId, ...key }: InvitationKey & { readonly userId: string },
): Promise<Invitation> {
  return useInvitation(database, key, async (client, invitation) => {
    const { rows } = await client.query('SELECT email FROM public."user" WHERE id = $1', [userId]);
    if (rows[0]?.email !== invitation.email) {
      throw new AppError(
        "FORBIDDEN",
        "This invitation is for another address. Next: sign in with the account it was made for, or ask for another invitation.",
      );
    }
    return userId;
  });
}

/** For somebody new, who gets an account of the address invited. */
export function joinAsNewPerson(
  database: Database,
  { person, ...key }: InvitationKey & { readonly person: Omit<NewPerson, "email"> },
): Promise<Invitation> {
  return useInvitation(database, key, async (client, invitation) => {
    const userId = await insertPerson(client, { ...person, email: invitation.email });
    if (!userId) throw emailTaken();
    return userId;
  });
}

const SELECT_INVITATION = `SELECT invitation.id, invitation.organization_id AS "organizationId", organization.name AS "organizationName",
  inviter.name AS "inviterName", invitation.email, invitation.role, invitation.expires_at AS "expiresAt"
  FROM public.invitation JOIN public.organization ON organization.id = invitation.organization_id
  JOIN public."user" inviter ON inviter.id = invitation.inviter_id`;

async function openInvitation(
  client: ClientBase,
  { tokenHash, now }: InvitationKey,
  lock: "" | "FOR UPDATE OF invitation",
): Promise<Invitation | null> {
  const { rows } = await client.query<Invitation>(
    `${SELECT_INVITATION} WHERE invitation.token_hash = $1 AND invitation.status = 'pending'
       AND invitation.expires_at > $2 ${lock}`,
    [tokenHash, now],
  );
  return rows[0] ?? null;
}

/** Once only: whoever comes second waits for the row and finds it used. */
function useInvitation(
  database: Database,
  key: InvitationKey,
  personOf: (client: ClientBase, invitation: Invitation) => Promise<string>,
): Promise<Invitation> {
  return withIdentityClient(database, (client) =>
    inTransaction(client, "BEGIN", async () => {
      const invitation = await openInvitation(client, key, "FOR UPDATE OF invitation");
      if (!invitation) throw notOpen();
      const userId = await personOf(client, invitation);
      const { organizationId, role } = invitation;
      await insertMember(client, { organizationId, userId, role });
      await client.query(
        "UPDATE public.invitation SET status = 'accepted', updated_at = now() WHERE id = $1",
        [invitation.id],
      );
      return invitation;
    }),
  );
}

async function requireRoom(client: ClientBase, organizationId: string): Promise<void> {
  const { rows } = await client.query(
    "SELECT count(*)::int AS open FROM public.invitation WHERE organization_id = $1 AND status = 'pending'",
    [organizationId],
  );
  if (rows[0].open < MAX_OPEN_INVITATIONS) return;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `There are ${MAX_OPEN_INVITATIONS} open invitations. Next: revoke those that are not needed.`,
  );
}

function notOpen(): AppError {
  return new AppError(
    "NOT_FOUND",
    "This invitation was used, revoked or has run out. Next: ask for another one.",
  );
}
