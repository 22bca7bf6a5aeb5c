import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { connectDatabase, type Database } from "./database.ts";
import { withClient } from "./open-database.ts";
import { defineStatement, execution } from "./statement.ts";
import { type TenantContext, withTenantContext } from "./tenant-context.ts";

const TENANTS = Array.from({ length: 20 }, (_, index) => `org_${index}`);
const OPERATIONS = 1_000;
const LANES = 20;
const CONNECTIONS = 2;
const A = { organizationId: "org_0" };

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), TENANTS);
  database = connectDatabase({ target: test.target, maxConnections: CONNECTIONS });
  await Promise.all(TENANTS.map(createPlan));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describe("a tenant's context", () => {
  it("is never another's, whatever goes wrong beside it on the same two connections", async () => {
    const seen: Seen[] = [];
    const outcomes = await inLanes(OPERATIONS, async (index) => {
      const organizationId = TENANTS[(index * 7) % TENANTS.length] ?? "";
      const kind = KINDS[random(index) % KINDS.length] ?? "read";
      const report = (rows: readonly Row[]) => {
        seen.push(...rows.map((row) => ({ expected: organizationId, row })));
      };
      const work = (context: TenantContext) => OPERATION[kind](context, report);
      const outcome = await withTenantContext(database, { organizationId }, work).then(
        () => "done",
        (error) => String(error.code ?? error.message),
      );
      return `${kind}: ${outcome}`;
    });
    expect(seen.filter(({ expected, row }) => !belongs(row, expected))).toEqual([]);
    expect(seen.length).toBeGreaterThan(OPERATIONS / 2);
    expect(new Set(outcomes)).toEqual(new Set(EXPECTED_OUTCOMES));
    expect(await idleConnections()).toEqual(Array(CONNECTIONS).fill(CLEAN));
  });
});

describe("a transaction that PostgreSQL ended because nothing was sent for too long", () => {
  const idleFor = defineStatement(
    "SELECT set_config('idle_in_transaction_session_timeout', '20', true)",
  );
  const name = defineStatement("UPDATE research_plan SET name = $1");

  it.each([{ last: false }, { last: true }])("is run once more: %j", async (options) => {
    let runs = 0;
    await withTenantContext(database, A, async (context) => {
      runs += 1;
      if (runs === 1) {
        await context.send([execution(idleFor)]);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await context.send([execution(name, [`Run ${runs}`])], options);
    });
    expect(runs).toBe(2);
    const { rows } = await withClient(test.asSuperuser, (client) =>
      client.query("SELECT name FROM research_plan WHERE organization_id = $1", ["org_0"]),
    );
    expect(rows).toEqual([{ name: "Run 2" }]);
  });

  it("fails when that happens again", async () => {
    let runs = 0;
    const work = withTenantContext(database, A, async (context) => {
      runs += 1;
      await context.send([execution(idleFor)]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await context.send([execution(name, ["Never"])]);
    });
    await expect(work).rejects.toThrow();
    expect(runs).toBe(2);
  });
});

describe("two transactions that wait for each other's locks", () => {
  const lock = defineStatement("SELECT pg_advisory_xact_lock($1)");

  it("both succeed: the one that PostgreSQL ends is run once more", async () => {
    let runs = 0;
    let holding = 0;
    const lockBoth = (first: number, second: number) =>
      withTenantContext(database, A, async (context) => {
        runs += 1;
        await context.send([execution(lock, [first])]);
        holding += 1;
        while (holding < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        await context.send([execution(lock, [second])]);
        return "done";
      });
    expect(await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])).toEqual(["done", "done"]);
    expect(runs).toBe(3);
  });
});

describe("a context that has ended", () => {
  let ended: TenantContext;
  beforeEach(async () => {
    ended = await withTenantContext(database, A, async (context) => {
      await context.send([execution(LOOK)]);
      return context;
    });
  });

  it("sends nothing more", async () => {
    await expect(ended.send([execution(LOOK)])).rejects.toThrow("has ended");
    await expect(ended.send([execution(LOOK)], { last: true })).rejects.toThrow("has ended");
  });

  it("sends nothing more when its work had failed", async () => {
    const failing = withTenantContext(database, A, async (context) => {
      ended = context;
      await context.send([execution(LOOK)]);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    await expect(ended.send([execution(LOOK)])).rejects.toThrow("has ended");
  });

  it("sends nothing although it never sent anything", async () => {
    ended = await withTenantContext(database, A, async (context) => context);
    await expect(ended.send([execution(LOOK)])).rejects.toThrow("has ended");
    await expect(ended.send([execution(LOOK)], { last: true })).rejects.toThrow("has ended");
    expect(await idleConnections()).toEqual(Array(CONNECTIONS).fill(CLEAN));
  });

  it("sends nothing after a commit that is in flight", async () => {
    let late: Promise<unknown> = Promise.resolve();
    await withTenantContext(database, A, async (context) => {
      await context.send([execution(LOOK)]);
      const last = context.send([execution(LOOK)], { last: true });
      late = context.send([execution(LOOK)]).then(
        () => "was sent",
        () => "was refused",
      );
      await last;
    });
    expect(await late).toBe("was refused");
  });

  it("can neither be committed by its work nor contain another transaction", async () => {
    const sending = (text: string) =>
      withTenantContext(database, A, (context) =>
        context.send([execution(LOOK), execution(defineStatement(text)), execution(LOOK)]),
      );
    await expect(sending("commit")).rejects.toThrow("This is one transaction already.");
    await expect(sending(" BEGIN")).rejects.toThrow("This is one transaction already.");
  });
});

interface Row {
  readonly [column: string]: unknown;
}

interface Seen {
  readonly expected: string;
  readonly row: Row;
}

const LOOK = defineStatement(
  "SELECT organization_id, current_setting('app.organization_id') AS context, current_user::text AS role FROM research_plan",
);
const TOUCH = defineStatement(
  `UPDATE research_plan SET name = name || '.'
   RETURNING organization_id, current_setting('app.organization_id') AS context, current_user::text AS role`,
);
const FAIL = defineStatement("SELECT 1 / (count(*) - 1) FROM research_plan");
const SHORT = defineStatement("SELECT set_config('statement_timeout', '3', true)");
const SLEEP = defineStatement("SELECT pg_sleep(10)");
const PROCESS = defineStatement("SELECT pg_backend_pid() AS id");
const CLEAN = { role: "trovella_server", setting: "none", context: "" };

type Report = (rows: readonly Row[]) => void;

const OPERATION = {
  async read(context: TenantContext, report: Report) {
    const results = await context.send([execution(LOOK), execution(LOOK)]);
    for (const { rows } of results) report(rows);
  },
  async readTwice(context: TenantContext, report: Report) {
    report((await context.send([execution(LOOK)]))[0]?.rows ?? []);
    report((await context.send([execution(LOOK)]))[0]?.rows ?? []);
  },
  async write(context: TenantContext, report: Report) {
    report((await context.send([execution(LOOK)]))[0]?.rows ?? []);
    report((await context.send([execution(TOUCH)], { last: true }))[0]?.rows ?? []);
  },
  async throwing(context: TenantContext, report: Report) {
    report((await context.send([execution(TOUCH)]))[0]?.rows ?? []);
    throw new Error("on purpose");
  },
  async throwingWithoutWaiting(context: TenantContext, report: Report) {
    context.send([execution(LOOK)]).then(([result]) => report(result?.rows ?? []));
    throw new Error("on purpose");
  },
  async failing(context: TenantContext) {
    await context.send([execution(LOOK), execution(FAIL), execution(LOOK)]);
  },
  async failingUnnoticed(context: TenantContext) {
    await context.send([execution(FAIL)]).catch(() => undefined);
  },
  async timingOut(context: TenantContext) {
    await context.send([execution(SHORT), execution(SLEEP)]);
  },
  async losingItsConnection(context: TenantContext) {
    const [process] = await context.send([execution(PROCESS)]);
    await Promise.all([context.send([execution(SLEEP)]), endProcess(process?.rows[0]?.id)]);
  },
};

const KINDS = Object.keys(OPERATION) as (keyof typeof OPERATION)[];

const EXPECTED_OUTCOMES = [
  "read: done",
  "readTwice: done",
  "write: done",
  "throwing: on purpose",
  "throwingWithoutWaiting: on purpose",
  "failing: 22012",
  "failingUnnoticed: The transaction was not committed.",
  "timingOut: 57014",
  "losingItsConnection: 57P01",
];

/** A fixed sequence that looks like chance. */
function random(index: number): number {
  return ((index + 1) * 2_654_435_761) >>> 16;
}

function belongs(row: Row, organizationId: string): boolean {
  return (
    row.organization_id === organizationId &&
    row.context === organizationId &&
    row.role === "app_tenant"
  );
}

/** As the login: the request role itself may end nobody's connection. */
function endProcess(id: unknown): Promise<unknown> {
  return withClient(test.target, (client) => client.query("SELECT pg_terminate_backend($1)", [id]));
}

/** What the pool's connections still hold while nobody uses them. */
async function idleConnections(): Promise<unknown[]> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => database.connect()));
  const looks = clients.map(async (client) => {
    const { rows } =
      await client.query(`SELECT current_user::text AS role, current_setting('role') AS setting,
      coalesce(current_setting('app.organization_id', true), '') AS context`);
    client.release();
    return rows[0];
  });
  return Promise.all(looks);
}

function createPlan(organizationId: string): Promise<unknown> {
  const insert =
    defineStatement(`INSERT INTO research_plan (organization_id, id, handle, name, research_question, status, version,
    audit_seq, steps_created, stall_threshold_ms, review_policy) VALUES ($1, 'plan', 'p-222222', 'p', 'q', 'planning', 1, 1, 0, 1, 'human_only')`);
  return withTenantContext(database, { organizationId }, (context) =>
    context.send([execution(insert, [organizationId])], { last: true }),
  );
}

/** Many at once, but not all: nobody should have to wait so long for a connection that it gives up. */
async function inLanes<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) results.push(await work(next++));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}
