import { describe, expect, it } from "vitest";
import { decideCode, decideRefresh, isValidFor, REFRESH_GRACE_MS } from "./grant-rules.ts";

const NOW = new Date("2026-11-16T08:00:00Z");
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

const GRANT = {
  id: "grant_1",
  organizationId: "org_1",
  userId: "usr_1",
  clientId: "client_1",
  clientName: "Client",
  scopes: ["read", "write"] as const,
  resource: "https://research.example/mcp",
  redirectUri: "http://127.0.0.1/callback",
  codeChallenge: "challenge",
  endsAt: at(10_000),
  codeExpiresAt: at(1),
  codeUsedAt: null,
  revokedAt: null,
};
const CODE = {
  clientId: GRANT.clientId,
  resource: GRANT.resource,
  redirectUri: GRANT.redirectUri,
  challenge: GRANT.codeChallenge,
};
const REFRESH = { clientId: GRANT.clientId, resource: GRANT.resource, scope: undefined };
const TOKEN = { expiresAt: at(1), replacedAt: null };

describe("a code", () => {
  it("is redeemed by its client with its redirect URI and verifier", () => {
    expect(decideCode(GRANT, CODE, NOW)).toBe("redeem");
  });

  it.each([
    { clientId: "client_2" },
    { clientId: undefined },
    { resource: "https://other.example/mcp" },
    { redirectUri: "http://127.0.0.1/other" },
    { challenge: "other" },
  ])("is refused with %o", (change) => {
    expect(decideCode(GRANT, { ...CODE, ...change }, NOW)).toBe("refuse");
  });

  it("is refused once it has expired, or its grant was revoked", () => {
    expect(decideCode(GRANT, CODE, at(1))).toBe("refuse");
    expect(decideCode({ ...GRANT, revokedAt: NOW, codeUsedAt: NOW }, CODE, NOW)).toBe("refuse");
    expect(decideCode({ ...GRANT, endsAt: NOW }, CODE, NOW)).toBe("refuse");
  });

  it("revokes the grant when it is replayed, by any client and however late", () => {
    const used = { ...GRANT, codeUsedAt: NOW };
    expect(decideCode(used, CODE, NOW)).toBe("revoke");
    expect(decideCode(used, { ...CODE, clientId: "client_2" }, at(1_000))).toBe("revoke");
  });
});

describe("a refresh token", () => {
  it("is rotated once, repeated within the grace period, and then revokes the grant", () => {
    const decide = (replacedAt: Date | null) =>
      decideRefresh({ grant: GRANT, token: { ...TOKEN, replacedAt } }, REFRESH, NOW);
    expect(decide(null)).toBe("rotate");
    expect(decide(at(-REFRESH_GRACE_MS))).toBe("repeat");
    expect(decide(at(-REFRESH_GRACE_MS - 1))).toBe("revoke");
  });

  it.each([
    ["no token", { token: null }, {}, "refuse"],
    ["an expired token", { token: { ...TOKEN, expiresAt: NOW } }, {}, "refuse"],
    ["a revoked grant", { grant: { ...GRANT, revokedAt: NOW } }, {}, "refuse"],
    ["a grant that has ended", { grant: { ...GRANT, endsAt: NOW } }, {}, "refuse"],
    ["another client", {}, { clientId: "client_2" }, "refuse"],
    ["another resource", {}, { resource: "https://other.example/mcp" }, "refuse"],
    ["a wider scope", {}, { scope: "read admin" }, "invalid_scope"],
    ["a narrower scope", {}, { scope: "read" }, "rotate"],
  ] as const)("with %s", (_, rows, change, expected) => {
    const found = { grant: GRANT, token: TOKEN, ...rows };
    expect(decideRefresh(found, { ...REFRESH, ...change }, NOW)).toBe(expected);
  });

  it("is answered again only to its client, and within its scopes", () => {
    expect(isValidFor(GRANT, REFRESH, NOW)).toBe(true);
    expect(isValidFor(GRANT, { ...REFRESH, clientId: "client_2" }, NOW)).toBe(false);
    expect(isValidFor(GRANT, { ...REFRESH, scope: "admin" }, NOW)).toBe(false);
    expect(isValidFor(GRANT, REFRESH, GRANT.endsAt)).toBe(false);
  });
});
