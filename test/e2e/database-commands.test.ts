import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase, withClient } from "@trovella/db";
import { stopPostgres } from "@trovella/db/embedded";
import { listMigrations } from "@trovella/db/maintenance";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import { claimStep, createPlan, submitStep } from "@trovella/testing/mcp/plan-loop";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runTrovella, startServing, type User } from "./support/trovella-process.ts";

const LOCAL = { organizationId: "org_local" };

let folder: string;
let dataDirectory: string;
const directories: string[] = [];
const servers: Awaited<ReturnType<typeof startServing>>[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-commands-"));
  dataDirectory = newDirectory();
});
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
});
afterAll(async () => {
  for (const directory of directories) {
    await stopPostgres({ dataDirectory: directory });
    rmSync(directory, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true });
});

describe("before there is a database", () => {
  it("migrate --plan lists everything and creates nothing", async () => {
    const { exitCode, stdout } = await trovella("migrate", "--plan", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      applied: [],
      pending: listMigrations().map(({ id }) => id),
    });
    expect((await trovella("stop")).stdout).toMatch(/was not running/);
  });

  it.each(["backup", "verify"])("%s says that there is none", async (command) => {
    const options = command === "backup" ? [path.join(folder, "none.jsonl")] : [];
    const { exitCode, stdout, stderr } = await trovella(command, ...options);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/^There is no database in \S+ yet\..*\n$/);
  });

  it("doctor finds nothing wrong and starts nothing", async () => {
    const { exitCode, stdout } = await trovella("doctor");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ok +Embedded PostgreSQL +no database yet/m);
    expect((await trovella("stop")).stdout).toMatch(/was not running/);
  });
});

describe("serve", () => {
  it("creates the database at the first start, says so on stderr, and is ready", async () => {
    const first = await serving();
    expect(first.output.stderr).toMatch(/^Creating a database in \S+ \(once\) …\n$/);
    const response = await fetch(`${first.url}/readyz`);
    expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const second = await serving();
    expect(second.output.stderr).toBe("");
  });

  it("has the local user afterwards", async () => {
    const { rows } = await query(
      "SELECT user_id, organization_id, role FROM member WHERE id = 'mem_local'",
    );
    expect(rows).toEqual([{ user_id: "usr_local", organization_id: "org_local", role: "owner" }]);
  });

  it("restarts an embedded PostgreSQL that was stopped", async () => {
    const { url } = await serving();
    expect((await trovella("stop")).stdout).toMatch(/^Stopped the PostgreSQL of/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it("is not ready while the database of DATABASE_URL is unavailable, and recovers", async () => {
    const { url } = await serving({ DATABASE_URL: ownUrl() });
    await trovella("stop");
    const away = await fetch(`${url}/readyz`);
    expect(away.status).toBe(503);
    expect(await away.json()).toEqual({
      status: "not_ready",
      reasons: ["The database does not answer."],
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await trovella("migrate");
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it("refuses a database that is newer than the program, in a sentence", async () => {
    await query("INSERT INTO schema_migration (id, digest) VALUES ('9999_future', 'x')");
    try {
      const { exitCode, stdout, stderr } = await trovella("serve", "--port", "0");
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(/^The database is newer than this program.*9999_future.*Next: .*\n$/);
    } finally {
      await query("DELETE FROM schema_migration WHERE id = '9999_future'");
    }
  });

  it("refuses to run as a database user that is not bound by row-level security", async () => {
    const { exitCode, stderr } = await trovella("serve", "--port", "0", {
      DATABASE_URL: ownUrl("trovella"),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Tenants would not be isolated: .*superuser.*\n$/);
  });

  it.each([
    ["postgresql://ada:hunter2@127.0.0.1:1/x", 1, /^The database cannot be reached\. Next: .*\n$/],
    ["mysql://ada:hunter2@localhost/x", 2, /^DATABASE_URL has an invalid value: .*\n$/],
  ])("does not show the password of DATABASE_URL=%s", async (url, code, sentence) => {
    const { exitCode, stderr } = await trovella("serve", "--port", "0", { DATABASE_URL: url });
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain("hunter2");
  });

  const users = process.getuid?.() === 0 ? ["root", "an ordinary user"] : ["this user"];
  it.each(users)("works for %s", async (who) => {
    const user: User = who === "an ordinary user" ? { uid: 65534, gid: 65534 } : {};
    const directory = newDirectory();
    if (user.uid && user.gid) chownSync(directory, user.uid, user.gid);
    const environment = { TROVELLA_DATA_DIR: directory, TSX_DISABLE_CACHE: "1" };
    const server = await startServing([], environment, user);
    servers.push(server);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await runTrovella(["doctor"], environment, { user })).exitCode).toBe(0);
    expect((await runTrovella(["stop"], environment, { user })).stdout).toMatch(/^Stopped/);
  });
});

describe("backup, restore and verify", () => {
  let planId: string;
  let backup: string;
  beforeAll(async () => {
    backup = path.join(folder, "backup.jsonl.gz");
    planId = await makePlan();
  });

  it("backup saves everything to a file that only its owner can read", async () => {
    const { exitCode, stdout } = await trovella("backup", backup);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^Saved \d+ rows of 1 organization to \S+backup\.jsonl\.gz \(\d\.\d kB\)/,
    );
    expect(statSync(backup).mode & 0o777).toBe(0o600);
  });

  it("restore brings it into a new data directory, whose backup has the same bytes", async () => {
    const other = { TROVELLA_DATA_DIR: newDirectory() };
    const again = path.join(folder, "again.jsonl.gz");
    expect((await trovella("restore", backup, other)).stdout).toMatch(/^Restored \d+ rows/);
    await trovella("backup", again, other);
    expect(readFileSync(again).equals(readFileSync(backup))).toBe(true);
    const { stdout } = await trovella("verify", planId, "--json", other);
    expect(JSON.parse(stdout)).toMatchObject({ plans: 1, differenceCount: 0, differences: [] });
  });

  it("restore refuses to overwrite other data unless forced", async () => {
    const refused = await trovella("restore", backup);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/^The database is not empty.*--replace.*\n$/);
    const replaced = await trovella("restore", backup, "--replace");
    expect(replaced.exitCode).toBe(0);
    expect(replaced.stdout).toMatch(/kept in \S+backups\/before-restore-\S+\.jsonl\.gz\./);
  });

  it("restore refuses a damaged file", async () => {
    const damaged = path.join(folder, "damaged.jsonl.gz");
    writeFileSync(damaged, readFileSync(backup).subarray(0, 1000));
    const { exitCode, stderr } = await trovella("restore", damaged, "--replace");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/is incomplete or damaged, so nothing was changed/);
  });

  it("verify finds nothing, and then a manual edit", async () => {
    const good = await trovella("verify");
    expect([good.exitCode, good.stderr]).toEqual([0, ""]);
    expect(good.stdout).toMatch(/^Replayed \d+ events of 1 plan: 0 differences\.\n$/);

    await query("UPDATE plan_step SET result = '\"gold\"' WHERE step_order = 1");
    const bad = await trovella("verify");
    expect(bad.exitCode).toBe(1);
    expect(bad.stdout).toMatch(/: step step_\w+\.result\n {2}the log says .*\n {2}stored is .*\n/);
    expect(bad.stdout).toMatch(/1 difference\.\n$/);
    expect(bad.stderr).toMatch(/differs from the audit log/);
  });

  it.each([
    { options: ["backup"], named: "needs a file" },
    { options: ["restore", "a", "b"], named: 'the argument "b"' },
    { options: ["backup", "--file", "a"], named: "no option --file" },
  ])("refuses $options", async ({ options, named }) => {
    const { exitCode, stderr } = await trovella(...options);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(named);
  });
});

describe("doctor", () => {
  it("shows each check as JSON, and starts PostgreSQL only with --start", async () => {
    await trovella("stop");
    const idle = checksOf(await trovella("doctor", "--json"));
    expect(idle.at(-1)).toMatchObject({ name: "database", status: "ok" });
    expect((await trovella("stop")).stdout).toMatch(/was not running/);

    const checks = checksOf(await trovella("doctor", "--json", "--start"));
    expect(checks.map(({ name }) => name)).toEqual([
      ...["node", "configuration", "data_directory", "disk_space", "embedded_postgresql"],
      ...["database", "primary", "postgresql_version", "migrations"],
      ...["tenant_role", "tenant_tables", "tenant_probe"],
    ]);
    expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
  });

  it("fails when a table is without row-level security", async () => {
    await query("ALTER TABLE plan_step DISABLE ROW LEVEL SECURITY");
    try {
      const result = await trovella("doctor", "--json");
      expect(result.exitCode).toBe(1);
      expect(result.stderr).toMatch(/^2 checks failed\.\n$/);
      const failed = checksOf(result).filter(({ status }) => status === "fail");
      expect(failed.map(({ message }) => message).join()).toContain("plan_step");
    } finally {
      await query("ALTER TABLE plan_step ENABLE ROW LEVEL SECURITY");
    }
  });

  it("fails on a wrong configuration and names it", async () => {
    const { exitCode, stdout } = await trovella("doctor", { PORT: "abc" });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^fail {2}Configuration +PORT is "abc"/m);
  });
});

describe("stop", () => {
  it("has nothing to stop when the database is elsewhere", async () => {
    const { exitCode, stdout } = await trovella("stop", { DATABASE_URL: ownUrl() });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^There is nothing to stop: DATABASE_URL is set/);
  });
});

type Option = string | Record<string, string>;

/** Options, optionally followed by environment variables in addition to the data directory. */
function trovella(...options: Option[]) {
  const texts = options.filter((option) => typeof option === "string");
  const environment = options.filter((option) => typeof option !== "string");
  return runTrovella(texts, Object.assign({ TROVELLA_DATA_DIR: dataDirectory }, ...environment));
}

async function serving(environment: Record<string, string> = {}) {
  const server = await startServing([], { TROVELLA_DATA_DIR: dataDirectory, ...environment });
  servers.push(server);
  return server;
}

function newDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "trovella-data-"));
  directories.push(directory);
  return directory;
}

function ownUrl(user?: string): string {
  return databaseUrl(path.join(dataDirectory, "run"), "trovella", user);
}

/** As a superuser, bypassing the program. */
function query(text: string) {
  const socketDirectory = path.join(dataDirectory, "run");
  return withClient({ socketDirectory, user: "trovella", database: "trovella" }, (client) =>
    client.query(text),
  );
}

async function makePlan(): Promise<string> {
  const database = await openDatabase({ dataDirectory });
  const worker = { database, tenant: LOCAL, agent: "ada" };
  const { plan } = await createPlan(worker, 3);
  const claim = await claimStep(worker, plan.id);
  if (claim) await submitStep(worker, plan.id, claim);
  await database.close();
  return plan.id;
}

function checksOf({
  stdout,
}: {
  stdout: string;
}): { name: string; status: string; message: string }[] {
  return JSON.parse(stdout).checks;
}
