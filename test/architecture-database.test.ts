import { readdirSync } from "node:fs";
import path from "node:path";
import { ROOT, type Source, sourcesOf } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";

const DATABASE = "packages/db/src";

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  /** Where the rule holds; left out, everywhere. */
  readonly within?: RegExp;
  /** The folders that are free to do it. */
  readonly rooms: readonly string[];
}

const ENTRY = /^packages\/db\/src\/\w+\/index\.ts$/;
const room = (name: string) => `${DATABASE}/${name}/`;

const RULES: readonly Rule[] = [
  {
    name: "connection and embedded open connections",
    pattern: /\bnew\s+(pg\.)?(Pool|Client)\b|\bpg\.native\b/,
    // Elsewhere a Client is one of MCP, since PostgreSQL's cannot be imported.
    within: /^packages\/db\/src\//,
    rooms: [room("connection"), room("embedded")],
  },
  {
    name: "connection takes connections from the pool",
    pattern: /\.connect\(\s*\)/,
    // The console runs in a browser and has no database.
    within: /^(packages|apps\/server)\//,
    rooms: [room("connection"), room("embedded")],
  },
  {
    name: "identity and changes work outside tenants",
    pattern: /\bwithIdentityClient\b/,
    rooms: [room("connection"), room("identity"), room("changes")],
  },
  {
    name: "no entry exports the connection outside tenants",
    pattern: /\bwithIdentityClient\b/,
    within: ENTRY,
    rooms: [],
  },
  {
    name: "maintenance, changes and commands have connections of their own",
    pattern: /\b(withClient|withDirectClient|connectDatabase)\b/,
    rooms: [room("connection"), room("maintenance"), room("changes"), "apps/server/src/commands/"],
  },
  {
    name: "only this package knows the driver",
    pattern: /"pg[/"]/,
    rooms: ["packages/db/"],
  },
  {
    name: "only the schema is written in Drizzle",
    pattern: /"drizzle-(orm|kit)[/"]/,
    rooms: [room("schema"), "packages/db/drizzle.config.ts"],
  },
];

/** Settings that would outlive a transaction on a connection that the next tenant gets. */
const LASTING = [
  /["'`;]\s*(SET|set)\s+(?!LOCAL|local)(SESSION|session|ROLE|role|[a-z_."]+\s*(=|TO\b|to\b))/,
  /\bset_config\s*\([^)]*,\s*(false|'f(alse)?'|'off'|'0')\s*\)/i,
  /\bSESSION\s+(AUTHORIZATION|CHARACTERISTICS)\b|\bDISCARD\s+ALL\b/i,
  /["'`;]\s*RESET\s+\w+/i,
];

/** Its connections are those of the bootstrap user; no tenant ever gets one. */
const WITHOUT_TENANTS = room("embedded");

describe("access to the database", () => {
  const sources = ["packages", "apps"]
    .flatMap((group) => readdirSync(path.join(ROOT, group)).map((name) => `${group}/${name}`))
    .filter((folder) => folder !== "packages/testing")
    .flatMap(sourcesOf);

  it("leads through the rooms that are named here", () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.flatMap(strayConnections)).toEqual([]);
  });

  it("is not exported, except for maintenance, which has no tenant", () => {
    const entries = sources.filter(({ file }) => ENTRY.test(file));
    const exported = entries.flatMap(({ text }) => exportedNames(text));
    expect(entries.length).toBeGreaterThan(8);
    const giving = sources.filter(isOfDatabase).flatMap(({ text }) => connectionGivers(text));
    expect(exported).toContain("withTenantContext");
    expect(exported.filter((name) => giving.includes(name))).toEqual([
      "withClient",
      "withDirectClient",
    ]);
  });

  it("leaves nothing behind on a connection", () => {
    const shared = sources.filter(({ file }) => !file.startsWith(WITHOUT_TENANTS));
    const lasting = shared.flatMap(({ file, text }) =>
      lastingSettings(text).map((found) => `${file}: ${found}`),
    );
    expect(lasting).toEqual([]);
  });

  it.each([
    ["apps/server/src/main.ts", 'import pg from "pg";'],
    ["packages/mcp/src/server.ts", 'import type { PoolClient } from "pg";'],
    ["packages/api/src/trpc.ts", 'import { drizzle } from "drizzle-orm/node-postgres";'],
    ["packages/db/src/plans/save-plan.ts", 'import { eq } from "drizzle-orm";'],
    ["packages/db/src/connection/tenant-context.ts", 'import { sql } from "drizzle-orm";'],
    ["packages/db/src/plans/save-plan.ts", "const pool = new pg.Pool(options);"],
    ["packages/db/src/plans/list-plans.ts", "const client = new Client();"],
    ["packages/db/src/plans/save-plan.ts", "const client = await database.connect();"],
    ["apps/server/src/http/app.ts", "const client = await context.database.connect();"],
    [
      "packages/db/src/plans/save-plan.ts",
      'import { withIdentityClient } from "./identity-client.ts";',
    ],
    [
      "packages/db/src/connection/index.ts",
      'export { withIdentityClient } from "./identity-client.ts";',
    ],
    [
      "packages/db/src/identity/index.ts",
      'export { withIdentityClient } from "../connection/identity-client.ts";',
    ],
    [
      "packages/db/src/maintenance/migrate.ts",
      'import { withIdentityClient } from "../connection/identity-client.ts";',
    ],
    ["packages/db/src/console/plans.ts", "await connectDatabase({ target });"],
    ["packages/mcp/src/tools/get-plan.ts", 'import { withClient } from "@trovella/db";'],
    ["apps/server/src/http/app.ts", 'import { withDirectClient } from "@trovella/db";'],
  ])("would be caught in %s with: %s", (file, text) => {
    expect(strayConnections({ file, text })).toHaveLength(1);
  });

  it.each([
    ["packages/mcp/src/server.ts", "await server.connect(transport);"],
    ["packages/mcp/src/server.ts", 'import { withTenantContext } from "@trovella/db";'],
    ["packages/connect/src/handshake.ts", "const client = new Client(info);"],
    ["apps/console/src/live/live-connection.ts", "this.connect();"],
    ["packages/db/src/schema/plan.ts", 'import { pgTable } from "drizzle-orm/pg-core";'],
    ["packages/db/src/identity/people.ts", "withIdentityClient(database, work);"],
  ])("may be used in %s with: %s", (file, text) => {
    expect(strayConnections({ file, text })).toEqual([]);
  });

  it.each([
    "export function lend(database: Database, work: (client: PoolClient) => Promise<void>) {}",
    "export async function lend<T>(\n  target: Target,\n  work: (client: pg.Client, more: T) => Promise<T>,\n): Promise<T> {}",
    "export async function lend(database: Database): Promise<PoolClient> {}",
    "export const lend = (database: Database): Promise<ClientBase> => database.connect();",
    "export async function lend(database: Database): Promise<[pg.Client, () => void]> {}",
  ])("would be seen to be exported by: %s", (text) => {
    expect(connectionGivers(text)).toEqual(["lend"]);
  });

  it("is not exported by what only works with a connection it is given", () => {
    const text = "export async function migrate(client: ClientBase): Promise<string[]> {}";
    expect(connectionGivers(text)).toEqual([]);
  });

  it.each([
    'client.query("SET search_path = public")',
    "client.query(`SET ROLE somebody`)",
    "client.query('set app.organization_id to 1')",
    'client.query("BEGIN; SET SESSION statement_timeout = 1")',
    "\"SELECT set_config('app.organization_id', $1, false)\"",
    'client.query("SET SESSION AUTHORIZATION somebody")',
    'client.query("RESET ROLE")',
    'client.query("DISCARD ALL")',
  ])("would be caught leaving something behind with: %s", (text) => {
    expect(lastingSettings(text)).not.toEqual([]);
  });

  it.each([
    'client.query("SET LOCAL statement_timeout = 0")',
    "\"SELECT set_config('role', 'app_tenant', true)\"",
    '"UPDATE plan_step SET status = $1"',
    '"Next: set DATABASE_URL to a server."',
  ])("leaves nothing behind with: %s", (text) => {
    expect(lastingSettings(text)).toEqual([]);
  });
});

function isOfDatabase({ file }: Source): boolean {
  return file.startsWith(`${DATABASE}/`);
}

function strayConnections({ file, text }: Source): string[] {
  return RULES.filter(({ within }) => within?.test(file) ?? true)
    .filter(({ rooms }) => !rooms.some((folder) => file.startsWith(folder)))
    .filter(({ pattern }) => pattern.test(text))
    .map(({ name }) => `${file} breaks the rule: ${name}`);
}

function lastingSettings(text: string): string[] {
  return LASTING.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

function exportedNames(text: string): string[] {
  return [...text.matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().split(" as ").at(-1) ?? "")
    .filter((name) => name !== "" && !name.startsWith("type "));
}

/** The exported functions that lend a connection to a callback, or return one. */
function connectionGivers(text: string): string[] {
  const heads = text.matchAll(
    /export (?:async )?(?:function|const) (\w+)([\s\S]*?)(?=\{\n|\{\}| => \w+\.|\nexport |$)/g,
  );
  return [...heads]
    .filter(([, , head = ""]) =>
      /\(\s*\w+: (pg\.)?(Pool)?Client(Base)?\b[^()]*\)\s*=>|\):[^(]*\b(Pool)?Client(Base)?\b/.test(
        head,
      ),
    )
    .map(([, name = ""]) => name);
}
