import { createHash } from "node:crypto";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import type { Client } from "pg";
import { expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { migrate } from "./migrate.ts";

const ORGANIZATIONS = ["org_a", "org_b"];
const BEFORE = "0011_run_indexes";

it("gives old plans handles and old steps the numbers that replaying their log gives", async () => {
  const database = await createEmptyDatabase(inject("socketDirectory"));
  const [one, other] = idsWithTheSameHandle();
  const plans = ["plan_1", one, other];
  await withClient(database.target, async (client) => {
    await migrate(client, { upTo: BEFORE });
    for (const organizationId of ORGANIZATIONS) {
      await client.query("INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)", [
        organizationId,
      ]);
      await client.query("SELECT set_config('app.organization_id', $1, false)", [organizationId]);
      for (const planId of plans) await insertPlan(client, organizationId, planId);
    }
    await client.query("RESET app.organization_id");
    await migrate(client);

    for (const organizationId of ORGANIZATIONS) {
      await client.query("SELECT set_config('app.organization_id', $1, false)", [organizationId]);
      const { rows } = await client.query(
        "SELECT id, handle, steps_created FROM research_plan ORDER BY id",
      );
      expect(rows.map(({ id }) => id)).toEqual(plans.toSorted());
      for (const { handle } of rows) expect(handle).toMatch(/^p-[2-9b-df-hj-km-np-tv-xz]{6}$/);
      expect(new Set(rows.map(({ handle }) => handle)).size).toBe(plans.length);
      expect(rows.find(({ id }) => id === "plan_1")?.handle).toBe(handleOf("plan_1"));
      for (const row of rows) expect(row.steps_created).toBe(4);
      const steps = await client.query(
        "SELECT id, number FROM plan_step WHERE plan_id = 'plan_1' ORDER BY step_order",
      );
      expect(steps.rows).toEqual([
        { id: "plan_1_d", number: 4 },
        { id: "plan_1_a", number: 1 },
        { id: "plan_1_c", number: 3 },
        { id: "plan_1_unlogged", number: 5 },
      ]);
    }
    const unguarded = await client.query(
      "SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity",
    );
    expect(unguarded.rows).toEqual([]);
  });
  await database.drop();
});

/** Steps a and b were created, b was removed, c and d were added, and one stands in no log. */
async function insertPlan(client: Client, organizationId: string, planId: string): Promise<void> {
  await client.query(
    `INSERT INTO research_plan (organization_id, id, name, research_question, status, version, audit_seq, stall_threshold_ms, review_policy)
     VALUES ($1, $2, 'Tea', 'Why?', 'executing', 3, 3, 1, 'human_only')`,
    [organizationId, planId],
  );
  const id = (name: string) => `${planId}_${name}`;
  for (const [index, name] of ["d", "a", "c", "unlogged"].entries()) {
    await client.query(
      `INSERT INTO plan_step (organization_id, id, plan_id, step_order, step_type, instructions, status, depends_on, attempt)
       VALUES ($1, $2, $3, $4, 'search', 'Find.', 'pending', '{}', 0)`,
      [organizationId, id(name), planId, index + 1],
    );
  }
  const events = [
    ["created", { type: "plan_created", steps: [{ id: id("a") }, { id: id("b") }] }],
    ["step_removed", { type: "step_removed", stepId: id("b") }],
    ["steps_added", { type: "steps_added", steps: [{ id: id("c") }, { id: id("d") }] }],
  ] as const;
  for (const [index, [action, event]] of events.entries()) {
    await client.query(
      `INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_via)
       VALUES ($1, $2, $3, $4, $4::bigint, 'plan_modified', $5, $6, 'mcp')`,
      [organizationId, id(String(index)), planId, index + 1, action, JSON.stringify(event)],
    );
  }
}

function idsWithTheSameHandle(): [string, string] {
  const known = new Map<string, string>();
  for (let count = 2; ; count += 1) {
    const id = `plan_${count}`;
    const other = known.get(handleOf(id));
    if (other) return [other, id];
    known.set(handleOf(id), id);
  }
}

/** The first handle that the migration tries for a plan. */
function handleOf(id: string): string {
  const digest = createHash("md5").update(`${id}0`).digest();
  const characters = [...digest.subarray(0, 6)].map(
    (byte) => "23456789bcdfghjkmnpqrstvwxz"[byte % 27],
  );
  return `p-${characters.join("")}`;
}
