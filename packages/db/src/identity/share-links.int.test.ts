import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { listSecurityEvents } from "./security-event-rows.ts";
import {
  createShareLink,
  openShareLink,
  revokeShareLink,
  SHARE_LIMITS,
  setPublicLinks,
} from "./share-links.ts";
import { listShareLinks } from "./share-rows.ts";
import { hashToken, newShareToken } from "./token-format.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };
const NOW = new Date("2026-11-16T08:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  await run(`INSERT INTO "user" (id, name, email) VALUES ('usr_a', 'Ada', 'ada@test.example')`);
  for (const id of ["org_a", "org_b"]) {
    await run(
      `INSERT INTO organization (id, name, slug) VALUES ('${id}', '${id}', '${id}') ON CONFLICT DO NOTHING`,
    );
    await insertReport(id, 1);
    await insertReport(id, 2);
  }
});
afterAll(() => test.drop());

describe("a public link", () => {
  it("is created only where the organization allows links, and opens nothing while it does not", async () => {
    await expect(create()).rejects.toThrow("Public links are switched off");
    await allow(true);
    const { token } = await create();
    expect(await open(token)).toMatchObject({ tenant: A, outputId: "out_org_a_1" });
    await allow(false);
    expect(await open(token)).toBeNull();
    await allow(true);
    expect(await open(token)).not.toBeNull();
  });

  it("opens one version of one report, or the newest one", async () => {
    const { token: fixed } = await create();
    const { token: newest } = await create({ outputId: null });
    expect((await open(fixed))?.outputId).toBe("out_org_a_1");
    expect((await open(newest))?.outputId).toBe("out_org_a_2");
    await insertReport("org_a", 3);
    expect((await open(fixed))?.outputId).toBe("out_org_a_1");
    expect((await open(newest))?.outputId).toBe("out_org_a_3");
  });

  it("ends to the millisecond when it was to end, at most 366 days later", async () => {
    const { token, expiresAt } = await create({ expiresInDays: 1 });
    expect(expiresAt.getTime() - NOW.getTime()).toBe(DAY_MS);
    expect(await openShareLink(test.database, token, at(DAY_MS - 1))).not.toBeNull();
    expect(await openShareLink(test.database, token, at(DAY_MS))).toBeNull();
    for (const expiresInDays of [0, 367, 1.5, Number.NaN]) {
      await expect(create({ expiresInDays })).rejects.toThrow("expiresInDays");
    }
    await expect(create({ expiresInDays: SHARE_LIMITS.maxDays })).resolves.toBeTruthy();
  });

  it("is revoked for good, by its creator or an admin, and by no other organization", async () => {
    const { token, linkId } = await create();
    await expect(revoke(linkId, { tenant: B })).rejects.toThrow("no such link");
    await expect(revoke(linkId, { creatorId: "usr_other" })).rejects.toThrow("Only the person");
    expect(await open(token)).not.toBeNull();
    const { revokedAt } = await revoke(linkId, { creatorId: "usr_a" });
    expect(revokedAt).toEqual(NOW);
    expect(await open(token)).toBeNull();
    expect((await revoke(linkId)).revokedAt).toEqual(NOW);
  });

  it("is unknown when made up, and stored nowhere but as a hash", async () => {
    const { token } = await create();
    for (const other of [
      newShareToken(),
      `${token}x`,
      token.slice(1),
      "",
      `trov_${token.slice(4)}`,
    ]) {
      expect(await open(other)).toBeNull();
    }
    const stored = await run(
      "SELECT (SELECT json_agg(share_key) FROM share_key)::text || (SELECT json_agg(share_link) FROM share_link)::text AS rows",
    );
    expect(stored[0]?.rows).toContain(hashToken(token));
    expect(stored[0]?.rows).not.toContain(token.slice(4, 34));
  });

  it("counts its uses, and the security log has its creation, its first use and its end", async () => {
    const { token, linkId } = await create();
    for (let use = 0; use < 3; use++) await open(token);
    await revoke(linkId);
    const [listed] = await inA((context) =>
      listShareLinks(context, { planId: "plan_org_a", limit: 1 }),
    );
    expect(listed).toMatchObject({ id: linkId, uses: 3, title: "Report 1", version: 1 });
    const events = await inA((context) =>
      listSecurityEvents(context, { kind: null, userId: null, before: null, limit: 100 }),
    );
    const ofLink = events.filter(({ subjectId }) => subjectId === linkId).map(({ kind }) => kind);
    expect(ofLink.toSorted()).toEqual([
      "share_link_created",
      "share_link_revoked",
      "share_link_used",
    ]);
  });

  it("goes with its report, and with its plan", async () => {
    const { token } = await create();
    const { token: newest } = await create({ outputId: null });
    await run("DELETE FROM research_output WHERE id = 'out_org_a_1'");
    expect(await open(token)).toBeNull();
    expect(await open(newest)).not.toBeNull();
    await run("DELETE FROM research_plan WHERE id = 'plan_org_a'");
    expect(await open(newest)).toBeNull();
    expect(await run("SELECT FROM share_link WHERE organization_id = 'org_a'")).toEqual([]);
  });
});

function at(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

function create(changes: { outputId?: string | null; expiresInDays?: number } = {}) {
  const link = { planId: "plan_org_a", outputId: "out_org_a_1", title: "Report 1" };
  return createShareLink(
    test.database,
    { tenant: A, userId: "usr_a", ...link, expiresInDays: 30, ...changes },
    NOW,
  );
}

function open(token: string) {
  return openShareLink(test.database, token, NOW);
}

function revoke(linkId: string, { tenant = A, creatorId = null as string | null } = {}) {
  return revokeShareLink(test.database, { tenant, linkId, creatorId }, NOW);
}

function allow(isAllowed: boolean) {
  return setPublicLinks(test.database, { ...A, isAllowed });
}

function inA<T>(work: Parameters<typeof withTenantContext<T>>[2]): Promise<T> {
  return withTenantContext(test.database, A, work);
}

async function insertReport(organizationId: string, version: number): Promise<void> {
  const plan = `plan_${organizationId}`;
  await run(
    `INSERT INTO research_plan (organization_id, id, handle, name, research_question, status, version, audit_seq, steps_created, stall_threshold_ms, review_policy)
     VALUES ('${organizationId}', '${plan}', 'p-${organizationId}', 'Plan', 'Why?', 'planning', 1, 1, 1, 1000, 'human_only') ON CONFLICT DO NOTHING`,
  );
  await run(
    `INSERT INTO research_output (organization_id, id, plan_id, title, media_type, version, content)
     VALUES ('${organizationId}', 'out_${organizationId}_${version}', '${plan}', 'Report ${version}', 'markdown', ${version}, 'Text')`,
  );
}

function run(statement: string): Promise<Record<string, string>[]> {
  return withClient(test.asSuperuser, async (client) => (await client.query(statement)).rows);
}
