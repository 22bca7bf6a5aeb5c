import {
  type EndedAccess,
  endAccess,
  endSessions,
  findRole,
  type ListedGrant,
  type ListedSession,
  listGrants,
  listSessions as listSessionRows,
  readEmail,
  readRole,
  recordForUser,
  withOrganization,
  writeSecurityEvent,
} from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import type { Settings } from "../settings.ts";
import type { Act } from "./members.ts";
import { checkAccessChange } from "./role-rules.ts";

interface MemberAct extends Act {
  readonly userId: string;
}

/** The browsers in which a user is signed in. */
export function listSessions(
  { database, now }: Settings,
  userId: string,
): Promise<ListedSession[]> {
  return listSessionRows(database, { userId, organizationId: null, now: now() });
}

/** By the user. Null ends all others than the one that is kept. */
export async function endOwnSessions(
  { database }: Settings,
  {
    userId,
    sessionId,
    keptSessionId,
  }: {
    readonly userId: string;
    readonly sessionId: string | null;
    readonly keptSessionId: string;
  },
): Promise<number> {
  const exceptId = sessionId === null ? keptSessionId : null;
  const sessions = await endSessions(database, {
    userId,
    organizationId: null,
    sessionId,
    exceptId,
  });
  if (sessions === 0 && sessionId !== null) throw noSession();
  if (sessions > 0) {
    await recordForUser(database, userId, { kind: "sessions_ended", after: { sessions } });
  }
  return sessions;
}

/** What signs a member in to the organization, or acts for them there, beside their tokens. */
export async function listMemberAccess(
  { database, now }: Settings,
  { organizationId, actorId, userId }: MemberAct,
): Promise<{ sessions: ListedSession[]; grants: ListedGrant[] }> {
  const [actorRole, memberRole] = [
    await findRole(database, { organizationId, userId: actorId }),
    await findRole(database, { organizationId, userId }),
  ];
  checkAccessChange({ actorRole, memberRole });
  const sessions = await listSessionRows(database, { userId, organizationId, now: now() });
  const grants = await listGrants(database, { of: { userId }, now: now() });
  return { sessions, grants: grants.filter((grant) => grant.organizationId === organizationId) };
}

/** Ends a member's sessions, tokens and connected apps in the organization; the membership stays. */
export function endMemberAccess(
  { database, now }: Settings,
  { organizationId, actorId, userId }: MemberAct,
): Promise<EndedAccess> {
  return withOrganization(database, organizationId, async (transaction) => {
    const [actorRole, memberRole] = [
      await readRole(transaction, { organizationId, userId: actorId }),
      await readRole(transaction, { organizationId, userId }),
    ];
    checkAccessChange({ actorRole, memberRole });
    const ended = await endAccess(transaction, { userId, organizationId, now: now() });
    const label = await readEmail(transaction, userId);
    await writeSecurityEvent(transaction, {
      kind: "sessions_ended",
      organizationId,
      subject: { kind: "user", id: userId, label },
      after: { ...ended },
    });
    return ended;
  });
}

function noSession(): AppError {
  return new AppError("NOT_FOUND", "There is no such session. Next: list the sessions again.");
}
