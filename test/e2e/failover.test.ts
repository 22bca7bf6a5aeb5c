import path from "node:path";
import { createEmptyDatabase, type EmptyDatabase } from "@trovella/testing/database/empty-database";
import { type PostgresGateway, startGateway } from "@trovella/testing/database/postgres-gateway";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { TEAM_SECRET } from "./support/team-server.ts";
import { runTrovella } from "./support/trovella-process.ts";

let empty: EmptyDatabase;
let gateway: PostgresGateway;

beforeAll(async () => {
  await runTrovella(["doctor", "--start"]);
  const socketDirectory = path.join(inject("dataDirectory"), "run");
  empty = await createEmptyDatabase(socketDirectory);
  gateway = await startGateway(socketDirectory);
});
afterAll(async () => {
  gateway.close();
  await empty.drop();
});

describe("a server whose database goes away during its start", () => {
  it("exits with a clear sentence and listens nowhere", async () => {
    const environment = teamEnvironment();
    expect(await runTrovella(["migrate"], environment)).toMatchObject({ exitCode: 0 });
    gateway.limitTo(1);
    const { exitCode, stdout, stderr } = await runTrovella(["serve", "--port", "0"], environment);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/^The database cannot be reached\. Next: .*\n$/);
  });
});

function teamEnvironment(): Record<string, string> {
  const { username, password, pathname } = new URL(empty.url.replace("@/", "@127.0.0.1/"));
  return {
    TROVELLA_MODE: "team",
    DATABASE_URL: `postgresql://${username}:${password}@127.0.0.1:${gateway.port}${pathname}`,
    TROVELLA_PUBLIC_URL: "https://research.example",
    TROVELLA_SECRET: TEAM_SECRET,
    TROVELLA_CLIENT_DOCUMENTS: "off",
  };
}
