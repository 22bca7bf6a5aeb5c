import {
  countOwners,
  deleteMember,
  findRole,
  type IdentityTransaction,
  type ListedMember,
  listMembers as listMemberRows,
  readEmail,
  readRole,
  saveRole,
  withOrganization,
  writeSecurityEvent,
} from "@trovella/db/identity";
import type { Role } from "@trovella/foundation";
import type { Settings } from "../settings.ts";
import { checkedRole } from "./checked-fields.ts";
import { checkRemoval, checkRoleChange, type MemberFacts, requireMember } from "./role-rules.ts";

/** The acting user, in one organization. */
export interface Act {
  readonly organizationId: string;
  readonly actorId: string;
}

interface MemberAct extends Act {
  readonly userId: string;
}

export async function listMembers(
  { database }: Settings,
  { organizationId, actorId }: Act,
): Promise<ListedMember[]> {
  requireMember(await findRole(database, { organizationId, userId: actorId }));
  return listMemberRows(database, organizationId);
}

export function changeRole(
  { database }: Settings,
  { role, ...act }: MemberAct & { readonly role: Role },
): Promise<void> {
  const wanted = checkedRole(role);
  return withOrganization(database, act.organizationId, async (transaction) => {
    const facts = await readFacts(transaction, act);
    checkRoleChange(facts, wanted);
    await saveRole(transaction, { ...act, role: wanted });
    await writeSecurityEvent(transaction, {
      kind: "role_changed",
      ...(await aboutMember(transaction, act)),
      before: { role: facts.memberRole },
      after: { role: wanted },
    });
  });
}

export function removeMember({ database }: Settings, act: MemberAct): Promise<void> {
  return withOrganization(database, act.organizationId, async (transaction) => {
    const isSelf = act.actorId === act.userId;
    const facts = await readFacts(transaction, act);
    checkRemoval(facts, { isSelf });
    const about = await aboutMember(transaction, act);
    await deleteMember(transaction, act);
    await writeSecurityEvent(transaction, {
      kind: isSelf ? "member_left" : "member_removed",
      ...about,
      before: { role: facts.memberRole },
    });
  });
}

export function leave(
  settings: Settings,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<void> {
  return removeMember(settings, { organizationId, actorId: userId, userId });
}

async function aboutMember(
  transaction: IdentityTransaction,
  { organizationId, userId }: MemberAct,
) {
  const label = await readEmail(transaction, userId);
  return { organizationId, subject: { kind: "user", id: userId, label } } as const;
}

async function readFacts(
  transaction: IdentityTransaction,
  { organizationId, actorId, userId }: MemberAct,
): Promise<MemberFacts> {
  return {
    actorRole: await readRole(transaction, { organizationId, userId: actorId }),
    memberRole: await readRole(transaction, { organizationId, userId }),
    ownerCount: await countOwners(transaction, organizationId),
  };
}
