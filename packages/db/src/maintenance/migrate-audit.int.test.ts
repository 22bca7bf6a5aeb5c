import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { expect, inject, it } from "vitest";
import { EMPTY_HEAD } from "../audit/audit-entry.ts";
import { connectDatabase } from "../connection/database.ts";
import { withClient } from "../connection/open-database.ts";
import { withTenantSnapshot } from "../connection/tenant-context.ts";
import { readPlan } from "../plans/save-plan.ts";
import { listMigrations } from "./list-migrations.ts";
import { migrate } from "./migrate.ts";
import { compareChain } from "./verify/compare-chain.ts";

const IDS = listMigrations().map(({ id }) => id);
const BEFORE = IDS[IDS.findIndex((id) => id.endsWith("_audit_record")) - 1] ?? "";
/** More than a batch. */
const EVENTS = 250;
/** The migration fails when most rows are chained. */
const BREAK_LATE = `
  CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'interrupted'; END $$;
  CREATE TRIGGER late BEFORE UPDATE ON plan_audit_log FOR EACH ROW
    WHEN (NEW.organization_id = 'org_b' AND NEW.plan_id = 'plan_3') EXECUTE FUNCTION late()`;

it("chains the rows of every plan, also of one that is longer than a batch, and starts again after an interruption", async () => {
  const database = await createEmptyDatabase(inject("socketDirectory"));
  await withClient(database.target, async (client) => {
    await migrate(client, { upTo: BEFORE });
    for (const organizationId of ["org_a", "org_b"]) {
      await client.query("INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)", [
        organizationId,
      ]);
      await client.query("SELECT set_config('app.organization_id', $1, false)", [organizationId]);
      await client.query(
        `INSERT INTO research_plan (organization_id, id, handle, steps_created, name, research_question, status, version, audit_seq, stall_threshold_ms, review_policy)
         SELECT $1, 'plan_' || n, 'p-' || n, 0, 'Tea', 'Why?', 'planning', 1, ${EVENTS}, 1, 'human_only' FROM generate_series(1, 3) AS n`,
        [organizationId],
      );
      await client.query(
        `INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_via, created_at)
         SELECT $1, plan || '_' || n, plan, n, n, 'plan_modified', 'x', jsonb_build_object('n', n / 3.0, 'text', 'Öl'), 'mcp',
           '2026-01-01T12:00:00.123456Z'::timestamptz + n * interval '1 microsecond'
         FROM generate_series(1, ${EVENTS}) AS n, unnest(ARRAY['plan_1', 'plan_2', 'plan_3']) AS plan`,
        [organizationId],
      );
      // The event of a run, and one of a plan that was deleted.
      await client.query(
        `INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_via)
         VALUES ($1, 'run', 'plan_1', NULL, NULL, 'skill_completed', 'x', '{}', 'mcp'), ($1, 'gone', NULL, 1, 1, 'plan_modified', 'x', '{}', 'mcp')`,
        [organizationId],
      );
    }
    await client.query("RESET app.organization_id");

    await client.query(BREAK_LATE);
    await expect(migrate(client)).rejects.toThrow("interrupted");
    await client.query("DROP TRIGGER late ON plan_audit_log; DROP FUNCTION late()");
    expect(await migrate(client)).toContain(IDS.find((id) => id.endsWith("_audit_record")));
  });
  const pool = connectDatabase({ target: database.target });
  for (const organizationId of ["org_a", "org_b"]) {
    await withTenantSnapshot(pool, { organizationId }, async (context) => {
      for (const planId of ["plan_1", "plan_2", "plan_3"]) {
        const loaded = await readPlan(context, planId);
        expect(loaded.auditHead).not.toBe(EMPTY_HEAD);
        expect((await compareChain(context, loaded)).differences).toEqual([]);
      }
    });
  }
  await pool.close();
  await withClient(database.asSuperuser, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*) FILTER (WHERE entry_hash IS NULL)::integer AS unchained, count(DISTINCT entry_hash)::integer AS hashes
       FROM plan_audit_log`,
    );
    // The same plans in two organizations have the same rows.
    expect(rows).toEqual([{ unchained: 4, hashes: 3 * EVENTS }]);
    await expect(
      client.query(`INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_via)
        VALUES ('org_a', 'old', 'plan_1', 999, 999, 'plan_modified', 'x', '{}', 'mcp')`),
    ).rejects.toThrow("plan_audit_log_hash_fits");
    const unguarded = await client.query(
      "SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity",
    );
    expect(unguarded.rows).toEqual([]);
  });
  await database.drop();
});
