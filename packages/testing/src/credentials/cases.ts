import type { Permission } from "@trovella/foundation";
import { ORIGIN } from "../identity/test-identity.ts";
import type { Credentials } from "./world.ts";

const COOKIE = "__Host-trovella.session_token";

const METADATA = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`;
const USUAL = `${METADATA}, scope="read write"`;
const PLAIN = [401, `Bearer ${USUAL}`] as const;
const INVALID = [401, `Bearer error="invalid_token", ${USUAL}`] as const;
const UNCLEAR = [400, `Bearer error="invalid_request", ${USUAL}`] as const;
const FORBIDDEN = [403, null] as const;
const lacking = (scopes: string) =>
  [403, `Bearer error="insufficient_scope", ${METADATA}, scope="${scopes}"`] as const;
const asCaller = (who: string) => [200, who] as const;

export type Expected = readonly [status: number, challengeOrCaller: string | null];
type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface Case {
  readonly name: string;
  readonly headers: (tokens: Credentials) => Headers;
  readonly expected: Expected;
  /** The result at the MCP endpoint, where sessions do not count, and where alone access tokens of clients do. */
  readonly forPrograms?: Expected;
  readonly method?: string;
  readonly query?: (tokens: Credentials) => string;
  readonly needs?: Permission;
}

const bearer = (name: string) => (tokens: Credentials) => ({
  authorization: `Bearer ${tokens[name] ?? name}`,
});
const literally = (authorization: string | readonly string[]) => () => ({ authorization });
const cookie =
  (name: string, more: Headers = {}) =>
  (credentials: Credentials) => ({
    cookie: `theme=dark; ${COOKIE}=${credentials[`session-${name}`] ?? name}`,
    ...more,
  });

const GOOD: readonly Case[] = [
  ["a token", bearer("owner")],
  [
    "a token behind the word in small letters",
    (t: Credentials) => ({ authorization: `bearer ${t.owner}` }),
  ],
  ["a token behind several spaces", (t: Credentials) => ({ authorization: `Bearer   ${t.owner}` })],
  [
    "a token beside cookies of others",
    (t: Credentials) => ({ ...bearer("owner")(t), cookie: "a=b; c=d" }),
  ],
  ["a token a second before its end", bearer("almost")],
].map(([name, headers]) => ({
  name: String(name),
  headers: headers as Case["headers"],
  expected: asCaller("usr_owner@org_a"),
}));

/** The credentials of a request, and the expected result. */
export const CASES: readonly Case[] = [
  ...GOOD,
  ...["good", "almost", "before-refresh", "after-refresh"].map((name) => ({
    name: `a client's grant: ${name}`,
    headers: bearer(`grant-${name}`),
    expected: FORBIDDEN,
    forPrograms: asCaller("usr_owner@org_b"),
  })),
  {
    name: "a token beside unrelated query parameters",
    headers: bearer("owner"),
    query: () => "?format=docx&cursor=eyJpZCI6MX0",
    expected: asCaller("usr_owner@org_a"),
  },

  ...Object.entries({
    "nothing at all": () => ({}),
    "an empty header": literally(""),
    "a name and a password": literally("Basic YWRhOmh1bnRlcjI="),
    "a digest": literally('Digest username="ada"'),
    "another scheme": literally("Token abc"),
    "a token without a scheme": (t: Credentials) => ({ authorization: t.owner ?? "" }),
    "a scheme that begins like ours": (t: Credentials) => ({ authorization: `Bearerx ${t.owner}` }),
    "cookies of others": () => ({ cookie: "session=abc; better=1" }),
    "a cookie named almost as ours": () => ({ cookie: `x${COOKIE}=good; ${COOKIE}x=good` }),
    "a token in a header of its own": (t: Credentials) => ({ "x-api-key": t.owner ?? "" }),
    "an unknown session": cookie("unknown"),
    "a session that has ended": cookie("expired"),
    "a session that was signed out": cookie("signed-out"),
    "a session that was changed": cookie("changed"),
    "a session without its signature": cookie("unsigned"),
    "an empty session": cookie(""),
  }).map(([name, headers]) => ({ name, headers, expected: PLAIN })),

  ...Object.entries({
    "the scheme alone": literally("Bearer"),
    "the scheme and a space": literally("Bearer "),
    "two words": literally("Bearer abc def"),
    "a tab": literally("Bearer\tabc"),
    quotes: literally('Bearer "abc"'),
    "letters of other languages": literally("Bearer \u00fcber"),
    "a percent sign": literally("Bearer a%20b"),
    "padding in the middle": literally("Bearer a=b"),
    "a very long token": literally(`Bearer ${"a".repeat(5000)}`),
    "a comma": literally("Bearer abc,def"),
    "the same header twice": (t: Credentials) => ({
      authorization: [`Bearer ${t.owner}`, `Bearer ${t.owner}`],
    }),
    "a good and a bad header": (t: Credentials) => ({
      authorization: [`Bearer ${t.owner}`, "Bearer x"],
    }),
    "a bad and a good header": (t: Credentials) => ({
      authorization: ["Basic eDp5", `Bearer ${t.owner}`],
    }),
    "a token and a session": (t: Credentials) => ({
      ...bearer("owner")(t),
      cookie: `${COOKIE}=good`,
    }),
    "a grant and a session": (t: Credentials) => ({
      ...bearer("grant-good")(t),
      cookie: `${COOKIE}=good`,
    }),
    "a bad token and a good session": () => ({
      authorization: "Bearer x",
      cookie: `${COOKIE}=good`,
    }),
    "a password and a session": () => ({ authorization: "Basic eDp5", cookie: `${COOKIE}=good` }),
  }).map(([name, headers]) => ({ name, headers, expected: UNCLEAR })),

  ...["access_token", "token", "api_key", "ACCESS_TOKEN", "access%5Ftoken", "anything"].map(
    (name) => ({
      name: `a token in the URL as ${name}`,
      headers: () => ({}),
      query: (t: Credentials) => `?${name}=${t.owner}`,
      expected: UNCLEAR,
    }),
  ),
  {
    name: "a token in the URL and a good one in the header",
    headers: bearer("owner"),
    query: (t) => `?access_token=${t.owner}`,
    expected: UNCLEAR,
  },
  {
    name: "a grant in the URL",
    headers: () => ({}),
    query: (t) => `?access_token=${t["grant-good"]}`,
    expected: UNCLEAR,
  },
  {
    name: "a token in the URL and a session",
    headers: cookie("good"),
    query: (t) => `?x=Bearer%20${t.owner}`,
    expected: UNCLEAR,
  },

  ...[
    "unknown",
    "wrongChecksum",
    "cutShort",
    "tooLong",
    "inCapitals",
    "expiredNow",
    "expiredBefore",
    "revoked",
    "memberRemoved",
    "memberBack",
    "userDeleted",
    "organizationDeleted",
    "hash",
    "tokenId",
    "trov_",
    "troa_",
    "grant-expired",
    "grant-expired-now",
    "grant-expired-a-second-ago",
    "grant-other-host",
    "grant-other-path",
    "grant-other-port",
    "grant-other-scheme",
    "grant-trailing-slash",
    "grant-whole-host",
    "grant-other-issuer",
    "grant-revoked",
    "grant-family-revoked",
    "grant-revoked-by-person",
    "grant-code-replayed",
    "grant-member-removed",
    "grant-user-deleted",
    "grant-organization-deleted",
    "grant-unknown",
    "grant-cut-short",
    "grant-too-long",
    "grant-in-capitals",
    "grant-without-prefix",
    "grant-id",
    "client-id",
    "refresh-token",
    "refresh-token-as-access-token",
    "authorization-code",
    "jwt-without-algorithm",
    "jwt-with-a-secret",
    "jwt-of-an-unknown-key",
    "jwt-not-yet-valid",
    "null",
    "undefined",
  ].map((name) => ({ name: `the token ${name}`, headers: bearer(name), expected: INVALID })),

  {
    name: "a token that only writes",
    headers: bearer("writes"),
    needs: "read",
    expected: lacking("read write"),
  },
  {
    name: "a token that only decides",
    headers: bearer("reviews"),
    needs: "read",
    expected: lacking("read review"),
  },
  {
    name: "a token that only administers",
    headers: bearer("administers"),
    needs: "read",
    expected: lacking("read admin"),
  },
  {
    name: "a token that only reads, for writing",
    headers: bearer("reads"),
    needs: "write",
    expected: lacking("read write"),
  },
  {
    name: "a token that only reads, for administration",
    headers: bearer("reads"),
    needs: "admin",
    expected: lacking("read admin"),
  },
  {
    name: "a grant that only decides",
    headers: bearer("grant-reviews"),
    needs: "read",
    expected: FORBIDDEN,
    forPrograms: lacking("read review"),
  },
  {
    name: "a grant that only reads, for deciding",
    headers: bearer("grant-reads"),
    needs: "review",
    expected: FORBIDDEN,
    forPrograms: lacking("read review"),
  },
  {
    name: "a viewer's grant with more scopes than the role",
    headers: bearer("grant-viewer"),
    needs: "write",
    expected: FORBIDDEN,
  },
  {
    name: "a viewer's token with more scopes than the role",
    headers: bearer("viewer"),
    needs: "write",
    expected: FORBIDDEN,
  },
  {
    name: "a viewer's token, for reading",
    headers: bearer("viewer"),
    needs: "read",
    expected: asCaller("usr_viewer@org_a"),
  },
  {
    name: "a viewer's token, for administration",
    headers: bearer("viewer"),
    needs: "admin",
    expected: FORBIDDEN,
  },

  {
    name: "a session",
    headers: cookie("good"),
    expected: asCaller("usr_owner@org_a"),
    forPrograms: PLAIN,
  },
  {
    name: "a session without an organization",
    headers: cookie("no-organization"),
    expected: FORBIDDEN,
    forPrograms: PLAIN,
  },
  {
    name: "a session of a removed member",
    headers: cookie("removed"),
    expected: FORBIDDEN,
    forPrograms: PLAIN,
  },
  {
    name: "a viewer's session, for writing",
    headers: cookie("viewer"),
    needs: "write",
    expected: FORBIDDEN,
    forPrograms: PLAIN,
  },
  ...(
    [
      [{ "sec-fetch-site": "same-origin", origin: ORIGIN }, true],
      [{ "sec-fetch-site": "same-origin" }, true],
      [{ origin: ORIGIN }, true],
      [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false],
      [{ "sec-fetch-site": "cross-site", origin: ORIGIN }, false],
      [{ "sec-fetch-site": "same-site" }, false],
      [{ "sec-fetch-site": "none" }, false],
      [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }, false],
      [{ origin: "https://evil.example" }, false],
      [{ origin: "null" }, false],
      [{ origin: `${ORIGIN}:8443` }, false],
      [{ origin: "http://research.example" }, false],
      [{}, false],
    ] as const
  ).flatMap(([headers, isOwn]) =>
    (isOwn ? ["POST"] : ["POST", "PUT", "DELETE"]).map((method) => ({
      name: `a ${method} of a session with ${JSON.stringify(headers)}`,
      method,
      headers: cookie("good", headers as Headers),
      expected: isOwn ? asCaller("usr_owner@org_a") : FORBIDDEN,
      forPrograms: PLAIN,
    })),
  ),
  {
    name: "a POST of a program with a token",
    method: "POST",
    headers: bearer("owner"),
    expected: asCaller("usr_owner@org_a"),
  },
];
