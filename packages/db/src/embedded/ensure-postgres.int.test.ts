import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AppError } from "@trovella/foundation";
import { scratchDirectory } from "@trovella/testing/database/scratch-directory";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { clusterPaths } from "./cluster-paths.ts";
import { firstUnreachable } from "./data-directory.ts";
import { embeddedConnection, ensurePostgres, stopPostgres } from "./index.ts";
import { isRoot, postgresUser, spawnIdentity } from "./operating-system-user.ts";
import { livePostmaster } from "./postmaster.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const NOBODY = { name: "nobody", userId: 65_534, groupId: 65_534 };

const scratch = scratchDirectory();
const dataDirectory = path.join(scratch.directory, "data");
const paths = clusterPaths(dataDirectory);
const longName = "long-".repeat(25);

beforeAll(async () => {
  // Five at once, on a directory that does not exist.
  await Promise.all(Array.from({ length: 5 }, () => ensurePostgres({ dataDirectory })));
}, 60_000);

afterAll(() => scratch.remove("data", longName, "other", "theirs"), 60_000);

describe("ensurePostgres", () => {
  it("creates a cluster with checksums and fsync that listens on its socket only", async () => {
    const { rows } = await query(`
      select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
             current_setting('listen_addresses') as listening, current_setting('server_encoding') as encoding,
             current_setting('timezone') as zone, current_setting('unix_socket_permissions') as socket`);
    expect(rows).toEqual([
      {
        ...{ checksums: "on", fsync: "on", listening: "" },
        ...{ encoding: "UTF8", zone: "UTC", socket: "0700" },
      },
    ]);
  });

  it("joins the running cluster from another process", async () => {
    const before = livePostmaster(paths);
    const child = ensureInChild(dataDirectory, {});
    expect(await child.output).toContain(paths.socketDirectory);
    expect(livePostmaster(paths)).toBe(before);
  });

  it("starts it again after a stop, with what was saved", async () => {
    await query("create table kept (value text)");
    await query("insert into kept values ('before the stop')");
    expect(await stopPostgres({ dataDirectory })).toBe("stopped");
    expect(livePostmaster(paths)).toBeUndefined();
    expect(await stopPostgres({ dataDirectory })).toBe("not_running");

    await ensurePostgres({ dataDirectory });
    expect((await query("select value from kept")).rows).toEqual([{ value: "before the stop" }]);
  });

  it("starts it again after kill -9, with every acknowledged row", async () => {
    await query("create table survived (value integer)");
    for (let value = 1; value <= 20; value += 1)
      await query(`insert into survived values (${value})`);
    process.kill(postmaster(), "SIGKILL");

    await ensurePostgres({ dataDirectory });
    const { rows } = await query("select count(*)::integer as count from survived");
    expect(rows).toEqual([{ count: 20 }]);
  });

  it.each([
    ["another program of the same user", "echo $$; exec sleep 60"],
    ["a zombie", "sleep 0.1 & echo $!; exec sleep 60"],
  ])("is not misled by lock files that name %s", async (_, script) => {
    await stopPostgres({ dataDirectory });
    const user = postgresUser(paths.clusterDirectory);
    const stranger = spawn("sh", ["-c", script], {
      ...spawnIdentity(user),
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void stranger.kill("SIGKILL"));
    const [line] = await once(stranger.stdout, "data");
    await delay(300);
    writeLockFiles(`${String(line).trim()}\n${paths.clusterDirectory}\n1\n5432\n`);

    await ensurePostgres({ dataDirectory });
    expect((await query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("is not misled by lock files left empty", async () => {
    await stopPostgres({ dataDirectory });
    writeLockFiles("");
    await ensurePostgres({ dataDirectory });
    expect((await query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("takes over from starters that were killed, and removes their leftovers", async () => {
    await stopPostgres({ dataDirectory });
    const gone = spawn("true");
    await once(gone, "exit");
    const left = path.join(dataDirectory, `pg.tmp-${gone.pid}-0123abcd`);
    mkdirSync(path.join(left, "base"), { recursive: true });
    writeFileSync(paths.lockFile, `${gone.pid} somebody\n`);

    await ensurePostgres({ dataDirectory });
    expect(existsSync(left)).toBe(false);
    expect(existsSync(paths.lockFile)).toBe(false);
  });

  it("holds no pipe of its caller open", async () => {
    await stopPostgres({ dataDirectory });
    // The 31st descriptor is inherited, not opened, by the process that starts PostgreSQL.
    const child = ensureInChild(dataDirectory, { inherited: 30 });
    expect(await child.output).toContain(paths.socketDirectory);
    expect(await child.endOfInherited).toBe("");
    expect(livePostmaster(paths)).toBeDefined();
  });

  it("uses a short socket directory where the path would be too long, and removes it", async () => {
    const long = path.join(scratch.directory, longName);
    const { socketDirectory, port } = await ensurePostgres({ dataDirectory: long });
    expect(socketDirectory).toMatch(/\/\.?trovella-[0-9a-f]{16}$/);
    expect(socketDirectory.startsWith("/tmp/")).toBe(false);
    expect(existsSync(path.join(socketDirectory, `.s.PGSQL.${port}`))).toBe(true);
    await stopPostgres({ dataDirectory: long });
    expect(existsSync(socketDirectory)).toBe(false);
  });

  it("names the directory in the path that cannot be entered", async () => {
    const closed = path.join(scratch.directory, "closed");
    mkdirSync(closed);
    chmodSync(closed, isRoot() ? 0o700 : 0o000);
    const refusal = await refusalOf(path.join(closed, "data"));
    expect(refusal.message).toContain(closed);
    expect(refusal.message).toMatch(/ Next: .*TROVELLA_DATA_DIR/);
    chmodSync(closed, 0o700);
  });

  it("refuses a cluster of another version and a directory that is no cluster, and changes neither", async () => {
    const other = path.join(scratch.directory, "other");
    mkdirSync(path.join(other, "pg"), { recursive: true });
    writeFileSync(path.join(other, "pg", "notes.txt"), "mine");
    expect((await refusalOf(other)).message).toContain("is not a PostgreSQL cluster");

    writeFileSync(path.join(other, "pg", "PG_VERSION"), "17\n");
    expect((await refusalOf(other)).message).toContain("made by PostgreSQL 17");
    expect(existsSync(path.join(other, "pg", "notes.txt"))).toBe(true);
  });
});

// Without root's rights the tests above have shown this already.
if (isRoot()) {
  it("runs for an unprivileged user, and root joins it", async ({ skip }) => {
    const node = path.dirname(realpathSync(process.execPath));
    const closed = firstUnreachable(ROOT, NOBODY) ?? firstUnreachable(node, NOBODY);
    skip(
      closed !== undefined,
      `nobody may not enter ${closed}, where Node or this repository lies`,
    );
    const theirs = path.join(scratch.directory, "theirs");
    mkdirSync(theirs, { mode: 0o700 });
    chownSync(theirs, NOBODY.userId, NOBODY.groupId);

    const child = ensureInChild(theirs, { uid: NOBODY.userId, gid: NOBODY.groupId });
    expect(await child.output).toContain(theirs);
    const before = livePostmaster(clusterPaths(theirs));
    expect(before).toBeDefined();
    await ensurePostgres({ dataDirectory: theirs });
    expect(livePostmaster(clusterPaths(theirs))).toBe(before);

    // And what root starts runs as the owner of the cluster, who joins it in turn.
    await stopPostgres({ dataDirectory: theirs });
    await ensurePostgres({ dataDirectory: theirs });
    const again = ensureInChild(theirs, { uid: NOBODY.userId, gid: NOBODY.groupId });
    expect(await again.output).toContain(theirs);
  });
}

async function query(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(
    embeddedConnection({ ...paths, user: "trovella", database: "postgres" }),
  );
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

function postmaster(): number {
  const processId = livePostmaster(paths);
  if (processId === undefined) throw new Error("PostgreSQL does not run.");
  return processId;
}

function writeLockFiles(content: string): void {
  const files = [
    path.join(paths.clusterDirectory, "postmaster.pid"),
    path.join(paths.socketDirectory, ".s.PGSQL.5432.lock"),
  ];
  const longAgo = new Date(Date.now() - 60_000);
  for (const file of files) {
    writeFileSync(file, content);
    chmodSync(file, 0o644);
    utimesSync(file, longAgo, longAgo);
  }
}

async function refusalOf(directory: string): Promise<AppError> {
  const refusal = await ensurePostgres({ dataDirectory: directory }).catch((error) => error);
  if (!(refusal instanceof AppError)) throw new Error("It was not refused.", { cause: refusal });
  expect(refusal.code).toBe("UNAVAILABLE");
  return refusal;
}

/** Runs ensurePostgres in a process of its own, which ends right after. */
function ensureInChild(
  directory: string,
  options: { uid?: number; gid?: number; inherited?: number },
) {
  const { inherited = 3, ...identity } = options;
  const module = new URL("./index.ts", import.meta.url).href;
  const script = `const { ensurePostgres } = await import(${JSON.stringify(module)});
    console.log((await ensurePostgres({ dataDirectory: process.argv[1] })).socketDirectory);`;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script, directory],
    {
      ...identity,
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit", ...new Array(inherited - 3).fill("ignore"), "pipe"],
    },
  );
  const pipe = child.stdio[inherited];
  if (!child.stdout || !pipe || !("read" in pipe)) throw new Error("The child has no pipes.");
  return { output: text(child.stdout), endOfInherited: text(pipe) };
}
