import { readdirSync } from "node:fs";
import path from "node:path";
import { ROOT, readSource, type Source, sourcesOf } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";

const DATABASE = "packages/db/src";

/** The only places that make a connection, that take one from the pool, and that hand one to others. */
const CONNECTIONS: readonly { pattern: RegExp; files: RegExp }[] = [
  {
    pattern: /\bnew\s+(pg\.)?(Pool|Client)\b|\bpg\.native\b/,
    // The clients of the handshake and the demo are those of MCP; they may not import that of PostgreSQL, see below.
    files:
      /^packages\/db\/src\/(connection\/(open-)?database|embedded\/admin-client)\.ts$|^apps\/server\/src\/(connect\/handshake|demo\/assistant)\.ts$/,
  },
  {
    pattern: /\.connect\(\s*\)/,
    files:
      /^packages\/db\/src\/(connection\/((open-)?database|tenant-context|identity-client)|embedded\/admin-client)\.ts$/,
  },
  {
    pattern: /\bwithIdentityClient\b/,
    files:
      /^packages\/db\/src\/(connection\/(identity-client|is-database-ready)|changes\/announcer|identity\/[\w-]+)\.ts$/,
  },
  {
    pattern: /\b(withClient|withDirectClient|connectDatabase)\b/,
    files:
      /^packages\/db\/src\/(connection\/((open-)?database|index)|maintenance\/doctor\/examine-database|changes\/change-feed)\.ts$|^apps\/server\/src\/commands\/(backup|migrate|restore)\.ts$/,
  },
  {
    pattern: /"(pg|drizzle-orm)[/"]/,
    files: /^packages\/db\//,
  },
];

/** What would outlive a transaction on a connection that the next tenant gets. */
const LASTING = [
  /["'`;]\s*(SET|set)\s+(?!LOCAL|local)(SESSION|session|ROLE|role|[a-z_."]+\s*(=|TO\b|to\b))/,
  /\bset_config\s*\([^)]*,\s*(false|'f(alse)?'|'off'|'0')\s*\)/i,
  /\bSESSION\s+(AUTHORIZATION|CHARACTERISTICS)\b|\bDISCARD\s+ALL\b/i,
  /["'`;]\s*RESET\s+\w+/i,
];

/** Connections of their own, of the administrator of an embedded cluster; no tenant ever gets one. */
const WITHOUT_TENANTS = `${DATABASE}/embedded/`;

describe("the way to the database", () => {
  const sources = ["packages", "apps"]
    .flatMap((group) => readdirSync(path.join(ROOT, group)).map((name) => `${group}/${name}`))
    .filter((folder) => folder !== "packages/testing")
    .flatMap(sourcesOf);

  it("leads through files that are named here", () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.flatMap(strayConnections)).toEqual([]);
  });

  it("is not exported, but for maintenance, which has no tenant", () => {
    const exported = exportedNames(readSource(`${DATABASE}/connection/index.ts`));
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
    ["packages/mcp/src/tools/get-plan.ts", 'import { withClient } from "@trovella/db";'],
    ["apps/server/src/http/app.ts", 'import { withDirectClient } from "@trovella/db";'],
  ])("would be caught in %s with: %s", (file, text) => {
    expect(strayConnections({ file, text })).toHaveLength(1);
  });

  it.each([
    "await server.connect(transport);",
    'import { withTenantContext } from "@trovella/db";',
  ])("may be used with: %s", (text) => {
    expect(strayConnections({ file: "packages/mcp/src/server.ts", text })).toEqual([]);
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
  return CONNECTIONS.filter(({ files }) => !files.test(file)).flatMap(({ pattern }) => {
    const [found] = pattern.exec(text) ?? [];
    return found ? [`${file}: ${found}`] : [];
  });
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
      /\(\s*\w+: (pg\.)?\w*Client\w*\b[^()]*\)\s*=>|\):[^(]*\b\w*Client(Base)?\b/.test(head),
    )
    .map(([, name = ""]) => name);
}
