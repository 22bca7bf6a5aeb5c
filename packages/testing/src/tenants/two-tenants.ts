import { randomBytes } from "node:crypto";
import {
  type ConnectionSettings,
  type Database,
  withClient,
  withTenantContext,
} from "@trovella/db";
import { defineStatement } from "../../../db/src/connection/statement.ts";
import { TENANT_TABLES } from "../../../db/src/schema/table-names.ts";
import { markTexts } from "./mark-texts.ts";
import type { Queryable } from "./tenancy-catalog.ts";
import {
  A,
  type Attempt,
  B,
  insertion,
  names,
  type Row,
  type Run,
  referencesIn,
  tenantAttempts,
} from "./tenant-attempts.ts";
import { CANARY_NUMBER, tenantRows } from "./tenant-rows.ts";

export interface TwoTenants {
  readonly database: Database;
  readonly target: ConnectionSettings["target"];
  readonly asSuperuser: ConnectionSettings["target"];
}

export interface Findings {
  readonly problems: readonly string[];
  /** Operations tried, and how many of them should succeed. */
  readonly operations: number;
  readonly working: number;
}

const CANARY = randomBytes(16).toString("hex");
const ROWS_OF_B = tenantRows(names(B, { key: B, canary: CANARY }));

/** Operations that reach the other organization's rows, or wrongly fail on its own, in a new database of A and B. */
export async function twoTenantFindings(tenants: TwoTenants): Promise<Findings> {
  const unmarked = await fill(tenants);
  const before = await foreignRows(tenants);
  const attempts = await withClient(tenants.target, (withoutContext) =>
    withClient(tenants.target, (withEmptyContext) =>
      carryOut({
        own: ownContext(tenants.database, A),
        none: rawContext(withoutContext, []),
        empty: rawContext(withEmptyContext, [EMPTY_ORGANIZATION]),
      }),
    ),
  );
  const problems = [
    ...unmarked.map((place) => `${place} has no canary.`),
    ...attempts.flatMap(({ problem }) => problem ?? []),
    ...(await withClient(tenants.target, untriedReferences)),
    ...(await contextsLeft(tenants.database)),
  ];
  const after = await foreignRows(tenants);
  if (after !== before) problems.push("The other organization's rows have changed.");
  const working = attempts.filter(({ attempt }) => attempt.expected === "own rows").length;
  return { problems, operations: attempts.length, working };
}

async function carryOut(contexts: Parameters<typeof tenantAttempts>[1]) {
  const results: { attempt: Attempt; problem: string | undefined }[] = [];
  for (const attempt of tenantAttempts(ROWS_OF_B, contexts)) {
    const outcome = await attempt.run(attempt.text, attempt.values).catch((error) => error);
    const problem = problemWith(attempt, outcome);
    results.push({ attempt, problem: problem && `A client that ${attempt.what} ${problem}` });
  }
  return results;
}

function problemWith({ expected }: Attempt, outcome: readonly Row[] | Error): string | undefined {
  if (outcome instanceof Error) {
    const { code, detail } = { code: "", detail: "", ...outcome };
    if (`${outcome.message} ${detail}`.includes(CANARY)) return "gets B's secret in an error.";
    return code === expected ? undefined : `gets ${code} ${outcome.message}.`;
  }
  const foreign = outcome.filter(isForeign).length;
  if (foreign > 0) return `gets ${foreign} foreign rows.`;
  if (expected === "own rows") return outcome.length > 0 ? undefined : "gets no rows.";
  if (expected === "no rows")
    return outcome.length > 0 ? `gets ${outcome.length} rows.` : undefined;
  return "is not refused.";
}

function isForeign(row: Row): boolean {
  const text = JSON.stringify(row);
  const isMarked = text.includes(CANARY) || text.includes(String(CANARY_NUMBER));
  return isMarked || row.organization_id !== A;
}

function ownContext(database: Database, organizationId: string): Run {
  return (text, values = []) =>
    withTenantContext(database, { organizationId }, async (context) => {
      const [result] = await context.send([{ statement: defineStatement(text), values }]);
      return result?.rows ?? [];
    });
}

const REQUEST_ROLE = "SELECT set_config('role', 'app_tenant', true)";
const EMPTY_ORGANIZATION = "SELECT set_config('app.organization_id', '', true)";

/** A transaction of the request role without an organization, on a connection that never had one. */
function rawContext(client: Queryable, settings: readonly string[]): Run {
  return async (text, values = []) => {
    try {
      for (const statement of ["BEGIN", REQUEST_ROLE, ...settings]) await client.query(statement);
      const { rows } = await client.query(text, [...values]);
      await client.query("COMMIT");
      return rows;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    }
  };
}

/** The columns that have no canary. */
async function fill({ database, target, asSuperuser }: TwoTenants): Promise<string[]> {
  await withClient(target, async (client) => {
    for (const id of [A, B]) {
      await client.query(`INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1)`, [
        `user_${id}`,
      ]);
    }
  });
  for (const table of TENANT_TABLES) {
    const { run, text, values } = insertion(ownContext(database, B), table, ROWS_OF_B, "own rows");
    await run(text, values);
  }
  return withClient(asSuperuser, (client) =>
    markTexts(client, { organizationId: B, canary: CANARY }),
  );
}

/** Foreign keys that the attempts do not cover. */
async function untriedReferences(client: Queryable): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT format('%s.%s', conrelid::regclass, attname) AS place FROM pg_constraint
     JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
     WHERE contype = 'f' AND confrelid::regclass::text = ANY ($1) AND attname <> 'organization_id'`,
    [TENANT_TABLES],
  );
  const tried = referencesIn(ROWS_OF_B).map(({ table, column }) => `${table}.${column}`);
  return rows
    .filter(({ place }) => !tried.includes(String(place)))
    .map(({ place }) => `The reference ${place} was not tried.`);
}

/** Tenant context that leaks out of a transaction into its connection. */
async function contextsLeft(database: Database): Promise<string[]> {
  const client = await database.connect();
  const { rows } = await client.query(
    `SELECT current_setting('role') AS role, current_setting('app.organization_id', true) AS organization`,
  );
  client.release();
  const [left] = rows;
  return left?.role === "none" && !left.organization
    ? []
    : [
        `An idle connection still has the role ${left?.role} and organization ${left?.organization}.`,
      ];
}

/** B's rows with their physical location and writing transaction. */
function foreignRows({ asSuperuser }: TwoTenants): Promise<string> {
  return withClient(asSuperuser, async (client) => {
    const found: unknown[] = [];
    for (const table of TENANT_TABLES) {
      const { rows } = await client.query(
        `SELECT ctid::text, xmin::text, t::text FROM ${table} t WHERE organization_id = $1 ORDER BY ctid`,
        [B],
      );
      found.push(rows);
    }
    return JSON.stringify(found);
  });
}
