import {
  currentOrigin,
  findInvitationFor,
  isDisabled,
  listMemberships,
} from "@trovella/db/identity";
import type { BetterAuthOptions } from "better-auth";
import { genericOAuth } from "better-auth/plugins";
import { proveAddress } from "../membership/administer-users.ts";
import { normalizedEmail } from "../membership/checked-fields.ts";
import { isOpen } from "../membership/invitation-rules.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../membership/passwords.ts";
import type { OidcProvider, Settings } from "../settings.ts";
import { signInStorage } from "./sign-in-storage.ts";

const SESSION_DAYS = 14;
export const PROVIDER_ID = "oidc";

/** Browsers accept a cookie named __Host- only over https, from this very host, for all of its paths. */
export function cookiePrefix({ isSecure }: Pick<Settings, "isSecure">): string {
  return isSecure ? "__Host-trovella" : "trovella";
}

export function betterAuthOptions(settings: Settings) {
  const { database, origin, isSecure, oidc } = settings;
  return {
    appName: "Trovella",
    baseURL: origin,
    basePath: "/api/auth",
    secret: settings.keys.signIn,
    trustedOrigins: [origin],
    database: signInStorage(database),
    logger: { disabled: true },
    telemetry: { enabled: false },
    // The rate limits of this package are shared by all servers.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    // The state of a sign-in at a provider stays with the browser that started it.
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
          // Only new users of a provider get here. They must be invited, and their e-mail address verified.
          before: async ({ email, emailVerified }) =>
            emailVerified && (await isInvited(settings, email)) ? undefined : false,
        },
      },
      session: {
        create: {
          before: async ({ userId }) => {
            if (await isDisabled(database, userId)) return false;
            const activeOrganizationId = await onlyOrganization(settings, userId);
            return { data: { activeOrganizationId, ipAddress: currentOrigin().address } };
          },
        },
      },
    },
    plugins: oidc ? [genericOAuth({ config: [providerConfig(settings, oidc)] })] : [],
    onAPIError: { errorURL: `${origin}/api/auth/sign-in?failed=provider` },
  } satisfies BetterAuthOptions;
}

async function isInvited({ database, now }: Settings, email: string): Promise<boolean> {
  const invitation = await findInvitationFor(database, email);
  return invitation !== null && isOpen(invitation, now());
}

/** A user with several organizations chooses one; none is taken by default. */
async function onlyOrganization({ database }: Settings, userId: string): Promise<string | null> {
  const [only, ...others] = await listMemberships(database, userId);
  return only && others.length === 0 ? only.organizationId : null;
}

function providerConfig(settings: Settings, { issuer, clientId, clientSecret }: OidcProvider) {
  return {
    providerId: PROVIDER_ID,
    discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    requireIdTokenVerification: true,
    /** From the verified ID token alone. */
    getUserInfo: async ({ idToken }: { idToken?: string }) => {
      const claims = claimsOf(idToken);
      if (claims?.emailVerified) await proveAddress(settings, claims.email);
      return claims;
    },
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
    email: normalizedEmail(claims.email),
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === "string" && claims.name !== "" ? claims.name : claims.email,
  };
}
