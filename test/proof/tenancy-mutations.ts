/** Opens one hole at a time in the tenant isolation: the catalog check or the two-tenant test must detect each. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectDatabase, withClient } from "@trovella/db";
import { ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { rewritingDatabase } from "@trovella/testing/database/rewriting-database";
import {
  createTemplate,
  createTestDatabase,
  type TestDatabase,
} from "@trovella/testing/database/test-database";
import { catalogProblems } from "@trovella/testing/tenants/tenancy-catalog";
import { twoTenantFindings } from "@trovella/testing/tenants/two-tenants";
import { type Mutation, PATH_MUTATIONS, ROLE_MUTATIONS, TABLE_MUTATIONS } from "./tenancy-holes.ts";

const WORKERS = 3;

const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-tenancy-"));
// PostgreSQL may run as another user, which needs access to this directory.
chmodSync(dataDirectory, 0o755);
try {
  const cluster = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  await createTemplate(cluster);
  process.exitCode = (await campaign(cluster.socketDirectory)) ? 0 : 1;
} finally {
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
}

async function campaign(socketDirectory: string): Promise<boolean> {
  const unharmed = await attempt(socketDirectory, { name: "nothing changed" });
  if (unharmed.by.length > 0) {
    console.log(`problems are detected without any mutation: ${unharmed.by.join(", ")}`);
    return false;
  }
  const tried: Noticed[] = [];
  const waiting = [...TABLE_MUTATIONS, ...PATH_MUTATIONS];
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        tried.push(await attempt(socketDirectory, next));
    }),
  );
  // Roles are cluster-wide, so these mutations run alone.
  for (const mutation of ROLE_MUTATIONS) tried.push(await attempt(socketDirectory, mutation));
  return report(tried);
}

interface Noticed {
  readonly name: string;
  readonly by: readonly ("catalog" | "two tenants")[];
}

/** Each in its own copy of the template. */
async function attempt(socketDirectory: string, mutation: Mutation): Promise<Noticed> {
  const test = await createTestDatabase(socketDirectory);
  const change = (text = "SELECT") => withClient(test.asSuperuser, (client) => client.query(text));
  try {
    await change(mutation.statements);
    const problems = await withClient(test.target, catalogProblems);
    const found = await problemsOfTwoTenants(test, mutation);
    return {
      name: mutation.name,
      by: [
        ...(problems.length > 0 ? (["catalog"] as const) : []),
        ...(found.length > 0 ? (["two tenants"] as const) : []),
      ],
    };
  } finally {
    await change(mutation.undo);
    await test.drop();
  }
}

async function problemsOfTwoTenants(test: TestDatabase, mutation: Mutation) {
  const target = mutation.isSuperuser ? test.asSuperuser : test.target;
  const login = connectDatabase({ target });
  const database = mutation.rewrite ? rewritingDatabase(login, mutation.rewrite) : login;
  try {
    return (await twoTenantFindings({ ...test, database })).problems;
  } catch (error) {
    // The test could not even start, which counts as detected.
    return [String(error)];
  } finally {
    await login.close();
  }
}

function report(tried: readonly Noticed[]): boolean {
  const unnoticed = tried.filter(({ by }) => by.length === 0);
  for (const { name } of unnoticed) console.log(`unnoticed: ${name}`);
  const count = (who: string) => tried.filter(({ by }) => by.some((one) => one === who)).length;
  console.log(`by the catalog ${count("catalog")}, by two tenants ${count("two tenants")}`);
  console.log(`${tried.length} mutations, ${tried.length - unnoticed.length} noticed`);
  return unnoticed.length === 0 && tried.length > 0;
}
