import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createEmptyDatabase, type EmptyDatabase } from "@trovella/testing/database/empty-database";
import { startGateway } from "@trovella/testing/database/postgres-gateway";
import { assembleImage, linkPackages } from "@trovella/testing/deployment/image-files";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TEAM_SECRET } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella, startServing } from "./support/trovella-process.ts";

const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

let folder: string;
let empty: EmptyDatabase;
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  await runTrovella(["doctor", "--start"]);
  const socketDirectory = path.join(testDirectory(), "run");
  empty = await createEmptyDatabase(socketDirectory);
  gateway = await startGateway(socketDirectory);
  folder = mkdtempSync(path.join(tmpdir(), "trovella-image-"));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  gateway.close();
  await empty.drop();
  rmSync(folder, { recursive: true, force: true });
});

it("the files of the image suffice for an unprivileged user without write access", async () => {
  const app = path.join(folder, "app");
  assembleImage(app, linkPackages);
  const dataDirectory = path.join(folder, "data");
  mkdirSync(dataDirectory);
  if (UNPRIVILEGED.uid && UNPRIVILEGED.gid)
    chownSync(dataDirectory, UNPRIVILEGED.uid, UNPRIVILEGED.gid);

  const database = new URL(empty.url.replace("@/", "@127.0.0.1/"));
  const { url, child, ended, output } = await startServing(
    [],
    {
      TROVELLA_MODE: "team",
      DATABASE_URL: `postgresql://${database.username}:${database.password}@127.0.0.1:${gateway.port}${database.pathname}`,
      TROVELLA_PUBLIC_URL: "https://research.example",
      TROVELLA_SECRET: TEAM_SECRET,
      TROVELLA_DATA_DIR: dataDirectory,
      HOST: "0.0.0.0",
      // The server warns where it cannot read any, as without a network.
      TROVELLA_CLIENT_DOCUMENTS: "off",
    },
    UNPRIVILEGED,
    path.join(app, "apps/server/bin/trovella.mjs"),
  );
  try {
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }]);
    const page = await fetch(url);
    expect(await page.text()).toContain("<title>Trovella</title>");
    // No METRICS_TOKEN is set.
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  } finally {
    child.kill("SIGTERM");
  }
  expect([await ended, output.stderr]).toEqual([0, ""]);
});
