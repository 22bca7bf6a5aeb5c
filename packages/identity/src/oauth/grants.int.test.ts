import { withClient } from "@trovella/db";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { addMember, Browser, type TestIdentity } from "@trovella/testing/identity/test-identity";
import {
  errorOf,
  type Program,
  type Tokens,
  tokensIn,
} from "@trovella/testing/identity/test-program";
import { createTestTeamWithClient, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
let browser: Browser;
let program: Program;
let start: number;
beforeAll(async () => {
  const team = await createTestTeamWithClient(inject("socketDirectory"), {
    organizations: "anyone",
  });
  ({ test, setup, owner, browser, program } = team);
  start = setup.clock.now.getTime();
});
afterAll(() => test.drop());

describe("a grant", () => {
  it("ends 180 days after it was given, however often it was refreshed", async () => {
    let tokens = await program.tokensBy(browser, owner.organizationId);
    for (let day = 25; day < 180; day += 25) {
      later(day * DAY);
      tokens = await tokensIn(program.refresh(tokens.refresh_token));
    }
    later(180 * DAY - 10 * MINUTE);
    tokens = await tokensIn(program.refresh(tokens.refresh_token));
    expect(tokens.expires_in).toBe(600);
    expect(await listed()).toHaveLength(1);
    later(180 * DAY);
    expect(await setup.identity.grantOf(tokens.access_token)).toBeNull();
    expect(await errorOf(program.refresh(tokens.refresh_token))).toEqual([400, "invalid_grant"]);
    expect(await listed()).toEqual([]);
    later(0);
  });

  it("that is older than that does not count, whatever its tokens say", async () => {
    const { access_token, refresh_token } = await newTokens();
    await change("created_at = created_at - interval '180 days'");
    expect(await setup.identity.grantOf(access_token)).toBeNull();
    expect(await errorOf(program.refresh(refresh_token))).toEqual([400, "invalid_grant"]);
    expect(await listed()).toEqual([]);
  });

  it("has lost `admin`, if a former version gave it", async () => {
    const { access_token } = await newTokens();
    await change("scopes = '{read,write,admin}'");
    const held = { scopes: ["read", "write"] };
    expect(await setup.identity.grantOf(access_token)).toMatchObject(held);
    expect(await listed()).toMatchObject([held]);
  });

  it("lists its last use, to the minute, and its end", async () => {
    const { access_token } = await newTokens();
    const endsAt = new Date(start + 180 * DAY);
    expect(await listed()).toMatchObject([{ lastUsedAt: null, endsAt, userName: "Olga" }]);
    for (const [at, shown] of [
      [0, 0],
      [MINUTE - 1, 0],
      [MINUTE, MINUTE],
    ] as const) {
      later(at);
      await setup.identity.grantOf(access_token);
      expect(await listed()).toMatchObject([{ lastUsedAt: new Date(start + shown) }]);
    }
    later(0);
  });

  it("can be listed and ended by owners and admins of its organization, and by nobody else", async () => {
    const { identity } = setup;
    const { organizationId, userId: actorId } = owner;
    const join = (name: string, role: "admin" | "member") =>
      addMember(identity, { organizationId, actorId, name, role });
    const [admin, member] = [await join("Ada", "admin"), await join("Max", "member")];
    const outsider = await identity.createOrganization({
      ownerId: member.userId,
      name: "Elsewhere",
      type: "company",
    });
    const its = new Browser(identity);
    await its.signIn(member.email);
    for (const manager of [actorId, admin.userId]) {
      await withClient(test.target, (client) => client.query("DELETE FROM oauth_grant"));
      const { access_token } = await program.tokensBy(its, organizationId);
      const act = { organizationId, actorId: manager };
      const [grant] = await identity.listMemberGrants(act);
      expect(grant).toMatchObject({ userId: member.userId, userEmail: member.email });
      const grantId = grant?.id ?? "";
      for (const foreign of [
        { organizationId, actorId: member.userId, grantId },
        { organizationId: outsider, actorId: member.userId, grantId },
        { organizationId: outsider, actorId: manager, grantId },
        { ...act, grantId: "grant_none" },
      ]) {
        await expect(identity.revokeMemberGrant(foreign)).rejects.toThrow("Next:");
      }
      expect(await identity.grantOf(access_token)).not.toBeNull();
      await identity.revokeMemberGrant({ ...act, grantId });
      expect(await identity.grantOf(access_token)).toBeNull();
    }
    await expect(
      identity.listMemberGrants({ organizationId, actorId: member.userId }),
    ).rejects.toThrow("Only owners and admins");
  });
});

function later(milliseconds: number): void {
  setup.clock.now = new Date(start + milliseconds);
}

function listed() {
  return setup.identity.listGrants(owner.userId);
}

/** Of the only grant there is. */
async function newTokens(): Promise<Tokens> {
  await withClient(test.target, (client) => client.query("DELETE FROM oauth_grant"));
  return program.tokensBy(browser, owner.organizationId);
}

function change(assignment: string): Promise<unknown> {
  return withClient(test.target, (client) => client.query(`UPDATE oauth_grant SET ${assignment}`));
}
