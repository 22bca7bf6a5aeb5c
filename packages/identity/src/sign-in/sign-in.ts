import { findSession, removeSession, type SessionRow, touchSession } from "@trovella/db/identity";
import { betterAuth } from "better-auth/minimal";
import { parseSigned } from "hono/utils/cookie";
import { hashSecret } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import { betterAuthOptions, cookiePrefix, PROVIDER_ID } from "./better-auth-options.ts";

const USE_INTERVAL_MS = 5 * 60_000;
const MAX_REMEMBERED_USES = 10_000;

export type SignIn = ReturnType<typeof createSignIn>;

/** E-mail with password, and one OpenID Connect provider. Better Auth does it; none of its own endpoints are reachable. */
export function createSignIn(settings: Settings) {
  const cookieName = `${cookiePrefix(settings)}.session_token`;
  let library = betterAuth(betterAuthOptions(settings));

  /** The provider's metadata is fetched when the library starts; after a failure it is fetched again. */
  async function libraryWithProvider() {
    const { socialProviders } = await library.$context;
    if (!socialProviders.some(({ id }) => id === PROVIDER_ID))
      library = betterAuth(betterAuthOptions(settings));
    return library;
  }

  /** The hash that a session is stored by; null when no cookie carries our signature. */
  async function sessionHashIn(cookies: string): Promise<string | null> {
    const { [cookieName]: token } = await parseSigned(cookies, settings.keys.signIn, cookieName);
    return token ? hashSecret(token) : null;
  }

  /** When the last use of each session was recorded, so that not every request writes. */
  const uses = new Map<string, number>();
  function noteUse(sessionId: string, nowMs: number): void {
    if (nowMs - (uses.get(sessionId) ?? 0) < USE_INTERVAL_MS) return;
    if (uses.size >= MAX_REMEMBERED_USES) uses.clear();
    uses.set(sessionId, nowMs);
    // A use that was not recorded is followed by others.
    touchSession(settings.database, sessionId).catch(() => undefined);
  }

  return {
    cookieName,

    /** The Set-Cookie lines of a new session; null when address or password are wrong. */
    async withPassword(
      headers: Headers,
      { email, password }: { readonly email: string; readonly password: string },
    ): Promise<string[] | null> {
      const response = await library.api.signInEmail({
        body: { email, password },
        headers,
        asResponse: true,
      });
      return response.ok ? response.headers.getSetCookie() : null;
    },

    /** The provider's URL, and the Set-Cookie lines for coming back; null when the provider is unavailable. */
    async atProvider(
      headers: Headers,
      { returnTo }: { readonly returnTo: string },
    ): Promise<{ url: string; cookies: string[] } | null> {
      const { api } = await libraryWithProvider();
      const response = await api.signInSocial({
        body: {
          provider: PROVIDER_ID,
          callbackURL: settings.origin + returnTo,
          errorCallbackURL: `${settings.origin}/api/auth/sign-in?failed=provider`,
          disableRedirect: true,
        },
        headers,
        asResponse: true,
      });
      if (!response.ok) return null;
      const { url } = (await response.json()) as { url: string };
      return { url, cookies: response.headers.getSetCookie() };
    },

    async backFromProvider(request: Request): Promise<Response> {
      return (await libraryWithProvider()).handler(request);
    },

    /** The session in a Cookie header. */
    async sessionIn(cookies: string): Promise<SessionRow | null> {
      const tokenHash = await sessionHashIn(cookies);
      const { database, now } = settings;
      if (tokenHash === null) return null;
      const session = await findSession(database, { tokenHash, now: now() });
      if (session) noteUse(session.sessionId, now().getTime());
      return session;
    },

    /** Returns whose session it was; null when there was none. */
    async endSessionIn(cookies: string): Promise<{ userId: string; name: string | null } | null> {
      const tokenHash = await sessionHashIn(cookies);
      return tokenHash === null ? null : removeSession(settings.database, tokenHash);
    },
  };
}
