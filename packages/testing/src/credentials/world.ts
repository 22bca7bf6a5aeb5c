import { withClient } from "@trovella/db";
import { createToken, revokeToken } from "@trovella/db/identity";
import type { Role, Scope } from "@trovella/foundation";
import type { TestDatabase } from "../database/test-database.ts";
import { Browser, createTestIdentity, ORIGIN, PASSWORD } from "../identity/test-identity.ts";
import { Program, type Tokens as ProgramTokens, tokensIn } from "../identity/test-program.ts";

export const NOW = new Date("2026-11-16T08:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

/** The credentials that a case may send, by name. */
export type Credentials = Readonly<Record<string, string>>;

const PEOPLE: readonly (readonly [string, Role])[] = [
  ["owner", "owner"],
  ["viewer", "viewer"],
  ["removed", "member"],
  ["back", "member"],
  ["deleted", "member"],
];

/** Users, tokens, grants and sessions, valid and invalid ones of every kind; all are real. */
export async function prepareWorld(test: TestDatabase) {
  const { identity, clock } = createTestIdentity(test.database);
  clock.now = NOW;
  const run = (statement: string, values: unknown[] = []) =>
    withClient(test.target, (client) => client.query(statement, values));

  await run("INSERT INTO organization (id, name, slug) VALUES ('org_gone', 'Gone', 'gone')");
  for (const [name, role] of PEOPLE) {
    const email = `${name}@test.example`;
    await run(`INSERT INTO "user" (id, name, email) VALUES ('usr_${name}', 'Ada', '${email}')`);
    await run(
      `INSERT INTO account (id, user_id, provider_id, account_id, password)
       VALUES ('acc_${name}', 'usr_${name}', 'credential', 'usr_${name}', 'none')`,
    );
    await join(`usr_${name}`, "org_a", role);
  }
  await join("usr_owner", "org_gone", "owner");
  await join("usr_owner", "org_b", "owner");

  const credentials: Record<string, string> = {
    ...(await makeTokens()),
    ...(await makeGrants()),
    ...(await makeSessions()),
  };
  await run("DELETE FROM member WHERE user_id IN ('usr_removed', 'usr_back')");
  await join("usr_back", "org_a", "member");
  await run("DELETE FROM member WHERE user_id = 'usr_deleted'");
  await run(`DELETE FROM "user" WHERE id = 'usr_deleted'`);
  await run("DELETE FROM organization WHERE id = 'org_gone'");
  return { identity, credentials: credentials as Credentials };

  function join(userId: string, organizationId: string, role: Role) {
    return run(
      `INSERT INTO member (id, organization_id, user_id, role)
       VALUES ('${userId}_${organizationId}', '${organizationId}', '${userId}', '${role}')`,
    );
  }

  function make(
    scopes: readonly Scope[],
    { person = "owner", organizationId = "org_a", endsInMs = DAY_MS } = {},
  ) {
    const tenant = { organizationId };
    const options = { tenant, userId: `usr_${person}`, name: "x", scopes, expiresInDays: 1 };
    return createToken(test.database, options, new Date(NOW.getTime() - DAY_MS + endsInMs));
  }

  async function makeTokens() {
    const owner = await make(["read", "write", "review"]);
    const revoked = await make(["read"]);
    const made = {
      owner,
      revoked,
      reads: await make(["read"]),
      writes: await make(["write"]),
      reviews: await make(["review"]),
      administers: await make(["admin"]),
      flooder: await make(["read"]),
      viewer: await make(["read", "write", "admin"], { person: "viewer" }),
      memberRemoved: await make(["read"], { person: "removed" }),
      memberBack: await make(["read"], { person: "back" }),
      userDeleted: await make(["read"], { person: "deleted" }),
      organizationDeleted: await make(["read"], { organizationId: "org_gone" }),
      // Expired ones last: creating a token deletes those that have expired by then.
      expiredBefore: await make(["read"], { endsInMs: -1_000 }),
      expiredNow: await make(["read"], { endsInMs: 0 }),
      almost: await make(["read"], { endsInMs: 1_000 }),
    };
    const tenant = { organizationId: "org_a" };
    await revokeToken(test.database, { tenant, tokenId: revoked.id, ownerId: null }, NOW);
    const { rows } = await run("SELECT token_hash FROM access_key LIMIT 1");
    return {
      ...Object.fromEntries(Object.entries(made).map(([name, { token }]) => [name, token])),
      // Well-formed but never issued: "0" thirty times with its checksum.
      unknown: `trov_${"0".repeat(30)}2C8GjS`,
      wrongChecksum: `trov_${"0".repeat(36)}`,
      cutShort: owner.token.slice(0, -1),
      tooLong: `${owner.token}0`,
      inCapitals: owner.token.toUpperCase(),
      hash: rows[0].token_hash,
      tokenId: owner.id,
    };
  }

  async function signIn(person: string, organizationId: string | null): Promise<Browser> {
    const browser = new Browser(identity);
    await browser.signIn(`${person}@test.example`);
    const { sessionId = "", userId = "" } = (await browser.session()) ?? {};
    if (organizationId) {
      await identity.setActiveOrganization({ sessionId, userId, organizationId });
    }
    return browser;
  }

  async function makeGrants() {
    for (const person of ["owner", "viewer", "removed", "deleted"]) {
      const email = `${person}@test.example`;
      await identity.resetPassword({ email, password: PASSWORD });
    }
    const [owner, viewer, leaver, deleted] = await Promise.all(
      ["owner", "viewer", "removed", "deleted"].map((person) => signIn(person, null)),
    );
    if (!owner || !viewer || !leaver || !deleted) throw new Error("A browser is missing.");
    const program = new Program(identity);
    await program.register();
    const grant = (scope = "read write", browser = owner, organizationId = "org_b") =>
      program.tokensBy(browser, organizationId, scope);
    /** A valid one whose row was changed afterwards. */
    const altered = async (change: string) => {
      const { access_token } = await grant();
      const { rows } = await run("SELECT id FROM oauth_grant ORDER BY id DESC LIMIT 1");
      await run(change, [rows[0].id]);
      return access_token;
    };
    const ending = (when: string) =>
      altered(
        `UPDATE oauth_token SET expires_at = '${NOW.toISOString()}'::timestamptz + interval '${when}' WHERE grant_id = $1`,
      );
    const meantFor = (resource: string) =>
      altered(`UPDATE oauth_grant SET resource = '${resource}' WHERE id = $1`);

    const good = await grant();
    const publicUrl = "https://issuer.example";
    const elsewhere = createTestIdentity(test.database, { publicUrl });
    elsewhere.clock.now = NOW;
    const replaced = await grant();
    const successors = await tokensIn(program.refresh(replaced.refresh_token));
    return {
      "grant-good": good.access_token,
      "grant-reviews": (await grant("review")).access_token,
      "grant-reads": (await grant("read")).access_token,
      "grant-viewer": (await grant("read write review", viewer, "org_a")).access_token,
      "grant-almost": await ending("1 second"),
      "grant-expired": await ending("-1 day"),
      "grant-expired-now": await ending("0 seconds"),
      "grant-expired-a-second-ago": await ending("-1 second"),
      "grant-other-host": await meantFor("https://other.example/mcp"),
      "grant-other-path": await meantFor(`${ORIGIN}/other`),
      "grant-other-port": await meantFor(`${ORIGIN}:8443/mcp`),
      "grant-other-scheme": await meantFor(`${ORIGIN.replace("https", "http")}/mcp`),
      "grant-trailing-slash": await meantFor(`${ORIGIN}/mcp/`),
      "grant-whole-host": await meantFor(ORIGIN),
      "grant-other-issuer": await givenBy(elsewhere.identity, publicUrl),
      "grant-revoked": await revoked(await grant(), "access_token"),
      "grant-family-revoked": await revoked(await grant(), "refresh_token"),
      "grant-revoked-by-person": await revokedByPerson(),
      "grant-code-replayed": await replayed(),
      "grant-before-refresh": replaced.access_token,
      "grant-after-refresh": successors.access_token,
      "grant-member-removed": (await grant("read", leaver, "org_a")).access_token,
      "grant-user-deleted": (await grant("read", deleted, "org_a")).access_token,
      "grant-organization-deleted": (await grant("read", owner, "org_gone")).access_token,
      "grant-unknown": `troa_${"A".repeat(43)}`,
      "grant-cut-short": good.access_token.slice(0, -1),
      "grant-too-long": `${good.access_token}A`,
      "grant-in-capitals": good.access_token.toUpperCase(),
      "grant-without-prefix": good.access_token.slice(5),
      "grant-id": (await identity.listGrants("usr_owner"))[0]?.id ?? "",
      "client-id": program.clientId,
      "refresh-token": good.refresh_token,
      "refresh-token-as-access-token": good.refresh_token.replace("tror_", "troa_"),
      "authorization-code": await program.codeBy(owner, "org_b"),
      ...JWTS,
    };

    /** Another server on the same database issued it, and accepts it. */
    async function givenBy(other: Pick<typeof identity, "grantOf">, origin: string) {
      const token = await meantFor(`${origin}/mcp`);
      if (!(await other.grantOf(token))) throw new Error("The other server should accept it.");
      return token;
    }

    async function revoked(tokens: ProgramTokens, which: "access_token" | "refresh_token") {
      await program.revoke(tokens[which]);
      return tokens.access_token;
    }

    async function revokedByPerson(): Promise<string> {
      const { access_token } = await grant();
      const [newest] = await identity.listGrants("usr_owner");
      await identity.revokeGrant({ userId: "usr_owner", grantId: newest?.id ?? "" });
      return access_token;
    }

    async function replayed(): Promise<string> {
      const code = await program.codeBy(owner as Browser, "org_b");
      const { access_token } = await tokensIn(program.exchange(code));
      await program.exchange(code);
      return access_token;
    }
  }

  async function makeSessions() {
    const cookieOf = ({ cookies }: Browser) =>
      [...cookies].find(([name]) => name.endsWith("session_token"))?.[1] ?? "";
    const expired = await signIn("owner", "org_a");
    const signedOut = await signIn("owner", "org_a");
    const signedOutValue = cookieOf(signedOut);
    const { sessionId } = (await expired.session()) ?? {};
    await run("UPDATE session SET expires_at = $2 WHERE id = $1", [sessionId, NOW]);
    await signedOut.post("/api/auth/sign-out", {});
    const good = cookieOf(await signIn("owner", "org_a"));
    return {
      "session-good": good,
      "session-viewer": cookieOf(await signIn("viewer", "org_a")),
      "session-no-organization": cookieOf(await signIn("owner", null)),
      "session-removed": cookieOf(await signIn("removed", "org_a")),
      "session-expired": cookieOf(expired),
      "session-signed-out": signedOutValue,
      "session-changed": `${good.startsWith("x") ? "y" : "x"}${good.slice(1)}`,
      "session-unsigned": good.split(".")[0] ?? "",
    };
  }
}

/** This server issues no JWTs, so every JWT is unknown, however it is signed. */
const JWTS = {
  "jwt-without-algorithm": jwt({ alg: "none" }, ""),
  "jwt-with-a-secret": jwt({ alg: "HS256", kid: "k1" }, "c2lnbmF0dXJl"),
  "jwt-of-an-unknown-key": jwt({ alg: "RS256", kid: "unknown" }, "c2lnbmF0dXJl"),
  "jwt-not-yet-valid": jwt({ alg: "RS256" }, "c2lnbmF0dXJl", { nbf: 4_102_444_800 }),
};

function jwt(head: object, signature: string, more: object = {}): string {
  const claims = { iss: ORIGIN, aud: `${ORIGIN}/mcp`, sub: "usr_owner", scope: "read", ...more };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(head)}.${part(claims)}.${signature}`;
}
