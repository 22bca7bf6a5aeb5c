import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { claimStep, createPlan, submitStep } from "@trovella/testing/mcp/plan-loop";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { verifyDatabase } from "../maintenance/verify/verify-database.ts";
import { auditKeyOf } from "./audit-key.ts";
import { AuditSealer, sealAllPlans } from "./audit-sealer.ts";
import { sealPlans } from "./seal-plans.ts";
import { readCheckpoint } from "./signed-note.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };
const KEY = auditKeyOf("a secret of at least 32 characters");
const SEALING = { key: KEY, host: "trovella.example", now: () => new Date() };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

describe("sealing", () => {
  it("seals what changed, once, in a tree of the organization's own", async () => {
    const first = await createPlan(worker(), 2);
    await createPlan(worker(B), 2);
    expect(await sealPlans(test.database, A, SEALING)).toBe(1);
    expect(await sealPlans(test.database, A, SEALING)).toBe(0);
    await createPlan(worker(), 2);
    await claimStep(worker(), first.plan.id);
    expect(await sealAllPlans(test.database, SEALING)).toBe(3);
    expect(await notes("org_a")).toEqual([
      { origin: "trovella.example/org_a", size: 1 },
      { origin: "trovella.example/org_a", size: 3 },
    ]);
    expect(await notes("org_b")).toEqual([{ origin: "trovella.example/org_b", size: 1 }]);
    expect(await verify()).toMatchObject({ checkpoints: 3, differences: [] });
  });

  it("keeps the tree in one line when several processes seal at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const plans = await Promise.all(Array.from({ length: 4 }, () => createPlan(worker(), 1)));
      const planIds = plans.map(({ plan }) => plan.id);
      await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          sealPlans(test.database, A, SEALING, index % 2 ? { planIds, waits: true } : {}),
        ),
      );
    }
    await sealPlans(test.database, A, SEALING);
    expect(await verify()).toMatchObject({ differences: [] });
    const { rows } = await asSuperuser(
      "SELECT count(*)::integer AS leaves, count(DISTINCT (plan_id, seq))::integer AS plans FROM audit_leaf WHERE organization_id = 'org_a'",
    );
    expect(rows[0].leaves).toBe(rows[0].plans);
  });

  it("follows soon after a plan is closed, and at the end of the process", async () => {
    const problems: unknown[] = [];
    const sealer = new AuditSealer(test.database, SEALING, (error) => problems.push(error));
    const { plan } = await createPlan(worker(), 1);
    const claim = await claimStep(worker(), plan.id);
    if (claim) await submitStep(worker(), plan.id, claim);
    await sealer.close();
    const { rows } = await asSuperuser(
      "SELECT audit_seq = leaf.seq AS is_sealed FROM audit_leaf AS leaf JOIN research_plan AS plan ON plan.id = plan_id WHERE plan_id = $1",
      [plan.id],
    );
    expect([rows, problems]).toEqual([[{ is_sealed: true }], []]);
  });

  it("names a key that is not known, once, and verifies under the old ones", async () => {
    const other = auditKeyOf("another secret of 32 characters or more");
    await createPlan(worker(), 1);
    await sealPlans(test.database, A, { ...SEALING, key: other });
    const { differences } = await verify();
    expect(differences).toEqual([
      expect.objectContaining({
        planId: "audit tree",
        where: expect.stringMatching(/^checkpoint \d+\.publicKey$/),
        found: JSON.stringify(other.publicKey.toString("base64")),
      }),
    ]);
    const auditKeys = [KEY.publicKey, other.publicKey];
    expect((await verifyDatabase(test.database, { auditKeys })).differences).toEqual([]);
  });

  it("is reported when a sealed plan is gone", async () => {
    const { plan } = await createPlan(worker(B), 1);
    await sealPlans(test.database, B, SEALING);
    await asSuperuser("DELETE FROM research_plan WHERE id = $1", [plan.id]);
    const { differences } = await verify();
    expect(differences).toContainEqual({
      planId: plan.id,
      where: "plan",
      expected: '"a plan that was sealed up to event 1"',
      found: '"nothing"',
    });
  });
});

function worker(tenant = A) {
  return { database: test.database, tenant, agent: "ada" };
}

function verify() {
  return verifyDatabase(test.database, { auditKeys: [KEY.publicKey] });
}

async function notes(organizationId: string) {
  const { rows } = await asSuperuser(
    "SELECT note FROM audit_checkpoint WHERE organization_id = $1 ORDER BY size",
    [organizationId],
  );
  return rows.map(({ note }) => {
    const { origin, size } = readCheckpoint(note, [KEY.publicKey]) ?? {};
    return { origin, size };
  });
}

function asSuperuser(statement: string, values: readonly string[] = []) {
  return withClient(test.asSuperuser, (client) => client.query(statement, [...values]));
}
