import {
  findInvitation,
  findRole,
  type IdentityTransaction,
  type Invitation,
  insertInvitation,
  insertMember,
  listInvitations as listInvitationRows,
  markAccepted,
  readEmail,
  readInvitations,
  readRole,
  revokeInvitations,
  withInvitation,
  withOrganization,
  writeSecurityEvent,
} from "@trovella/db/identity";
import type { Role } from "@trovella/foundation";
import { hashSecret, isSecret, newSecret } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import { checkedEmail, checkedRole } from "./checked-fields.ts";
import { createPerson, type NewAccount, preparePerson } from "./create-person.ts";
import {
  decideInvitation,
  expiryOf,
  isOpen,
  notOpen,
  requireInvitee,
  requireOpen,
} from "./invitation-rules.ts";
import type { Act } from "./members.ts";
import { requireManager } from "./role-rules.ts";

/** The link is shown once; only its hash is stored. */
export async function invite(
  settings: Settings,
  { organizationId, actorId, ...wish }: Act & { readonly email: string; readonly role: Role },
): Promise<{ invitationId: string; link: string; expiresAt: Date }> {
  const email = checkedEmail(wish.email);
  const role = checkedRole(wish.role);
  const token = newSecret("invitation");
  const now = settings.now();
  const expiresAt = expiryOf(now);
  const invitation = { organizationId, inviterId: actorId, email, role, expiresAt };
  const invitationId = await withOrganization(
    settings.database,
    organizationId,
    async (transaction) => {
      const actorRole = await readRole(transaction, { organizationId, userId: actorId });
      const pending = await readInvitations(transaction, organizationId);
      const invitationIds = decideInvitation({ actorRole, pending }, { email, role, now });
      await revokeInvitations(transaction, { organizationId, invitationIds });
      const id = await insertInvitation(transaction, {
        ...invitation,
        tokenHash: hashSecret(token),
      });
      await writeSecurityEvent(transaction, {
        kind: "invitation_created",
        organizationId,
        subject: { kind: "invitation", id, label: email },
        after: { role },
      });
      return id;
    },
  );
  return { invitationId, link: `${settings.origin}${INVITATION_PATH}?token=${token}`, expiresAt };
}

/** Where an invitation is accepted. */
export const INVITATION_PATH = "/api/auth/invitation";

export async function listInvitations(
  { database, now }: Settings,
  { organizationId, actorId }: Act,
): Promise<Invitation[]> {
  requireManager(await findRole(database, { organizationId, userId: actorId }));
  const pending = await listInvitationRows(database, organizationId);
  return pending.filter((invitation) => isOpen(invitation, now()));
}

export function revokeInvitation(
  { database }: Settings,
  { organizationId, actorId, invitationId }: Act & { readonly invitationId: string },
): Promise<void> {
  return withOrganization(database, organizationId, async (transaction) => {
    requireManager(await readRole(transaction, { organizationId, userId: actorId }));
    const choice = { organizationId, invitationIds: [invitationId] };
    const pending = await readInvitations(transaction, organizationId);
    if ((await revokeInvitations(transaction, choice)) === 0) throw notOpen();
    const label = pending.find(({ id }) => id === invitationId)?.email ?? null;
    await writeSecurityEvent(transaction, {
      kind: "invitation_revoked",
      organizationId,
      subject: { kind: "invitation", id: invitationId, label },
    });
  });
}

/** The invitation behind a link; null when it cannot be accepted any more. */
export async function findOpenInvitation(
  { database, now }: Settings,
  token: string,
): Promise<Invitation | null> {
  const invitation = await findInvitation(database, hashOf(token));
  return invitation && isOpen(invitation, now()) ? invitation : null;
}

/** With an existing account, or with a new one for the e-mail address that was invited. */
export async function acceptInvitation(
  { database, now }: Settings,
  { token, as }: { readonly token: string; readonly as: { readonly userId: string } | NewAccount },
): Promise<Invitation> {
  const account = "userId" in as ? as : await preparePerson(as);
  return withInvitation(database, hashOf(token), async (transaction, found) => {
    const invitation = requireOpen(found, now());
    const userId =
      "userId" in account
        ? await inviteeOf(transaction, invitation, account.userId)
        : await createPerson(transaction, { ...account, email: invitation.email });
    const { id, organizationId, role } = invitation;
    await insertMember(transaction, { organizationId, userId, role });
    await markAccepted(transaction, id);
    await writeSecurityEvent(transaction, {
      kind: "invitation_accepted",
      organizationId,
      actor: { userId, name: "name" in account ? account.name : null },
      subject: { kind: "invitation", id, label: invitation.email },
      after: { role, userId },
    });
    return invitation;
  });
}

async function inviteeOf(
  transaction: IdentityTransaction,
  invitation: Invitation,
  userId: string,
): Promise<string> {
  requireInvitee(invitation, await readEmail(transaction, userId));
  return userId;
}

/** A text that cannot be a token is found nowhere. */
function hashOf(token: string): string {
  return isSecret("invitation", token) ? hashSecret(token) : "";
}
