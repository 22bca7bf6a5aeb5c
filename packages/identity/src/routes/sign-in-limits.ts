import { randomUUID } from "node:crypto";
import { siteNetwork, subscriberNetwork } from "@trovella/db/identity";
import { getCookie, setCookie } from "hono/cookie";
import { seal, unseal } from "../seal.ts";
import { hashSecret } from "../secrets.ts";
import { cookiePrefix } from "../sign-in/better-auth-options.ts";
import type { RouteContext } from "./route-context.ts";

const KNOWN_BROWSER_DAYS = 365;
const DAY_SECONDS = 24 * 60 * 60;

interface KnownBrowser {
  readonly id: string;
  readonly account: string;
}

/**
 * The buckets of an attempt to sign in. A browser that signed in to this account before has one of its own, so that the
 * failures of a stranger cannot lock its user out.
 */
export function signInBuckets(context: RouteContext, email: string): string[] {
  const account = hashSecret(email);
  const known = knownBrowser(context);
  if (known?.account === account) return [`sign-in:browser:${known.id}`];
  const addresses = addressBuckets("sign-in", context.env.address);
  // The last is taken from only when the others have room: one address alone must not empty it for all.
  return [...addresses, `sign-in:account:${account}`, "sign-in:everywhere"];
}

/** A subscriber has 2^64 addresses of IPv6 and a site 2^80, so that networks are counted. */
export function addressBuckets(name: string, address: string): string[] {
  const [network, site] = [subscriberNetwork(address), siteNetwork(address)];
  const own = `${name}:address:${network}`;
  return site === network ? [own] : [own, `${name}:site:${site}`];
}

/** Proves nothing but that the account was signed in to here; it is no credential. */
export function rememberBrowser(context: RouteContext, email: string): void {
  const { settings } = context.var;
  const account = hashSecret(email);
  const known = knownBrowser(context);
  const browser = known?.account === account ? known : { id: randomUUID(), account };
  const maxAge = KNOWN_BROWSER_DAYS * DAY_SECONDS;
  const expiresAt = new Date(settings.now().getTime() + maxAge * 1000);
  setCookie(context, cookieName(context), seal(settings.keys.browser, browser, expiresAt), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: settings.isSecure,
    maxAge,
  });
}

function knownBrowser(context: RouteContext): KnownBrowser | null {
  const { settings } = context.var;
  const cookie = getCookie(context, cookieName(context));
  return cookie ? unseal<KnownBrowser>(settings.keys.browser, cookie, settings.now()) : null;
}

function cookieName({ var: { settings } }: RouteContext): string {
  return `${cookiePrefix(settings)}.known_browser`;
}
