import type { Database } from "@trovella/db";
import { RATE_RULES, type RateLimits, type RateRule } from "@trovella/db/identity";
import type { Identity } from "@trovella/identity";
import type { Config } from "../config.ts";

/** Sign-in, organizations and OAuth, loaded on demand since local mode does not need them. */
export async function openIdentity(
  config: Config,
  { database, limits }: { readonly database: Database; readonly limits: RateLimits },
): Promise<Identity> {
  const { TROVELLA_PUBLIC_URL: publicUrl, TROVELLA_SECRET: secret } = config;
  if (!publicUrl || !secret)
    throw new Error("Team mode requires TROVELLA_PUBLIC_URL and TROVELLA_SECRET.");
  const { createIdentity } = await import("@trovella/identity");
  return createIdentity({
    database,
    publicUrl,
    secret,
    ...oidcSettings(config),
    limit: (key) => limits.limit(rateRuleFor(key), key),
    now: () => new Date(),
  });
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
function rateRuleFor(key: string): RateRule {
  if (key.startsWith("oauth-register:")) return RATE_RULES.registration;
  return key.startsWith("oauth:") ? RATE_RULES.oauth : RATE_RULES.signIn;
}
