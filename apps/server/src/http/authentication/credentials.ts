import type { IncomingMessage } from "node:http";
import type { Challenges } from "./authentication-refusal.ts";

/** The credentials that a request carries, before any of them is verified. */
export interface Credentials {
  readonly authorization: readonly string[];
  readonly cookieNames: readonly string[];
  /** Tokens in URLs end up in logs and browser histories. */
  readonly hasTokenInUrl: boolean;
}

const TOKEN_PARAMETERS = ["access_token", "token", "api_key", "apikey", "authorization"];
const TOKEN_VALUE = /^(bearer\s+)?trov_/i;

/** The token syntax of RFC 6750, with a maximum length. */
const BEARER = /^bearer +([\w.~+/-]{1,4096}=*)$/i;

export function credentialsOfRequest({ headers, url }: Request): Credentials {
  const authorization = headers.get("authorization");
  return {
    // Several headers arrive as one here, joined by commas, which no token contains.
    authorization: authorization === null ? [] : authorization.split(","),
    cookieNames: cookieNamesIn(headers.get("cookie") ?? ""),
    hasTokenInUrl: hasTokenIn(url),
  };
}

/** Node keeps the first of several Authorization headers, while a proxy in front may have used another. */
export function credentialsOfMessage({ rawHeaders, headers, url = "/" }: IncomingMessage) {
  const authorization = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "authorization",
  );
  return {
    authorization: authorization.flatMap((value) => value.split(",")),
    cookieNames: cookieNamesIn(headers.cookie ?? ""),
    hasTokenInUrl: hasTokenIn(url),
  } satisfies Credentials;
}

export function hasCookie({ cookieNames }: Credentials, names: readonly string[]): boolean {
  return cookieNames.some((name) => names.includes(name));
}

/** The bearer token, or null without an Authorization header. A request carries one credential. */
export function bearerOf(
  credentials: Credentials,
  sessionCookies: readonly string[],
  challenges: Challenges,
): string | null {
  const { authorization, hasTokenInUrl } = credentials;
  if (hasTokenInUrl) throw challenges.invalidRequest("The URL contains a token.");
  if (authorization.length > 1) {
    throw challenges.invalidRequest("The request has several credentials.");
  }
  const [header] = authorization;
  if (header === undefined) return null;
  if (hasCookie(credentials, sessionCookies)) {
    throw challenges.invalidRequest("The request has both a token and a session.");
  }
  if (!/^bearer(\s|$)/i.test(header)) throw challenges.signInFirst();
  const [, bearer] = BEARER.exec(header) ?? [];
  if (!bearer) throw challenges.invalidRequest("The Authorization header is malformed.");
  return bearer;
}

function cookieNamesIn(header: string): string[] {
  return header.split(";").flatMap((cookie) => {
    const [name = ""] = cookie.split("=", 1);
    return name.trim() || [];
  });
}

function hasTokenIn(url: string): boolean {
  const start = url.indexOf("?");
  if (start < 0) return false;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (TOKEN_PARAMETERS.includes(name.toLowerCase()) || TOKEN_VALUE.test(value)) return true;
  }
  return false;
}
