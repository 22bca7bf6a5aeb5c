import { createHmac } from "node:crypto";
import { findInvitationFor, listMemberships } from "@trovella/db/identity";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins";
import { isOpen } from "./membership/invitation-rules.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./passwords.ts";
import { readCookie } from "./requests.ts";
import { hashSecret, isSameText } from "./secrets.ts";
import type { OidcProvider, Settings } from "./settings.ts";
import { signInStorage } from "./sign-in-storage.ts";

const SESSION_DAYS = 14;
const PROVIDER_ID = "oidc";

export type SignIn = ReturnType<typeof createSignIn>;

/** E-mail with password, and one OpenID Connect provider: what the library does, and none of its other addresses. */
export function createSignIn(settings: Settings) {
  const cookieName = `${cookiePrefix(settings)}.session_token`;
  let library = createLibrary(settings);

  /** The provider's description is fetched when the library starts; a provider that was away is asked again. */
  async function libraryWithProvider() {
    const { socialProviders } = await library.$context;
    if (!socialProviders.some(({ id }) => id === PROVIDER_ID)) library = createLibrary(settings);
    return library;
  }

  return {
    cookieName,

    /** The cookies of a new session; null when address and password do not belong together. */
    async withPassword(
      request: Request,
      { email, password }: { readonly email: string; readonly password: string },
    ): Promise<string[] | null> {
      const response = await library.api.signInEmail({
        body: { email, password },
        headers: request.headers,
        asResponse: true,
      });
      return response.ok ? response.headers.getSetCookie() : null;
    },

    /** Where the provider asks the person, and the cookies to come back with; null when it cannot be reached. */
    async atProvider(
      request: Request,
      { returnTo }: { readonly returnTo: string },
    ): Promise<{ address: string; cookies: string[] } | null> {
      const { api } = await libraryWithProvider();
      const response = await api.signInSocial({
        body: {
          provider: PROVIDER_ID,
          callbackURL: settings.origin + returnTo,
          errorCallbackURL: `${settings.origin}/api/auth/sign-in?failed=provider`,
          disableRedirect: true,
        },
        headers: request.headers,
        asResponse: true,
      });
      if (!response.ok) return null;
      const { url } = (await response.json()) as { url: string };
      return { address: url, cookies: response.headers.getSetCookie() };
    },

    async backFromProvider(request: Request): Promise<Response> {
      return (await libraryWithProvider()).handler(request);
    },

    /** The hash by which the session of a request is kept; null when its cookie is none of ours. */
    sessionHashOf(request: Request): string | null {
      const cookie = readCookie(request, cookieName) ?? "";
      const end = cookie.lastIndexOf(".");
      const token = cookie.slice(0, end);
      const signature = createHmac("sha256", settings.keys.signIn).update(token).digest("base64");
      if (end < 1 || !isSameText(cookie.slice(end + 1), signature)) return null;
      return hashSecret(token);
    },

    /** Makes the browser forget the session. */
    emptyCookie(): string {
      const secure = settings.isSecure ? "; Secure" : "";
      return `${cookieName}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}

/** Browsers take a cookie of the name __Host- only over https, from this very host, for all of its paths. */
function cookiePrefix({ isSecure }: Settings): string {
  return isSecure ? "__Host-trovella" : "trovella";
}

function createLibrary(settings: Settings) {
  const { database, origin, isSecure, oidc } = settings;
  return betterAuth({
    appName: "Trovella",
    baseURL: origin,
    basePath: "/api/auth",
    secret: settings.keys.signIn,
    trustedOrigins: [origin],
    database: signInStorage(database),
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Ours are shared by all servers.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    // The state of a sign-in at a provider stays with the browser that began it.
    account: { storeStateStrategy: "cookie" },
    session: {
      expiresIn: SESSION_DAYS * 24 * 60 * 60,
      disableSessionRefresh: true,
      additionalFields: {
        activeOrganizationId: { type: "string", required: false, input: false },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(settings),
      // The library's own prefix would be __Secure-, which promises less.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
    },
    databaseHooks: {
      user: {
        create: {
          // Only a provider's newcomers get here. They must have been invited, and the address must be theirs.
          before: async ({ email, emailVerified }) =>
            emailVerified && (await isInvited(settings, email)) ? undefined : false,
        },
      },
      session: {
        create: {
          before: async (session) => ({
            data: { activeOrganizationId: await onlyOrganization(settings, session.userId) },
          }),
        },
      },
    },
    plugins: oidc ? [genericOAuth({ config: [providerConfig(oidc)] })] : [],
    onAPIError: { errorURL: `${origin}/api/auth/sign-in?failed=provider` },
  });
}

async function isInvited({ database, now }: Settings, email: string): Promise<boolean> {
  const invitation = await findInvitationFor(database, email);
  return invitation !== null && isOpen(invitation, now());
}

/** Somebody with several organizations chooses; nobody is put into the first one by accident. */
async function onlyOrganization({ database }: Settings, userId: string): Promise<string | null> {
  const [only, ...others] = await listMemberships(database, userId);
  return only && others.length === 0 ? only.organizationId : null;
}

function providerConfig({ issuer, clientId, clientSecret }: OidcProvider) {
  return {
    providerId: PROVIDER_ID,
    discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    requireIdTokenVerification: true,
    /** Only what the verified ID token says counts. */
    getUserInfo: async ({ idToken }: { idToken?: string }) => claimsOf(idToken),
  };
}

function claimsOf(idToken: string | undefined) {
  const [, payload] = idToken?.split(".") ?? [];
  if (!payload) return null;
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  if (typeof claims.sub !== "string" || typeof claims.email !== "string") return null;
  return {
    id: claims.sub,
    sub: claims.sub,
    email: claims.email.toLowerCase(),
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === "string" && claims.name !== "" ? claims.name : claims.email,
  };
}
