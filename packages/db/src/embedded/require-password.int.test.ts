import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { scratchDirectory } from "@trovella/testing/database/scratch-directory";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { clusterPaths } from "./cluster-paths.ts";
import { embeddedConnection, ensurePostgres, readPassword, stopPostgres } from "./index.ts";
import { isRoot } from "./operating-system-user.ts";
import { probe } from "./probe.ts";
import { isPasswordRequired } from "./require-password.ts";

const STRANGER = 54_321;
const scratch = scratchDirectory();
const dataDirectory = path.join(scratch.directory, "data");
const passwordFile = path.join(dataDirectory, "database-password");
const paths = clusterPaths(dataDirectory);
const administrator = { ...paths, user: "trovella", database: "postgres" };
const server = { ...paths, user: "trovella_server", database: "postgres" };

beforeAll(async () => {
  await ensurePostgres({ dataDirectory });
  await withClient(administrator, async (client) => {
    await client.query(
      `create role trovella_server login password '${readPassword(dataDirectory)}'`,
    );
    await client.query("create table kept as select 'before' as value");
    await client.query("grant select on kept to trovella_server");
  });
}, 60_000);
afterAll(() => scratch.remove("data"), 60_000);

describe("the password of the embedded PostgreSQL", () => {
  it("is asked for, and lies in a file that only its owner can read", async () => {
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
    await expect(connectWith("")).rejects.toThrow(/SASL/);
    await expect(connectWith("guessed")).rejects.toMatchObject({ code: "28P01" });
    expect(await keptValues()).toEqual(["before", "before"]);
  });

  it.each(["running", "stopped"])(
    "is set in a %s cluster of version 0.1, which loses nothing",
    async (state) => {
      await asVersion01();
      if (state === "stopped") await stopPostgres({ dataDirectory });
      expect(isPasswordRequired(paths)).toBe(false);

      // Several processes of the new version at once.
      await Promise.all(Array.from({ length: 4 }, () => ensurePostgres({ dataDirectory })));
      expect(isPasswordRequired(paths)).toBe(true);
      await expect(connectWith("")).rejects.toThrow(/SASL/);
      expect(await keptValues()).toEqual(["before", "before"]);
    },
  );

  it("is set again when its file was lost, is empty after a power failure, or is another cluster's", async () => {
    rmSync(passwordFile);
    await ensurePostgres({ dataDirectory });
    expect(await keptValues()).toEqual(["before", "before"]);

    writeFileSync(passwordFile, "");
    await Promise.all([1, 2].map(() => ensurePostgres({ dataDirectory })));
    expect(statSync(passwordFile).size).toBeGreaterThan(40);
    expect(await keptValues()).toEqual(["before", "before"]);

    writeFileSync(passwordFile, "of-another-cluster\n");
    await ensurePostgres({ dataDirectory });
    expect(isPasswordRequired(paths)).toBe(true);
    expect(await keptValues()).toEqual(["before", "before"]);
  });
});

describe("another server in the place of ours", () => {
  it("is not talked to when another user made the directory of its socket", async () => {
    const long = path.join(scratch.directory, "long-".repeat(25));
    const { socketDirectory } = clusterPaths(long);
    mkdirSync(socketDirectory);
    chmodSync(socketDirectory, 0o777);
    if (isRoot()) chownSync(socketDirectory, STRANGER, STRANGER);
    let connections = 0;
    const rogue = createServer(() => {
      connections += 1;
    });
    await once(rogue.listen(path.join(socketDirectory, ".s.PGSQL.5432")), "listening");
    try {
      const refused = ensurePostgres({ dataDirectory: long });
      await expect(refused).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await expect(refused).rejects.toThrow(/could pose as the database/);
      expect(connections).toBe(0);
    } finally {
      rogue.close();
      rmSync(socketDirectory, { recursive: true, force: true });
    }
  });

  it("is recognized by the data directory that it serves", async () => {
    const other = path.join(scratch.directory, "other");
    mkdirSync(path.join(other, "run"), { recursive: true, mode: 0o700 });
    mkdirSync(path.join(other, "pg"));
    cpSync(passwordFile, path.join(other, "database-password"));
    const socket = ".s.PGSQL.5432";
    symlinkSync(path.join(paths.socketDirectory, socket), path.join(other, "run", socket));
    await expect(probe(clusterPaths(other))).rejects.toThrow(/does not serve the data directory/);
  });
});

/** What a version 0.1 left behind: no password, and rules that ask for none. */
async function asVersion01(): Promise<void> {
  await withClient(administrator, async (client) => {
    await client.query("alter role trovella password null");
    await client.query("alter role trovella_server password null");
    writeFileSync(path.join(paths.clusterDirectory, "pg_hba.conf"), "local all all trust\n");
    await client.query("select pg_reload_conf()");
  });
  rmSync(passwordFile);
}

/** As both roles see it. */
function keptValues(): Promise<string[]> {
  return Promise.all(
    [administrator, server].map((target) =>
      withClient(
        target,
        async (client) => (await client.query("select value from kept")).rows[0].value,
      ),
    ),
  );
}

async function connectWith(password: string): Promise<void> {
  const client = new pg.Client({ ...embeddedConnection(administrator), password });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}
