import {
  findUserByEmail,
  identifyRequest,
  recordForUser,
  recordSecurityEvent,
  type SessionRow,
} from "@trovella/db/identity";
import type { RouteContext } from "./route-context.ts";

/** Everything that the rest of the request does is the user's. */
export function identifySession({ sessionId, userId, userName }: SessionRow): void {
  const credential = { kind: "session", id: sessionId, name: null } as const;
  identifyRequest({ credential, actor: { userId, name: userName } });
}

/** The attributes in Set-Cookie lines read like further cookies, so that the new session is found among them. */
export async function recordSignIn(
  { var: { settings, signIn } }: RouteContext,
  cookies: readonly string[],
): Promise<SessionRow | null> {
  const session = await signIn.sessionIn(cookies.join("; "));
  if (!session) return null;
  identifySession(session);
  await recordForUser(settings.database, session.userId, { kind: "sign_in" });
  return session;
}

/**
 * In the organizations of the account, if there is one. Not awaited by the response, whose time would otherwise reveal
 * whether there is.
 */
export async function recordRefusedSignIn(
  { var: { settings } }: RouteContext,
  email: string,
): Promise<void> {
  const { database } = settings;
  const user = await findUserByEmail(database, email).catch(() => null);
  const subject = { kind: "user", id: user?.userId ?? null, label: email } as const;
  const event = { kind: "sign_in_refused", subject } as const;
  if (!user) return recordSecurityEvent(database, { ...event, organizationId: null });
  await recordForUser(database, user.userId, event).catch(() => undefined);
}
