import { type ApiServices, createCaller } from "@trovella/api";
import { withClient } from "@trovella/db";
import { createGrant, insertOauthTokens, withGrant } from "@trovella/db/identity";
import { permissionsOf, ROLES, type Role, SCOPES, type Scope } from "@trovella/foundation";
import { createIdentity, type Identity } from "@trovella/identity";
import type { Caller } from "@trovella/research";
import { testNotifications } from "@trovella/testing/api/test-notifications";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";

const ORIGIN = "https://research.example";
const ORGANIZATION = "org_people";
const OTHER = "org_elsewhere";

let test: TestDatabase;
let people: Identity;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
  people = createIdentity({
    database: test.database,
    publicUrl: ORIGIN,
    secret: "a secret for tests, longer than thirty-two characters",
    limit: async () => ({ ok: true }),
    now: () => new Date(),
  });
});
afterAll(() => test.drop());

/** One person of each role in one organization, a stranger in another; each signed in with a browser. */
beforeEach(() => withClient(test.target, (client) => client.query(PEOPLE)));

const PEOPLE = `
  DELETE FROM organization;
  DELETE FROM "user";
  INSERT INTO organization (id, name, slug)
    SELECT id, id, id FROM unnest(ARRAY['${ORGANIZATION}', '${OTHER}']) id;
  CREATE TEMPORARY TABLE person AS SELECT * FROM (VALUES
    ${[...ROLES, "second"].map((name) => `('${name}', '${ORGANIZATION}', '${name === "second" ? "owner" : name}')`).join()},
    ('stranger', '${OTHER}', 'owner')) AS person (name, organization, role);
  INSERT INTO "user" (id, name, email) SELECT 'usr_' || name, name, name || '@test.example' FROM person;
  INSERT INTO member (id, organization_id, user_id, role)
    SELECT 'mem_' || name, organization, 'usr_' || name, role FROM person;
  INSERT INTO session (id, user_id, token, expires_at, active_organization_id)
    SELECT 'ses_' || name, 'usr_' || name, name, now() + interval '1 day', organization FROM person;
`;

type Procedures = ReturnType<typeof createCaller>;

interface Case {
  readonly name: string;
  readonly allowed: readonly Role[];
  call(procedures: Procedures): Promise<unknown>;
}

const ALL_ROLES = ROLES;
const MANAGERS: readonly Role[] = ["owner", "admin"];
const invitation = { email: "new@test.example", role: "member" } as const;

/** Every procedure about people, with who may call it. */
const CASES: readonly Case[] = [
  { name: "organization.current", allowed: ALL_ROLES, call: (p) => p.organization.current() },
  { name: "organization.list", allowed: ALL_ROLES, call: (p) => p.organization.list() },
  {
    name: "organization.create",
    allowed: ["owner"],
    call: (p) => p.organization.create({ name: "Mine" }),
  },
  {
    name: "organization.switchTo",
    allowed: ALL_ROLES,
    call: (p) => p.organization.switchTo({ organizationId: ORGANIZATION }),
  },
  {
    name: "organization.rename",
    allowed: MANAGERS,
    call: (p) => p.organization.rename({ name: "New" }),
  },
  { name: "organization.leave", allowed: ALL_ROLES, call: (p) => p.organization.leave({}) },
  { name: "member.list", allowed: ALL_ROLES, call: (p) => p.member.list() },
  {
    name: "member.changeRole",
    allowed: MANAGERS,
    call: (p) => p.member.changeRole({ userId: "usr_viewer", role: "member" }),
  },
  {
    name: "member.remove",
    allowed: MANAGERS,
    call: (p) => p.member.remove({ userId: "usr_viewer" }),
  },
  { name: "invitation.list", allowed: MANAGERS, call: (p) => p.invitation.list() },
  {
    name: "invitation.create",
    allowed: MANAGERS,
    call: (p) => p.invitation.create(invitation),
  },
  { name: "grant.list", allowed: ALL_ROLES, call: (p) => p.grant.list() },
  { name: "session.list", allowed: ALL_ROLES, call: (p) => p.session.list() },
  {
    name: "session.end",
    allowed: ALL_ROLES,
    call: (p) => p.session.end({ sessionId: null }),
  },
  {
    name: "member.access",
    allowed: MANAGERS,
    call: (p) => p.member.access({ userId: "usr_viewer" }),
  },
  {
    name: "member.endAccess",
    allowed: MANAGERS,
    call: (p) => p.member.endAccess({ userId: "usr_viewer" }),
  },
  { name: "securityEvent.list", allowed: MANAGERS, call: (p) => p.securityEvent.list() },
  {
    name: "securityEvent.export",
    allowed: MANAGERS,
    call: (p) => p.securityEvent.export({ format: "csv" }),
  },
  {
    name: "grant.list of all",
    allowed: MANAGERS,
    call: (p) => p.grant.list({ whose: "all" }),
  },
  { name: "token.list", allowed: ALL_ROLES, call: (p) => p.token.list() },
];

describe.each(CASES)("$name", ({ call, allowed }) => {
  it.each(ROLES)("is for the role %s as the table says", async (role) => {
    const outcome = await codeOf(call(as(role)));
    expect(outcome).toBe(allowed.includes(role) ? "done" : "FORBIDDEN");
  });

  it("is not there in local mode, except that it says so", async () => {
    const caller = { ...callerOf("owner"), permissions: new Set(["read"] as const) };
    const local = createCaller({ services: { ...services(), people: null }, caller });
    const outcome = await codeOf(call(local));
    expect(["done", "FORBIDDEN", "SERVICE_UNAVAILABLE"]).toContain(outcome);
    if (outcome === "done")
      expect(await call(local)).toEqual({ permissions: ["read"], team: null });
  });
});

describe("what an admin cannot do", () => {
  it.each([
    ["become an owner", (p: Procedures) => p.member.changeRole(to("usr_admin", "owner"))],
    ["make an owner", (p: Procedures) => p.member.changeRole(to("usr_member", "owner"))],
    ["unmake an owner", (p: Procedures) => p.member.changeRole(to("usr_owner", "viewer"))],
    ["remove an owner", (p: Procedures) => p.member.remove({ userId: "usr_owner" })],
    ["invite an owner", (p: Procedures) => p.invitation.create({ ...invitation, role: "owner" })],
  ] as const)("is to %s", async (_, call) => {
    expect(await codeOf(call(as("admin")))).toBe("FORBIDDEN");
    const { members } = await as("owner").member.list();
    const roles = members.map(({ userId, role }) => `${userId} ${role}`);
    expect(roles).toContain("usr_admin admin");
    expect(roles).toContain("usr_owner owner");
    expect((await as("owner").invitation.list()).invitations).toEqual([]);
  });

  it("is said beforehand", async () => {
    const { team } = await as("admin").organization.current();
    expect(team?.roles).toEqual(["admin", "member", "viewer"]);
    const { members } = await as("admin").member.list();
    const changeable = members.filter(({ isChangeable }) => isChangeable);
    expect(changeable.map(({ userId }) => userId).sort()).toEqual([
      "usr_admin",
      "usr_member",
      "usr_viewer",
    ]);
    expect((await as("member").organization.current()).team).toMatchObject({
      role: "member",
      scopes: ["read", "write", "review"],
      roles: [],
    });
  });
});

describe("a caller", () => {
  it("cannot name another person or organization to act as", async () => {
    const strange = { organizationId: OTHER, actorId: "usr_stranger" };
    const calls = [
      as("admin").member.remove({ userId: "usr_viewer", ...strange } as never),
      as("admin").invitation.create({ ...invitation, ...strange } as never),
      as("admin").organization.leave({ userId: "usr_viewer" } as never),
      as("admin").organization.create({ name: "x", ownerId: "usr_viewer" } as never),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe("BAD_REQUEST");
  });

  it("reaches no member of another organization, who is answered like an unknown one", async () => {
    for (const userId of ["usr_stranger", "usr_unknown"]) {
      const removal = await failureOf(as("owner").member.remove({ userId }));
      expect(removal).toMatchObject({
        code: "NOT_FOUND",
        message: expect.stringContaining("member"),
      });
    }
    const switching = as("owner").organization.switchTo({ organizationId: OTHER });
    expect(await codeOf(switching)).toBe("NOT_FOUND");
    const { organizations } = await as("owner").organization.list();
    expect(organizations.map(({ organizationId }) => organizationId)).toEqual([ORGANIZATION]);
  });

  it("with a token stays in the organization of the token", async () => {
    const token = as("owner", { browserSessionId: null });
    await as("owner").organization.create({ name: "Another" });
    const { organizations } = await token.organization.list();
    expect(organizations.map(({ organizationId }) => organizationId)).toEqual([ORGANIZATION]);
    expect((await as("owner").organization.list()).organizations).toHaveLength(2);
    expect(await codeOf(token.organization.create({ name: "Mine" }))).toBe("FORBIDDEN");
    const switching = token.organization.switchTo({ organizationId: ORGANIZATION });
    expect(await codeOf(switching)).toBe("FORBIDDEN");
    const reader = as("owner", { browserSessionId: null }, ["read", "write", "review"]);
    for (const call of [reader.grant.list(), reader.invitation.list(), reader.token.list()]) {
      expect(await codeOf(call)).toBe("FORBIDDEN");
    }
  });

  it("goes on in the organization that they create, as its owner", async () => {
    const { organizationId } = await as("owner").organization.create({ name: " Mine " });
    const { rows } = await withClient(test.target, (client) =>
      client.query("SELECT active_organization_id AS id FROM session WHERE id = 'ses_owner'"),
    );
    expect(rows).toEqual([{ id: organizationId }]);
    const there = as("owner", { tenant: { organizationId } });
    const { team } = await there.organization.current();
    expect(team).toMatchObject({ organizationName: "Mine", role: "owner" });
    expect(await codeOf(as("owner").organization.create({ name: "a\nb" }))).toBe("BAD_REQUEST");
  });

  it("is told from one that imitates it", async () => {
    for (const name of ["Engines", "engines", "Eng\u3164ines", "Other"])
      await as("owner").organization.create({ name });
    const { organizations } = await as("owner").organization.list();
    const ambiguous = organizations.filter(({ isAmbiguous }) => isAmbiguous);
    expect(ambiguous.map(({ organizationName }) => organizationName).sort()).toEqual([
      "Engines",
      "Eng\u3164ines",
      "engines",
    ]);
  });
});

describe("an invitation", () => {
  it("shows its link once, to be used once", async () => {
    const { link, invitationId } = await as("admin").invitation.create(invitation);
    const token = new URL(link).searchParams.get("token") ?? "";
    expect(link.startsWith(`${ORIGIN}/api/auth/invitation?token=`)).toBe(true);
    const list = await as("owner").invitation.list();
    expect(list.invitations).toMatchObject([{ id: invitationId, ...invitation }]);
    expect(JSON.stringify(list)).not.toContain(token);
    await as("owner").invitation.revoke({ invitationId });
    const joining = people.acceptInvitation({ token, as: { userId: "usr_stranger" } });
    await expect(joining).rejects.toMatchObject({ name: "AppError" });
    expect(await codeOf(as("owner").invitation.revoke({ invitationId }))).toBe("NOT_FOUND");
    expect(await codeOf(as("viewer").invitation.revoke({ invitationId }))).toBe("FORBIDDEN");
  });
});

describe("a token", () => {
  const byToken = () => as("owner", { browserSessionId: null });
  const credentialChanges: Record<string, (p: ReturnType<typeof as>) => Promise<unknown>> = {
    "token.create": (p) => p.token.create({ name: "child", scopes: ["read"] }),
    "invitation.create": (p) => p.invitation.create(invitation),
    "invitation.revoke": (p) => p.invitation.revoke({ invitationId: "inv_1" }),
    "invitation.list": (p) => p.invitation.list(),
    "member.changeRole": (p) => p.member.changeRole(to("usr_viewer", "owner")),
    "member.remove": (p) => p.member.remove({ userId: "usr_viewer" }),
    "member.access": (p) => p.member.access({ userId: "usr_viewer" }),
    "member.endAccess": (p) => p.member.endAccess({ userId: "usr_viewer" }),
    "organization.create": (p) => p.organization.create({ name: "Mine" }),
    "organization.rename": (p) => p.organization.rename({ name: "Mine" }),
    "organization.leave": (p) => p.organization.leave({}),
    "grant.revoke": (p) => p.grant.revoke({ grantId: "grant_1" }),
    "session.list": (p) => p.session.list(),
    "session.end": (p) => p.session.end({ sessionId: null }),
    "securityEvent.list": (p) => p.securityEvent.list(),
    "securityEvent.export": (p) => p.securityEvent.export({ format: "json" }),
  };

  it.each(Object.entries(credentialChanges))(
    "of an owner, with all scopes, cannot call %s, and the attempt is recorded",
    async (path, call) => {
      const refusal = await failureOf(call(byToken()));
      expect(refusal).toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining("signed in with a browser. Next:"),
      });
      const { events } = await as("owner").securityEvent.list({ kind: "credential_refused" });
      expect(events.map(({ subjectLabel }) => subjectLabel)).toContain(path);
    },
  );
});

describe("the security log", () => {
  it("is read page by page, by kind and by person, and exported, which it records", async () => {
    await as("owner").member.changeRole(to("usr_viewer", "member"));
    await as("owner").organization.rename({ name: "Other" });
    const { events } = await as("admin").securityEvent.list();
    expect(events.map(({ label }) => label).slice(0, 2)).toEqual([
      "Organization renamed",
      "Role changed",
    ]);
    const first = await as("admin").securityEvent.list({ limit: 1 });
    const { nextCursor: cursor } = first;
    const second = await as("admin").securityEvent.list({ limit: 1, cursor });
    expect([...first.events, ...second.events]).toEqual(events.slice(0, 2));
    const about = await as("admin").securityEvent.list({ userId: "usr_viewer" });
    expect(about.events[0]).toMatchObject({ kind: "role_changed", subjectId: "usr_viewer" });
    const { text, isComplete } = await as("owner").securityEvent.export({ format: "json" });
    expect([JSON.parse(text).length > 1, isComplete]).toEqual([true, true]);
    const [newest] = (await as("owner").securityEvent.list()).events;
    expect(newest).toMatchObject({ kind: "security_log_exported" });
  });

  it("shows nothing of another organization", async () => {
    await as("owner").organization.rename({ name: "Secret name" });
    const { events } = await as("stranger").securityEvent.list();
    expect(JSON.stringify(events)).not.toContain("Secret name");
    expect((await as("stranger").securityEvent.list({ userId: "usr_viewer" })).events).toEqual([]);
  });
});

describe("a password", () => {
  it("is changed by its person with the current one, in a browser", async () => {
    const { link } = await as("owner").invitation.create(invitation);
    const token = new URL(link).searchParams.get("token") ?? "";
    const [first, second] = ["the first of two passwords", "the second of two passwords"];
    await people.acceptInvitation({ token, as: { name: "New", password: first } });
    const { members } = await as("owner").member.list();
    const userId = members.find(({ email }) => email === invitation.email)?.userId ?? "";
    const person = as("member", { userId });
    const change = { current: first, next: second };
    const byToken = as("member", { userId, browserSessionId: null });
    expect(await codeOf(byToken.account.changePassword(change))).toBe("FORBIDDEN");
    for (const [wrong, code] of [
      [{ ...change, current: second }, "FORBIDDEN"],
      [{ ...change, next: "short" }, "BAD_REQUEST"],
      [{ ...change, userId: "usr_owner" } as typeof change, "BAD_REQUEST"],
    ] as const) {
      expect(await codeOf(person.account.changePassword(wrong))).toBe(code);
    }
    expect(await codeOf(person.account.changePassword(change))).toBe("done");
    expect(await codeOf(person.account.changePassword(change))).toBe("FORBIDDEN");
    expect(await codeOf(as("viewer").account.changePassword(change))).toBe("BAD_REQUEST");
  });
});

describe("a grant", () => {
  it("is listed and revoked by the user who gave it, in its organization", async () => {
    const grantId = await grantOf("usr_viewer", ORGANIZATION);
    const { grants } = await as("viewer").grant.list();
    expect(grants).toMatchObject([{ id: grantId, clientName: "A program", scopes: ["read"] }]);
    expect(JSON.stringify(grants)).not.toContain("hash");
    for (const name of ["member", "stranger"] as const) {
      expect((await as(name).grant.list()).grants).toEqual([]);
      expect(await codeOf(as(name).grant.revoke({ grantId }))).toBe("NOT_FOUND");
    }
    const elsewhere = as("viewer", { tenant: { organizationId: OTHER } });
    expect((await elsewhere.grant.list()).grants).toEqual([]);
    expect(await codeOf(elsewhere.grant.revoke({ grantId }))).toBe("NOT_FOUND");
    await as("viewer").grant.revoke({ grantId });
    expect((await as("viewer").grant.list()).grants).toEqual([]);
    const about = { subjectKind: "app", subjectId: "client", subjectLabel: "A program" };
    const { events } = await as("owner").securityEvent.list();
    expect(events.slice(0, 2)).toMatchObject([
      { kind: "grant_ended", ...about },
      { kind: "grant_given", ...about, after: { scopes: ["read"] } },
    ]);
  });

  it.each(MANAGERS)("is listed and revoked by each %s of its organization, too", async (name) => {
    const grantId = await grantOf("usr_viewer", ORGANIZATION);
    expect((await as(name).grant.list()).grants).toEqual([]);
    const { grants } = await as(name).grant.list({ whose: "all" });
    const [grant] = grants;
    expect(grants).toHaveLength(1);
    expect(grant).toMatchObject({ id: grantId, userName: "viewer", isOwn: false });
    const lifetimeMs = Number(grant?.endsAt) - Number(grant?.createdAt);
    expect([grant?.lastUsedAt, lifetimeMs]).toEqual([null, 180 * 24 * 60 * 60 * 1000]);
    expect((await as("stranger").grant.list({ whose: "all" })).grants).toEqual([]);
    await as(name).grant.revoke({ grantId });
    expect((await as("viewer").grant.list()).grants).toEqual([]);
  });
});

type Name = Role | "stranger";

function as(name: Name, differently: Partial<Caller> = {}, scopes?: readonly Scope[]) {
  const caller = { ...callerOf(name, scopes), ...differently };
  return createCaller({ services: services(), caller });
}

function callerOf(name: Name, scopes: readonly Scope[] = SCOPES): Caller {
  const isStranger = name === "stranger";
  return {
    tenant: { organizationId: isStranger ? OTHER : ORGANIZATION },
    userId: `usr_${name}`,
    userName: name,
    userEmail: `${name}@test.example`,
    permissions: permissionsOf(isStranger ? "owner" : name, scopes),
    sessionId: null,
    browserSessionId: `ses_${name}`,
    isPerson: true,
    clientName: null,
  };
}

function services(): ApiServices {
  return {
    database: test.database,
    people,
    notifications: testNotifications(),
    reviewLock: null,
    embedder: () => Promise.resolve(null),
    announce: () => undefined,
    clientsAt: () => [],
    limits: { maxStoredBytes: null, maxDailyTokens: null },
    stallThresholdMs: 30 * 60_000,
    documentAfterMs: 0,
    onStored: () => undefined,
    loadSample: () => Promise.resolve(),
    settings: null,
    lastBackupAt: () => null,
    now: () => new Date(),
    onFailure: (error) => {
      throw error;
    },
  };
}

function to(userId: string, role: Role) {
  return { userId, role };
}

/** An authorized OAuth client with its tokens. */
async function grantOf(userId: string, organizationId: string): Promise<string> {
  const [now, later] = [new Date(), new Date(Date.now() + 60_000)];
  await createGrant(test.database, {
    userId,
    organizationId,
    clientId: "client",
    clientName: "A program",
    scopes: ["read"],
    resource: `${ORIGIN}/mcp`,
    redirectUri: "http://localhost/back",
    codeHash: "code hash",
    codeChallenge: "challenge",
    codeExpiresAt: later,
    now,
  });
  const tokens = {
    access: { hash: "access hash", expiresAt: later },
    refresh: { hash: "refresh hash", expiresAt: later },
  };
  const code = { by: "code", value: "code hash" } as const;
  const grantId = await withGrant(test.database, code, async (transaction, { id }) => {
    await insertOauthTokens(transaction, { grantId: id, tokens, now });
    return id;
  });
  return grantId ?? "";
}

async function failureOf(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  return call.then(
    () => ({ code: "done", message: "" }),
    (error) => error,
  );
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await failureOf(call)).code;
}
