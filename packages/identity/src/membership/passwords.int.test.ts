import { withClient } from "@trovella/db";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  Browser,
  createTestIdentity,
  PASSWORD,
  type TestIdentity,
} from "@trovella/testing/identity/test-identity";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const NEW = "another horse battery";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
beforeAll(async () => {
  ({ test, setup, owner } = await createTestTeam(inject("socketDirectory")));
});
afterAll(() => test.drop());

describe("changing the password", () => {
  it("ends all sessions but the one it is done in", async () => {
    const [here, elsewhere] = await twoSessions();
    const sessionId = (await here.session())?.sessionId ?? "";
    await setup.identity.changePassword({ ...change(), sessionId });
    expect(await here.session()).not.toBeNull();
    expect(await elsewhere.session()).toBeNull();
    expect((await elsewhere.signIn(owner.email)).status).toBe(401);
    expect((await elsewhere.signIn(owner.email, NEW)).status).toBe(303);
  });

  it("ends all of them when none is named", async () => {
    const [here, elsewhere] = await twoSessions();
    await setup.identity.changePassword(change());
    expect([await here.session(), await elsewhere.session()]).toEqual([null, null]);
  });

  it.each([
    ["a wrong current password", { current: "not my password" }, "FORBIDDEN"],
    ["a short new one", { next: "short" }, "INVALID_INPUT"],
    ["a very long new one", { next: "x".repeat(129) }, "INVALID_INPUT"],
    ["an unknown user", { userId: "usr_nobody" }, "INVALID_INPUT"],
  ])("is refused with %s, and nothing changes", async (_, changes, code) => {
    const before = await stored();
    const refused = setup.identity.changePassword({ ...change(), ...changes });
    await expect(refused).rejects.toMatchObject({
      code,
      message: expect.stringContaining("Next:"),
    });
    expect(await stored()).toEqual(before);
  });

  it("happens once when two try at the same time", async () => {
    await setup.identity.resetPassword({ email: owner.email, password: PASSWORD });
    const outcomes = await Promise.allSettled(
      [NEW, `${NEW} 2`].map((next) => setup.identity.changePassword({ ...change(), next })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is limited, so that a stolen session finds out nothing", async () => {
    const { identity, limits } = createTestIdentity(test.database);
    limits.answer = () => ({ ok: false, retryAfterSeconds: 5 });
    await expect(identity.changePassword(change())).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 5 },
    });
    expect(limits.keys).toEqual([`sign-in:password:${owner.userId}`]);
  });

  it("is for those who have one", async () => {
    await withClient(test.target, (client) =>
      client.query(
        `INSERT INTO "user" (id, name, email) VALUES ('usr_oidc', 'Ida', 'ida@research.example');
         INSERT INTO account (id, user_id, provider_id, account_id) VALUES ('acc_oidc', 'usr_oidc', 'oidc', 'ida')`,
      ),
    );
    const refused = setup.identity.changePassword({ ...change(), userId: "usr_oidc" });
    await expect(refused).rejects.toThrow("you sign in with your organization");
    const email = "ida@research.example";
    const reset = setup.identity.resetPassword({ email, password: NEW });
    await expect(reset).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("resetting it", () => {
  it("needs no current one, ends all sessions, and says how many", async () => {
    const [here] = await twoSessions();
    const email = ` ${owner.email.toUpperCase()}`;
    expect(await setup.identity.resetPassword({ email, password: NEW })).toEqual({
      userId: owner.userId,
      endedSessions: 2,
    });
    expect(await here.session()).toBeNull();
    expect((await here.signIn(owner.email)).status).toBe(401);
    expect((await here.signIn(owner.email, NEW)).status).toBe(303);
  });

  it.each([
    ["nobody@research.example", NEW, "NOT_FOUND"],
    ["", NEW, "NOT_FOUND"],
    ["olga@research.example", "short", "INVALID_INPUT"],
  ])("is refused for %j with %j", async (email, password, code) => {
    const before = await stored();
    const refused = setup.identity.resetPassword({ email, password });
    await expect(refused).rejects.toMatchObject({ code });
    expect(await stored()).toEqual(before);
  });
});

async function twoSessions(): Promise<[Browser, Browser]> {
  await setup.identity.resetPassword({ email: owner.email, password: PASSWORD });
  const browsers: [Browser, Browser] = [new Browser(setup.identity), new Browser(setup.identity)];
  for (const browser of browsers) await browser.signIn(owner.email);
  return browsers;
}

async function stored(): Promise<unknown> {
  const { rows } = await withClient(test.target, (client) =>
    client.query("SELECT id, password, (SELECT count(*) FROM session) FROM account ORDER BY id"),
  );
  return rows;
}

function change() {
  return { userId: owner.userId, current: PASSWORD, next: NEW };
}
