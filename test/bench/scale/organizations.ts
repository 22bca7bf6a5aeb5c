import { withClient } from "@trovella/db";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { RESULT } from "@trovella/testing/mcp/plan-loop";
import { REPORT, type TestServer } from "@trovella/testing/mcp/test-server";
import { TENANT_TABLES } from "../../../packages/db/src/schema/table-names.ts";

type Target = TestDatabase["asSuperuser"];
type SqlClient = Parameters<Parameters<typeof withClient>[1]>[0];

/** The organization that the others are copies of. */
export const ORIGIN = "org_a";
const STEPS = 10;
/** Of each ten plans: finished, half done, waiting for a person; the others have not been begun. */
const WORKED = [10, 10, 10, 10, 10, 5, 5, 3, 0, 0];
const REVIEWED = 7;
const BATCH = 50;

/** Plans, results, findings and their index, all by the tools themselves. */
export async function seedOrganization(server: TestServer, plans: number): Promise<void> {
  for (let number = 0; number < plans; number += 1) {
    const { planId } = await server.call("create_research_plan", {
      name: `[Scan] Heat pumps in district ${number}`,
      researchQuestion: `What do heat pumps cost and save in district ${number}?`,
      steps: Array.from({ length: STEPS }, (_, index) => ({
        stepType: "search",
        instructions: `Find sources on aspect ${index + 1}, note what each claims and how sure it is.`,
      })),
    });
    const kind = number % WORKED.length;
    for (let done = 0; done < (WORKED[kind] ?? 0); done += 1) await work(server, planId, number);
    if (kind === REVIEWED) await askForReview(server, planId);
  }
  await server.services.log.flush();
}

async function work(server: TestServer, planId: string, number: number): Promise<void> {
  const { step, lease } = await server.call("get_next_step", { planId, agent: `agent-${number}` });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: RESULT,
    resultSummary: `District ${number}: two sources agree that a third of the energy is saved.`,
    confidence: 0.8,
    stepExecutionReport: REPORT,
  });
  if (step.stepId.endsWith("s1")) {
    await server.call("store_research", {
      planId,
      artifactType: "finding",
      title: `Savings in district ${number}`,
      content: `Heat pumps in district ${number} save a third of the energy and cost ${number} euros less each year.`,
    });
  }
}

async function askForReview(server: TestServer, planId: string): Promise<void> {
  const { step, lease } = await server.call("get_next_step", { planId, agent: "agent" });
  await server.call("request_user_review", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    summary: "The first findings agree.",
  });
}

interface Cloning {
  mayGoOn(): boolean;
  onProgress(done: number): void;
}

/** Copies the first organization until there are as many as wanted, or the disk is full; returns how many there are. */
export async function cloneOrganizations(
  target: Target,
  wanted: number,
  { mayGoOn, onProgress }: Cloning,
): Promise<number> {
  return withClient(target, async (client) => {
    // Ids are unique in an organization, so that nothing but its own id differs in a copy.
    await client.query("SET session_replication_role = replica");
    await client.query("SET synchronous_commit = off");
    const statements = await copyStatements(client);
    let done = 1;
    while (done < wanted && mayGoOn()) {
      const last = Math.min(wanted, done + BATCH) - 1;
      for (const statement of statements) await client.query(statement, [done, last]);
      done = last + 1;
      onProgress(done);
    }
    await client.query("VACUUM ANALYZE");
    return done;
  });
}

async function copyStatements(client: SqlClient): Promise<string[]> {
  const statements = [
    `INSERT INTO organization (id, name, slug) SELECT 'org_' || k, 'org_' || k, 'org_' || k FROM generate_series($1::int, $2::int) k`,
  ];
  for (const table of TENANT_TABLES) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0
         AND NOT attisdropped AND attgenerated = '' AND attname <> 'organization_id'`,
      [table],
    );
    const columns = rows.map(({ name }) => `"${name}"`).join(", ");
    statements.push(
      `INSERT INTO ${table} (organization_id, ${columns}) SELECT 'org_' || k, ${columns}
         FROM ${table}, generate_series($1::int, $2::int) k WHERE organization_id = '${ORIGIN}'`,
    );
  }
  return statements;
}

export async function describeSize(target: Target): Promise<string> {
  return withClient(target, async (client) => {
    const count = async (table: string) => {
      const { rows } = await client.query<{ count: string }>(
        "SELECT greatest(reltuples, 0)::bigint::text AS count FROM pg_class WHERE oid = $1::regclass",
        [table],
      );
      return Number(rows[0]?.count).toLocaleString("en");
    };
    const { rows } = await client.query<{ size: string }>(
      "SELECT pg_size_pretty(pg_database_size(current_database())) AS size",
    );
    return `${await count("research_plan")} plans, ${await count("plan_step")} steps, ${await count("plan_audit_log")} audit rows, ${await count("posting")} postings, ${rows[0]?.size}`;
  });
}
