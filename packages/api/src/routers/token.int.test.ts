import { withClient } from "@trovella/db";
import { TokenVerifier } from "@trovella/db/identity";
import { type Permission, permissionsOf, type Role, SCOPES } from "@trovella/foundation";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCaller } from "../index.ts";

const PEOPLE: readonly (readonly [userId: string, organizationId: string, role: Role])[] = [
  ["usr_owner", "org_a", "owner"],
  ["usr_admin", "org_a", "admin"],
  ["usr_member", "org_a", "member"],
  ["usr_viewer", "org_a", "viewer"],
  ["usr_foreign", "org_b", "owner"],
];

let test: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  api = createTestApi(test.database);
  await withClient(test.target, async (client) => {
    for (const [userId, organizationId, role] of PEOPLE) {
      await client.query(`INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1)`, [userId]);
      await client.query(
        "INSERT INTO member (id, organization_id, user_id, role) VALUES ($1, $2, $1, $3)",
        [userId, organizationId, role],
      );
    }
  });
});
afterAll(() => test.drop());

describe("tokens in the console", () => {
  it("are shown once, to their creator, and last for 90 days by default", async () => {
    const { token, id, ...created } = await as("usr_member").token.create({
      name: " Laptop ",
      scopes: ["write", "read"],
    });
    expect(await verify(token)).toMatchObject({
      tokenId: id,
      userId: "usr_member",
      organizationId: "org_a",
      scopes: ["read", "write"],
    });
    const days = (created.expiresAt.getTime() - created.createdAt.getTime()) / 86_400_000;
    expect(days).toBe(90);
    const list = await as("usr_member").token.list();
    expect(list.tokens[0]).toMatchObject({
      id,
      name: "Laptop",
      ending: token.slice(-4),
      isOwn: true,
      state: "active",
      lastUsedAt: null,
    });
    expect(JSON.stringify(list)).not.toContain(token.slice(5, 35));
  });

  it.each([
    { userId: "usr_owner" },
    { user_id: "usr_owner" },
    { organizationId: "org_b" },
    { tenant: { organizationId: "org_b" } },
    { ownerId: "usr_owner" },
  ])("are never made for somebody named in the request: %j", async (extra) => {
    const input = { name: "x", scopes: ["read"], ...extra } as never;
    expect(await codeOf(as("usr_member").token.create(input))).toBe("BAD_REQUEST");
  });

  it.each([
    [{ expiresInDays: 0 }],
    [{ expiresInDays: 367 }],
    [{ expiresInDays: 1.5 }],
    [{ scopes: [] }],
    [{ scopes: ["everything"] }],
    [{ name: " " }],
    [{ name: "a\0b" }],
  ])("are refused with %j", async (wrong) => {
    const input = { name: "x", scopes: ["read"], ...wrong } as never;
    expect(await codeOf(as("usr_member").token.create(input))).toBe("BAD_REQUEST");
  });

  it("never have more scopes than their creator", async () => {
    const attempts = {
      usr_viewer: ["write", "review", "admin"],
      usr_member: ["admin"],
    } as const;
    for (const [userId, scopes] of Object.entries(attempts)) {
      for (const scope of scopes) {
        const input = { name: "x", scopes: ["read", scope] } as never;
        expect(await codeOf(as(userId).token.create(input))).toBe("FORBIDDEN");
      }
    }
    // Somebody who uses a token for administration cannot make one that writes.
    const narrowed = as("usr_owner", permissionsOf("owner", ["admin"]));
    expect(await codeOf(narrowed.token.create({ name: "x", scopes: ["write"] }))).toBe("FORBIDDEN");
    await narrowed.token.create({ name: "x", scopes: ["admin"] });
    await as("usr_viewer").token.create({ name: "x", scopes: ["read"] });
  });

  it("are out of reach for a token without the scope for them", async () => {
    const reader = as("usr_owner", permissionsOf("owner", ["read", "write", "review"]));
    expect(await codeOf(reader.token.list())).toBe("FORBIDDEN");
    expect(await codeOf(reader.token.create({ name: "x", scopes: ["read"] }))).toBe("FORBIDDEN");
    expect(await codeOf(reader.token.revoke({ tokenId: "pat_1" }))).toBe("FORBIDDEN");
  });

  it("are listed for their person; all of the organization for those who administer it", async () => {
    await as("usr_foreign").token.create({ name: "Foreign", scopes: ["read"] });
    const own = await as("usr_member").token.list();
    expect(new Set(own.tokens.map(({ userId }) => userId))).toEqual(new Set(["usr_member"]));
    for (const userId of ["usr_owner", "usr_admin"]) {
      const all = await as(userId).token.list({ whose: "all" });
      const people = new Set(all.tokens.map((token) => token.userId));
      expect(people).toEqual(new Set(["usr_owner", "usr_member", "usr_viewer"]));
      expect(JSON.stringify(all)).not.toContain("Foreign");
    }
    for (const userId of ["usr_member", "usr_viewer"]) {
      expect(await codeOf(as(userId).token.list({ whose: "all" }))).toBe("FORBIDDEN");
    }
  });

  it("are listed page by page, newest first", async () => {
    const owner = as("usr_owner");
    const whole = await owner.token.list({ whose: "all" });
    const first = await owner.token.list({ whose: "all", limit: 2 });
    const rest = await owner.token.list({ whose: "all", cursor: first.nextCursor });
    expect([...first.tokens, ...rest.tokens]).toEqual(whole.tokens);
    expect(await codeOf(owner.token.list({ cursor: "nonsense" }))).toBe("BAD_REQUEST");
  });

  it("are revoked by their owner and by administrators only", async () => {
    const made = () => as("usr_member").token.create({ name: "x", scopes: ["read"] });
    const [one, other] = [await made(), await made()];
    for (const userId of ["usr_viewer", "usr_foreign"]) {
      const tokenId = one.id;
      const refused = await failureOf(as(userId).token.revoke({ tokenId }));
      const unknown = await failureOf(as(userId).token.revoke({ tokenId: "pat_unknown" }));
      expect([refused.code, refused.message]).toEqual(["NOT_FOUND", unknown.message]);
    }
    expect(await verify(one.token)).not.toBeNull();
    await as("usr_member").token.revoke({ tokenId: one.id });
    await as("usr_admin").token.revoke({ tokenId: other.id });
    expect([await verify(one.token), await verify(other.token)]).toEqual([null, null]);
    const { tokens } = await as("usr_member").token.list();
    const states = tokens.filter(({ id }) => [one.id, other.id].includes(id));
    expect(states.map(({ state }) => state)).toEqual(["revoked", "revoked"]);
  });

  it("are listed as ended when their person has left", async () => {
    const { token, id } = await as("usr_viewer").token.create({ name: "x", scopes: ["read"] });
    await withClient(test.target, (client) =>
      client.query("DELETE FROM member WHERE user_id = 'usr_viewer'"),
    );
    expect(await verify(token)).toBeNull();
    const { tokens } = await as("usr_owner").token.list({ whose: "all" });
    expect(tokens.find((each) => each.id === id)?.state).toBe("ended");
    const input = { name: "x", scopes: ["read" as const] };
    expect(await codeOf(as("usr_viewer").token.create(input))).toBe("FORBIDDEN");
  });

  it("do not exist in local mode, which has no sign-in", async () => {
    const local = as("usr_owner", new Set(["read", "write", "review"]));
    expect(await codeOf(local.token.list())).toBe("FORBIDDEN");
  });
});

/** Somebody who is signed in, with what their role gives them. */
function as(userId: string, permissions?: ReadonlySet<Permission>) {
  const [, organizationId = "", role = "viewer"] = PEOPLE.find(([id]) => id === userId) ?? [];
  const caller = {
    tenant: { organizationId },
    userId,
    userName: userId,
    userEmail: `${userId}@test.example`,
    sessionId: null,
    browserSessionId: null,
    isPerson: true,
    clientName: null,
    permissions: permissions ?? permissionsOf(role, SCOPES),
  };
  return createCaller({ services: api.services, caller });
}

function verify(token: string) {
  return new TokenVerifier(test.database, { now: () => new Date() }).verify(token);
}

async function failureOf(call: Promise<unknown>): Promise<TRPCError> {
  const error = await call.catch((thrown) => thrown);
  if (error instanceof TRPCError) return error;
  throw new Error("It was not refused.");
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await failureOf(call)).code;
}
