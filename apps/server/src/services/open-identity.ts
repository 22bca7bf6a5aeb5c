import { createInternet } from "@trovella/capture/guard";
import type { Database } from "@trovella/db";
import { RATE_RULES, type RateLimits, type RateRule } from "@trovella/db/identity";
import type { Identity } from "@trovella/identity";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { httpProxy } from "./http-proxy.ts";

interface Parts {
  readonly database: Database;
  readonly limits: RateLimits;
  /** The server's; commands serve no OAuth clients. */
  readonly logger?: Logger;
}

/** Sign-in, organizations and OAuth, loaded on demand since local mode does not need them. */
export async function openIdentity(
  config: Config,
  { database, limits, logger }: Parts,
): Promise<Identity> {
  const { TROVELLA_PUBLIC_URL: publicUrl, TROVELLA_SECRET: secret } = config;
  if (!publicUrl || !secret)
    throw new Error("Team mode requires TROVELLA_PUBLIC_URL and TROVELLA_SECRET.");
  const { createIdentity } = await import("@trovella/identity");
  const readsDocuments = logger && config.TROVELLA_CLIENT_DOCUMENTS === "on";
  const identity = createIdentity({
    database,
    publicUrl,
    secret,
    ...oidcSettings(config),
    organizations: config.TROVELLA_ORGANIZATIONS,
    limit: (key) => limits.limit(rateRuleFor(key), key),
    refund: (key) => limits.refund(rateRuleFor(key), key),
    now: () => new Date(),
    ...(readsDocuments && {
      network: createInternet({ proxy: httpProxy(config) }),
      warn: logger.warn.bind(logger),
    }),
  });
  // Answers before the first client asks, and warns the operator at start.
  if (readsDocuments) void identity.canReadClientDocuments();
  return identity;
}

function oidcSettings(config: Config) {
  const {
    TROVELLA_OIDC_ISSUER: issuer,
    TROVELLA_OIDC_CLIENT_ID: clientId,
    TROVELLA_OIDC_CLIENT_SECRET: clientSecret,
  } = config;
  return issuer && clientId && clientSecret ? { oidc: { issuer, clientId, clientSecret } } : {};
}

/** Password attempts and token refreshes have different limits. */
export function rateRuleFor(key: string): RateRule {
  const [name, kind] = key.split(":");
  const rules = RULES_BY_NAME[name ?? ""] ?? SIGN_IN_RULES;
  if (kind === "everywhere") return rules.everywhere;
  return kind === "site" ? rules.site : rules.own;
}

const SIGN_IN_RULES = {
  own: RATE_RULES.signIn,
  site: RATE_RULES.signInSite,
  everywhere: RATE_RULES.signInEverywhere,
};

const RULES_BY_NAME: Readonly<Record<string, Record<"own" | "site" | "everywhere", RateRule>>> = {
  oauth: { own: RATE_RULES.oauth, site: RATE_RULES.oauthSite, everywhere: RATE_RULES.oauthSite },
  "oauth-register": {
    own: RATE_RULES.registration,
    site: RATE_RULES.registrationSite,
    everywhere: RATE_RULES.registrationEverywhere,
  },
};
