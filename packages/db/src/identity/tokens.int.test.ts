import type { Role, Scope } from "@trovella/foundation";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectDatabase, type Database } from "../connection/database.ts";
import { withClient } from "../connection/open-database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { findLiveTokens } from "./access-keys.ts";
import { listSecurityEvents } from "./security-event-rows.ts";
import { hashToken, newToken } from "./token-format.ts";
import { listTokens, readToken } from "./token-rows.ts";
import { TokenUses } from "./token-uses.ts";
import { TokenVerifier } from "./token-verifier.ts";
import { createToken, revokeToken, TOKEN_LIMITS } from "./tokens.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };
const NOW = new Date("2026-11-16T08:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  await join("org_a", "usr_org_a", "owner");
  await join("org_b", "usr_org_b", "owner");
});
afterAll(() => test.drop());

describe("a token", () => {
  it("gives its user's role and its scopes, in the organization it was created for", async () => {
    const { token, id } = await create({ scopes: ["write", "read"] });
    expect(await verifier().verify(token)).toEqual({
      tokenId: id,
      organizationId: "org_a",
      userId: "usr_org_a",
      userName: "Ada",
      userEmail: "org_a@test.example",
      role: "owner",
      scopes: ["read", "write"],
      expiresAt: new Date(NOW.getTime() + 90 * DAY_MS),
    });
  });

  it("is stored nowhere: only its hash, its end and what it is for", async () => {
    const { token } = await create();
    const rows = await everything();
    expect(rows).toContain(hashToken(token));
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(token.slice(5, 35));
    const listed = await withTenantContext(test.database, A, (context) =>
      listTokens(context, { userId: "usr_org_a", before: null, limit: 1 }),
    );
    expect(listed[0]).toMatchObject({ name: "Laptop", ending: token.slice(-4), revokedAt: null });
    expect(JSON.stringify(listed)).not.toContain(hashToken(token));
  });

  it("ends to the millisecond when it was to end", async () => {
    const { token, expiresAt } = await create({ expiresInDays: 1 });
    expect(expiresAt.getTime() - NOW.getTime()).toBe(DAY_MS);
    const at = (ms: number) => verifier(new Date(expiresAt.getTime() + ms)).verify(token);
    expect(await at(-1)).not.toBeNull();
    expect(await at(0)).toBeNull();
    expect(await at(1000)).toBeNull();
  });

  it("is refused as soon as its user has left, and stays so after they came back", async () => {
    await person("usr_leaver");
    await join("org_a", "usr_leaver", "member");
    const { token } = await create({ userId: "usr_leaver" });
    expect(await verifier().verify(token)).toMatchObject({ role: "member" });
    await run("DELETE FROM member WHERE user_id = 'usr_leaver'");
    expect(await verifier().verify(token)).toBeNull();
    await join("org_a", "usr_leaver", "member");
    expect(await verifier().verify(token)).toBeNull();
  });

  it("follows the role of its user", async () => {
    await person("usr_changing");
    await join("org_a", "usr_changing", "admin");
    const { token } = await create({ userId: "usr_changing", scopes: ["admin"] });
    await run("UPDATE member SET role = 'viewer' WHERE user_id = 'usr_changing'");
    expect(await verifier().verify(token)).toMatchObject({ role: "viewer", scopes: ["admin"] });
  });

  it("is deleted with its organization and with its user", async () => {
    await run("INSERT INTO organization (id, name, slug) VALUES ('org_c', 'C', 'c')");
    await person("usr_gone");
    await join("org_c", "usr_gone", "owner");
    const wish = { tenant: { organizationId: "org_c" }, userId: "usr_gone" };
    const { token } = await create(wish);
    await run("DELETE FROM organization WHERE id = 'org_c'");
    expect(await verifier().verify(token)).toBeNull();
  });
});

describe("making a token", () => {
  it.each([
    [{ expiresInDays: 0 }, "expiresInDays"],
    [{ expiresInDays: 367 }, "expiresInDays"],
    [{ expiresInDays: 1.5 }, "expiresInDays"],
    [{ expiresInDays: Number.NaN }, "expiresInDays"],
    [{ name: " " }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "a\0b" }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["everything" as Scope] }, "scopes"],
  ])("is refused with %j", async (wish, field) => {
    await expect(create(wish)).rejects.toMatchObject({ code: "INVALID_INPUT", details: { field } });
  });

  it("lasts for up to 366 days", async () => {
    const { expiresAt } = await create({ expiresInDays: 366 });
    expect(expiresAt.getTime() - NOW.getTime()).toBe(366 * DAY_MS);
  });

  it("is for members alone", async () => {
    await expect(create({ userId: "usr_org_b" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(create({ userId: "usr_nobody" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("has an end, which expired tokens do not bring nearer", async () => {
    await person("usr_many");
    await join("org_a", "usr_many", "member");
    const wish = { userId: "usr_many", expiresInDays: 1 };
    for (let count = 0; count < TOKEN_LIMITS.perMember; count += 1) await create(wish);
    await expect(create(wish)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    await createToken(test.database, wishOf(wish), new Date(NOW.getTime() + 2 * DAY_MS));
  });
});

describe("revoking", () => {
  it("ends a token within a second in every process, however many hold it", async () => {
    const { token, id } = await create();
    const replicas = Array.from({ length: 3 }, () => connectDatabase({ target: test.target }));
    let now = NOW.getTime();
    const verifiers = replicas.map((replica) => verifier(() => new Date(now), replica));
    for (const each of verifiers) expect(await each.verify(token)).not.toBeNull();
    await revokeToken(test.database, { tenant: A, tokenId: id, ownerId: "usr_org_a" }, NOW);
    now += 1_000;
    for (const each of verifiers) expect(await each.verify(token)).toBeNull();
    for (const replica of replicas) await replica.close();
  });

  it("can be repeated, and keeps the first time", async () => {
    const { id } = await create();
    const wish = { tenant: A, tokenId: id, ownerId: null };
    const later = new Date(NOW.getTime() + 1000);
    expect(await revokeToken(test.database, wish, NOW)).toMatchObject({ revokedAt: NOW });
    expect(await revokeToken(test.database, wish, later)).toMatchObject({ revokedAt: NOW });
    expect(await findLiveTokens(test.database, [id])).toEqual(new Set());
  });

  it("is recorded once in the security log, like creating", async () => {
    const { id } = await create({ scopes: ["read"] });
    const wish = { tenant: A, tokenId: id, ownerId: null };
    await revokeToken(test.database, wish, NOW);
    await revokeToken(test.database, wish, NOW);
    const events = await withTenantContext(test.database, A, (context) =>
      listSecurityEvents(context, { limit: 2 }),
    );
    expect(events).toMatchObject([
      { kind: "token_revoked", subjectId: id, before: { userId: "usr_org_a" } },
      { kind: "token_created", subjectId: id, after: { userId: "usr_org_a", scopes: ["read"] } },
    ]);
  });

  it("answers for another's or another organization's token as for one that does not exist", async () => {
    const { token, id } = await create();
    const attempts = [
      { tenant: B, tokenId: id, ownerId: null },
      { tenant: A, tokenId: id, ownerId: "usr_org_b" },
      { tenant: A, tokenId: "pat_unknown", ownerId: "usr_org_a" },
    ].map((wish) => revokeToken(test.database, wish, NOW).catch((error) => error));
    const errors = await Promise.all(attempts);
    expect(new Set(errors.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(errors[0]).toMatchObject({ code: "NOT_FOUND" });
    expect(await verifier().verify(token)).not.toBeNull();
  });
});

describe("verifying", () => {
  it("asks for each token once a second, however many calls come at once", async () => {
    const { token } = await create();
    const { database, count } = counting();
    let now = NOW.getTime();
    const each = verifier(() => new Date(now), database);
    await Promise.all(Array.from({ length: 500 }, () => each.verify(token)));
    expect(count()).toBe(1);
    now += 999;
    await each.verify(token);
    expect(count()).toBe(1);
    now += 1;
    await each.verify(token);
    expect(count()).toBe(2);
    // A clock that was set back does not make an answer last.
    now -= 5_000;
    await each.verify(token);
    expect(count()).toBe(3);
  });

  it("finds a token that was asked for before it was made", async () => {
    const each = verifier();
    expect(await each.verify(newToken())).toBeNull();
    const { token } = await create();
    expect(await each.verify(token)).not.toBeNull();
  });

  it("recovers after the database was unavailable", async () => {
    const { token } = await create();
    let isAway = true;
    const database: Database = {
      ...test.database,
      connectIdentity: () =>
        isAway ? Promise.reject(new Error("away")) : test.database.connectIdentity(),
    };
    const each = verifier(NOW, database);
    await expect(each.verify(token)).rejects.toThrow("away");
    isAway = false;
    expect(await each.verify(token)).not.toBeNull();
  });

  it("makes no query for a million strings whose checksum is wrong", async () => {
    const { database, count } = counting();
    const each = verifier(NOW, database);
    let accepted = 0;
    for (let index = 0; index < 1_000_000; index += 1) {
      const token = index % 1000 === 0 ? newToken() : wrong;
      wrong = spoilt(token, index);
      if (await each.verify(wrong)) accepted += 1;
    }
    expect({ accepted, queries: count() }).toEqual({ accepted: 0, queries: 0 });
  });
});

describe("the last use", () => {
  it("is noted behind the calls, at most once a minute, also by several processes", async () => {
    const { token, id } = await create();
    let now = NOW.getTime();
    const problems: unknown[] = [];
    const { database, count } = counting();
    const processes = [database, database].map((each) => {
      const uses = new TokenUses(each, (error) => problems.push(error));
      const onUse = uses.note.bind(uses);
      return {
        uses,
        verifier: new TokenVerifier(test.database, { now: () => new Date(now), onUse }),
      };
    });
    const useAll = async () => {
      for (const each of processes) {
        for (let call = 0; call < 20; call += 1) await each.verifier.verify(token);
        await each.uses.flush();
      }
    };
    expect(await lastUse(id)).toBeNull();
    await useAll();
    expect([await lastUse(id), count()]).toEqual([new Date(now), 2]);
    const first = new Date(now);
    now += 59_999;
    await useAll();
    expect([await lastUse(id), count()]).toEqual([first, 2]);
    now += 1;
    await useAll();
    expect([await lastUse(id), count()]).toEqual([new Date(now), 4]);
    expect(problems).toEqual([]);
  });

  it("is not worth a failed call", async () => {
    const { token } = await create();
    const problems: unknown[] = [];
    const broken = { ...test.database, connect: () => Promise.reject(new Error("away")) };
    const uses = new TokenUses(broken, (error) => problems.push(error));
    const onUse = uses.note.bind(uses);
    const each = new TokenVerifier(test.database, { now: () => NOW, onUse });
    expect(await each.verify(token)).not.toBeNull();
    await uses.flush();
    expect(problems).toHaveLength(1);
  });
});

let wrong = newToken();

/** Changes one character, so that a checksum of 32 bits cannot hold. */
function spoilt(token: string, index: number): string {
  const place = 5 + (index % 36);
  const other = token.charAt(place) === "x" ? "y" : "x";
  const changed = token.slice(0, place) + other + token.slice(place + 1);
  return changed === token ? newToken().slice(0, -1) : changed;
}

interface Wish {
  readonly tenant?: { readonly organizationId: string };
  readonly userId?: string;
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly expiresInDays?: number;
}

function wishOf(wish: Wish) {
  const usual = { tenant: A, userId: "usr_org_a", name: "Laptop", expiresInDays: 90 };
  return { ...usual, scopes: ["read"] as const, ...wish };
}

function create(wish: Wish = {}) {
  return createToken(test.database, wishOf(wish), NOW);
}

function verifier(now: Date | (() => Date) = NOW, database = test.database): TokenVerifier {
  return new TokenVerifier(database, { now: typeof now === "function" ? now : () => now });
}

function counting(): { database: Database; count: () => number } {
  let count = 0;
  const connect = () => {
    count += 1;
    return test.database.connect();
  };
  const connectIdentity = () => {
    count += 1;
    return test.database.connectIdentity();
  };
  return { database: { ...test.database, connect, connectIdentity }, count: () => count };
}

async function lastUse(tokenId: string): Promise<Date | null> {
  const token = await withTenantContext(test.database, A, (context) => readToken(context, tokenId));
  return token?.lastUsedAt ?? null;
}

function run(statement: string, values: readonly string[] = []) {
  return withClient(test.target, (client) => client.query(statement, [...values]));
}

async function person(userId: string): Promise<void> {
  await run(`INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1 || '@test.example')`, [
    userId,
  ]);
}

async function join(organizationId: string, userId: string, role: Role): Promise<void> {
  await run(
    "INSERT INTO member (id, organization_id, user_id, role) VALUES ($1 || $2, $1, $2, $3)",
    [organizationId, userId, role],
  );
}

/** All that the two tables hold, as text. */
function everything(): Promise<string> {
  return withClient(test.asSuperuser, async (client) => {
    const found = [];
    for (const table of ["personal_access_token", "access_key"]) {
      found.push((await client.query(`SELECT t::text FROM ${table} t`)).rows);
    }
    return JSON.stringify(found);
  });
}
