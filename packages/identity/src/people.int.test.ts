import { withClient } from "@trovella/db";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import {
  addMember,
  Browser,
  createOwner,
  createTestIdentity,
  fieldOf,
  ORIGIN,
  PASSWORD,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Identity } from "./identity.ts";

type Role = "owner" | "admin" | "member" | "viewer";
const ROLES: readonly Role[] = ["owner", "admin", "member", "viewer"];

let test: TestDatabase;
let setup: TestIdentity;
let identity: Identity;
let owner: { userId: string; organizationId: string; email: string };
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
  setup = createTestIdentity(test.database);
  identity = setup.identity;
});
afterAll(() => test.drop());

describe("the first owner", () => {
  it("is asked for by every way in, with a code that only the server's log shows", async () => {
    const browser = new Browser(identity);
    const response = await browser.get("/api/auth/sign-in");
    expect(response.headers.get("location")).toBe(`${ORIGIN}/api/auth/setup`);
    expect((await browser.get("/api/auth/setup")).status).toBe(200);
    const wrong = await browser.post("/api/auth/setup", { ...newOwner(), code: "wrong" });
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining("is wrong")]);
    expect(await identity.hasPeople()).toBe(false);
  });

  it.each([
    ["name", " "],
    ["email", "olga"],
    ["password", "eleven char"],
    ["organization", ""],
    ["name", "Ol\u202ega"],
  ])("is not made with the %s %j", async (field, value) => {
    const code = (await identity.setupCode()) ?? "";
    const form = { ...newOwner(), code, [field]: value };
    const response = await new Browser(identity).post("/api/auth/setup", form);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("Next:"),
    ]);
    expect(await identity.hasPeople()).toBe(false);
  });

  it("is made once, however many try at the same time, and is signed in then", async () => {
    const code = (await identity.setupCode()) ?? "";
    const browsers = ["olga", "otto", "oona", "omar"].map((name) => ({
      name,
      browser: new Browser(identity),
    }));
    const responses = await Promise.all(
      browsers.map(({ name, browser }) =>
        browser.post("/api/auth/setup", {
          ...newOwner(),
          email: `${name}@research.example`,
          code,
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403]);
    const sessions = await Promise.all(browsers.map(({ browser }) => browser.session()));
    const [session] = sessions.filter((found) => found !== null);
    expect(session).toMatchObject({ role: "owner", userName: "Olga" });
    owner = {
      userId: session?.userId ?? "",
      organizationId: session?.organizationId ?? "",
      email: session?.userEmail ?? "",
    };
    expect(await identity.listPeople()).toHaveLength(1);
  });

  it("is not asked for again", async () => {
    expect(await identity.setupCode()).toBeNull();
    const browser = new Browser(identity);
    expect((await browser.get("/api/auth/setup")).status).toBe(404);
    expect((await browser.post("/api/auth/setup", newOwner())).status).toBe(404);
    await expect(createOwner(identity, "Second")).rejects.toThrow("already has its first owner");
  });
});

describe("an invitation", () => {
  it("lets somebody new in, who is signed in then", async () => {
    const { browser, token } = await openInvitation("nina", "member");
    const form = { token, as: "new", name: "Nina", password: PASSWORD };
    expect((await browser.post("/api/auth/invitation", form)).status).toBe(303);
    expect(await browser.session()).toMatchObject({
      userEmail: "nina@research.example",
      organizationId: owner.organizationId,
      role: "member",
    });
  });

  it("lets somebody in who has an account, by way of the sign-in page", async () => {
    await outsider("paul");
    const { browser, token, page } = await openInvitation("paul", "viewer");
    const [, link = ""] = /href="(\/api\/auth\/sign-in[^"]*)"/.exec(page) ?? [];
    const signIn = await (await browser.get(link.replaceAll("&#38;", "&"))).text();
    const returnTo = fieldOf(signIn, "return_to");
    expect(returnTo).toBe(`/api/auth/invitation?token=${token}`);
    const email = "paul@research.example";
    await browser.post("/api/auth/sign-in", { email, password: PASSWORD, return_to: returnTo });
    const joining = await (await browser.get(returnTo)).text();
    const form = { token: fieldOf(joining, "token"), as: fieldOf(joining, "as") };
    expect(form.as).toBe("member");
    expect((await browser.post("/api/auth/invitation", form)).status).toBe(303);
    const { organizationId } = owner;
    expect(await browser.session()).toMatchObject({ organizationId, role: "viewer" });
  });

  it("is good for one person once, however many use it at the same time", async () => {
    const { token } = await openInvitation("quin", "member");
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        identity.acceptInvitation({ token, as: { name: "Quin", password: PASSWORD } }),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(
      identity.acceptInvitation({ token, as: { userId: owner.userId } }),
    ).rejects.toThrow("has been used, was revoked, or has expired");
  });

  it("is used once by somebody with an account, however often they press the button", async () => {
    const { userId } = await outsider("qara");
    const { token } = await openInvitation("qara", "member");
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => identity.acceptInvitation({ token, as: { userId } })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is for its own address alone", async () => {
    const { userId } = await outsider("rosa");
    const { token } = await openInvitation("somebody", "member");
    await expect(identity.acceptInvitation({ token, as: { userId } })).rejects.toThrow(
      "for another e-mail address",
    );
    const browser = new Browser(identity);
    await browser.signIn("rosa@research.example");
    const response = await browser.post("/api/auth/invitation", { token, as: "member" });
    expect(response.status).toBe(403);
  });

  it("does not take over an account that there is", async () => {
    await outsider("tina");
    const { browser, token } = await openInvitation("tina", "member");
    const form = { token, as: "new", name: "Thief", password: "another long password" };
    const response = await browser.post("/api/auth/invitation", form);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("if you have one, sign in"),
    ]);
    expect((await new Browser(identity).signIn("tina@research.example")).status).toBe(303);
  });

  it.each([
    ["runs out after seven days", async () => undefined, 7 * 24 * 60 * 60 * 1000],
    [
      "ends when it is revoked",
      async (invitationId: string) => identity.revokeInvitation({ ...asOwner(), invitationId }),
      0,
    ],
    [
      "ends when the address is invited again",
      async () => {
        await identity.invite({ ...asOwner(), email: "uma@research.example", role: "viewer" });
      },
      0,
    ],
  ])("%s", async (_, end, later) => {
    const { token, browser, invitationId } = await openInvitation("uma", "member");
    await end(invitationId);
    const before = setup.clock.now;
    setup.clock.now = new Date(before.getTime() + later);
    const shown = await browser.get(`/api/auth/invitation?token=${token}`);
    const form = { token, as: "new", name: "Uma", password: PASSWORD };
    const posted = await browser.post("/api/auth/invitation", form);
    setup.clock.now = before;
    expect([shown.status, posted.status]).toEqual([404, 404]);
  });

  it("ends with the power of whoever made it", async () => {
    const { organizationId, userId: actorId } = owner;
    const admin = await addMember(identity, {
      organizationId,
      actorId,
      name: "Vera",
      role: "admin",
    });
    const invite = () =>
      identity.invite({
        organizationId,
        actorId: admin.userId,
        email: "vera2@research.example",
        role: "admin",
      });
    for (const end of [
      () => identity.changeRole({ organizationId, actorId, userId: admin.userId, role: "member" }),
      () => identity.removeMember({ organizationId, actorId, userId: admin.userId }),
    ]) {
      await identity
        .changeRole({ organizationId, actorId, userId: admin.userId, role: "admin" })
        .catch(() => undefined);
      const { link } = await invite();
      await end();
      expect((await new Browser(identity).get(link)).status).toBe(404);
    }
  });

  it("keeps its secret to itself: the database has only a hash", async () => {
    const { token } = await openInvitation("wanda", "member");
    const { rows } = await withClient(test.target, (client) =>
      client.query("SELECT json_agg(invitation)::text AS all FROM invitation"),
    );
    expect(rows[0].all).not.toContain(token.slice(5));
  });
});

describe("roles", () => {
  const people: Record<string, { userId: string; email: string }> = {};
  let organizationId = "";
  beforeAll(async () => {
    organizationId = await identity.createOrganization({
      ownerId: owner.userId,
      name: "Roles",
      type: "company",
    });
    people.owner = owner;
    for (const role of ["admin", "member", "viewer"] as const)
      people[role] = await addMember(identity, {
        organizationId,
        actorId: owner.userId,
        name: `role-${role}`,
        role,
      });
  });

  it.each(ROLES.flatMap((actor) => ROLES.map((role) => [actor, role] as const)))(
    "decide whether %s may invite a person as %s",
    async (actor, role) => {
      const isAllowed = actor === "owner" || (actor === "admin" && role !== "owner");
      const invitation = identity.invite({
        organizationId,
        actorId: idOf(actor),
        email: "x@research.example",
        role,
      });
      if (isAllowed) expect((await invitation).link).toContain("token=troi_");
      else await expect(invitation).rejects.toMatchObject({ code: "FORBIDDEN" });
    },
  );

  it.each(
    ROLES.flatMap((actor) =>
      ROLES.flatMap((from) => ROLES.map((to) => [actor, from, to] as const)),
    ),
  )("decide whether %s may make a person who is %s into %s", async (actor, from, to) => {
    const { userId } = await personWith(from);
    const isAboutOwners = from === "owner" || to === "owner";
    const isAllowed = actor === "owner" || (actor === "admin" && !isAboutOwners);
    const change = identity.changeRole({ organizationId, actorId: idOf(actor), userId, role: to });
    if (isAllowed) await change;
    else await expect(change).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await roleOf(userId)).toBe(isAllowed ? to : from);
  });

  it.each(ROLES.flatMap((actor) => ROLES.map((role) => [actor, role] as const)))(
    "decide whether %s may remove a person who is %s",
    async (actor, role) => {
      const { userId } = await personWith(role);
      const isAllowed = actor === "owner" || (actor === "admin" && role !== "owner");
      const removal = identity.removeMember({ organizationId, actorId: idOf(actor), userId });
      if (isAllowed) await removal;
      else await expect(removal).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect(await roleOf(userId)).toBe(isAllowed ? null : role);
    },
  );

  it.each(ROLES)("let everybody read the members and leave: %s", async (role) => {
    const { userId } = await personWith(role);
    const members = await identity.listMembers({ organizationId, actorId: userId });
    expect(members.map((member) => member.userId)).toContain(userId);
    await identity.leave({ organizationId, userId });
    await expect(identity.listMembers({ organizationId, actorId: userId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("are no help in another organization, which is answered like one that does not exist", async () => {
    const { userId } = await outsider("xaver");
    for (const foreign of [organizationId, "org_unknown"]) {
      const act = { organizationId: foreign, actorId: userId };
      const notFound = {
        code: "NOT_FOUND",
        message: expect.stringContaining("Organization not found"),
      };
      await expect(identity.listMembers(act)).rejects.toMatchObject(notFound);
      await expect(
        identity.invite({ ...act, email: "y@research.example", role: "member" }),
      ).rejects.toMatchObject(notFound);
      await expect(
        identity.changeRole({ ...act, userId: owner.userId, role: "viewer" }),
      ).rejects.toMatchObject(notFound);
      await expect(identity.removeMember({ ...act, userId: owner.userId })).rejects.toMatchObject(
        notFound,
      );
      await expect(identity.listInvitations(act)).rejects.toMatchObject(notFound);
      await expect(
        identity.revokeInvitation({ ...act, invitationId: "inv_x" }),
      ).rejects.toMatchObject(notFound);
    }
  });

  it("never leave an organization without an owner, however many owners leave at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const ownerId = people.member?.userId ?? "";
      const id = await identity.createOrganization({ ownerId, name: "Race", type: "company" });
      const others = await Promise.all(
        [people.admin, people.viewer].map(async (person) => {
          const { link } = await identity.invite({
            organizationId: id,
            actorId: ownerId,
            email: person?.email ?? "",
            role: "owner",
          });
          const token = new URL(link).searchParams.get("token") ?? "";
          await identity.acceptInvitation({ token, as: { userId: person?.userId ?? "" } });
          return person?.userId ?? "";
        }),
      );
      const outcomes = await Promise.allSettled([
        ...[ownerId, ...others].map((userId) => identity.leave({ organizationId: id, userId })),
        ...others.map((userId) =>
          identity.changeRole({ organizationId: id, actorId: ownerId, userId, role: "viewer" }),
        ),
      ]);
      expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
      const { rows } = await withClient(test.target, (client) =>
        client.query(
          "SELECT count(*) FILTER (WHERE role = 'owner')::int AS owners FROM member WHERE organization_id = $1",
          [id],
        ),
      );
      expect(rows[0].owners).toBeGreaterThanOrEqual(1);
    }
  });

  it("list the organizations of a person with the role in each", async () => {
    const { userId } = await outsider("yann");
    expect(await identity.listOrganizations(userId)).toEqual([
      {
        organizationId: expect.any(String),
        organizationName: "Waiting",
        type: "personal",
        role: "owner",
      },
    ]);
  });

  function idOf(role: Role): string {
    return people[role]?.userId ?? "";
  }

  let count = 0;
  async function personWith(role: Role) {
    count += 1;
    return addPerson(`p${count}`, role, organizationId);
  }

  async function roleOf(userId: string): Promise<Role | null> {
    const members = await identity.listMembers({ organizationId, actorId: owner.userId });
    return members.find((member) => member.userId === userId)?.role ?? null;
  }
});

function newOwner(): Record<string, string> {
  return {
    name: "Olga",
    email: "olga@research.example",
    password: PASSWORD,
    organization: "Research",
  };
}

function asOwner() {
  return { organizationId: owner.organizationId, actorId: owner.userId };
}

async function openInvitation(name: string, role: Role) {
  const email = `${name}@research.example`;
  const { link, invitationId } = await identity.invite({ ...asOwner(), email, role });
  const browser = new Browser(identity);
  const page = await (await browser.get(link)).text();
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(page).toContain(`invites ${email} to Research as ${role}`);
  return { browser, token, page, invitationId };
}

/** Straight into the table: hashing a password for each would take most of the time. */
async function addPerson(name: string, role: Role, organizationId: string) {
  const [userId, email] = [`usr_${name}`, `${name}@research.example`];
  await withClient(test.target, async (client) => {
    await client.query('INSERT INTO "user" (id, name, email) VALUES ($1, $2, $3)', [
      userId,
      name,
      email,
    ]);
    await client.query(
      "INSERT INTO member (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)",
      [`mem_${name}`, organizationId, userId, role],
    );
  });
  return { userId, email };
}

/** Somebody with an account and an organization of their own. */
async function outsider(name: string) {
  const waiting = await identity.createOrganization({
    ownerId: owner.userId,
    name: "Waiting",
    type: "personal",
  });
  const person = await addMember(identity, {
    organizationId: waiting,
    actorId: owner.userId,
    name,
    role: "owner",
  });
  await identity.leave({ organizationId: waiting, userId: owner.userId });
  return person;
}
