import { setTimeout as sleep } from "node:timers/promises";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { Announcer } from "./announcer.ts";
import { CHANGE_TOPICS, CHANNEL, type ChangeTopic } from "./change.ts";
import { ChangeFeed } from "./change-feed.ts";

let test: TestDatabase;
let announcer: Announcer;
const problems: unknown[] = [];

beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  announcer = new Announcer(test.database, (error) => problems.push(error));
});
afterAll(() => test.drop());

describe("a change feed", () => {
  it("delivers announcements of any process to subscribers of their organization only", async () => {
    const { feed, heard, hears } = await openFeed();
    announcer.announce({ organizationId: "org_a", topics: ["plan"] });
    announcer.announce({ organizationId: "org_b", topics: ["run"] });
    announcer.announce({ organizationId: "org_a", topics: ["plan", "toolCall"] });
    await announcer.flush();
    await hears("org_a", ["plan", "toolCall"]);
    await hears("org_b", ["run"]);
    expect(heard.org_a).toEqual([["plan", "toolCall"]]);
    expect(heard.org_b).toEqual([["run"]]);
    feed.close();
  });

  it("ignores foreign payloads on its channel", async () => {
    const { feed, heard, hears } = await openFeed();
    await withClient(test.target, async (client) => {
      for (const text of ["", "{", "null", '"org_a"', '["org_a"]', '["org_a","nonsense"]', "[1]"]) {
        await client.query("SELECT pg_notify($1, $2)", [CHANNEL, text]);
      }
      await client.query("SELECT pg_notify($1, $2)", [CHANNEL, '["org_a","review"]']);
    });
    await hears("org_a", ["review"]);
    expect(heard.org_a).toEqual([["review"]]);
    feed.close();
  });

  it("notifies of every topic after a broken connection, and listens again", async () => {
    const { feed, heard, hears } = await openFeed();
    const ended = await withClient(test.asSuperuser, (client) =>
      client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
      ),
    );
    expect(ended.rowCount).toBe(1);
    await hears("org_a", CHANGE_TOPICS);
    heard.org_a = [];
    announcer.announce({ organizationId: "org_a", topics: ["run"] });
    await announcer.flush();
    await hears("org_a", ["run"]);
    feed.close();
  });

  it("notices a change that was not announced", async () => {
    const { feed, heard, hears } = await openFeed({ pollIntervalMs: 50 });
    await sleep(200);
    expect(heard.org_a).toEqual([]);
    await withClient(test.asSuperuser, (client) =>
      client.query(`INSERT INTO mcp_tool_call_log (organization_id, id, user_id, tool_name, is_error, duration_ms)
        VALUES ('org_a', 'call_1', 'usr_org_a', 'ping', false, 1)`),
    );
    await hears("org_a", CHANGE_TOPICS);
    expect(heard.org_b).toEqual([]);
    feed.close();
  });

  it("closes its connection without subscribers, and opens another for the next one", async () => {
    const { feed, unsubscribe } = await openFeed();
    unsubscribe();
    feed.close();
    await until(async () => (await listenerCount()) === 0);
    const heard: unknown[] = [];
    feed.subscribe("org_a", (topics) => heard.push(topics));
    await until(async () => (await listenerCount()) === 1);
    await until(async () => heard.length > 0);
    feed.close();
    await until(async () => (await listenerCount()) === 0);
    expect(problems).toEqual([]);
  });
});

/** A feed that two organizations listen to, connected and with nothing heard yet. */
async function openFeed(options: { pollIntervalMs?: number } = {}) {
  const { database } = test.target as { database: string };
  const directUrl = databaseUrl(inject("socketDirectory"), database);
  const feed = new ChangeFeed({
    database: test.database,
    settings: { directUrl, databaseUrl: directUrl, dataDirectory: "/nowhere" },
    onProblem: (error) => problems.push(error),
    ...options,
  });
  const heard: Record<string, (readonly ChangeTopic[])[]> = { org_a: [], org_b: [] };
  const ends = ["org_a", "org_b"].map((organizationId) =>
    feed.subscribe(organizationId, (topics) => heard[organizationId]?.push(topics)),
  );
  const hears = (organizationId: string, topics: readonly ChangeTopic[]) =>
    until(async () => JSON.stringify(heard[organizationId]).includes(JSON.stringify(topics)));
  await hears("org_a", CHANGE_TOPICS);
  await hears("org_b", CHANGE_TOPICS);
  heard.org_a = [];
  heard.org_b = [];
  return { feed, heard, hears, unsubscribe: () => ends.map((end) => end()) };
}

function listenerCount(): Promise<number> {
  return withClient(test.asSuperuser, async (client) => {
    const { rowCount } = await client.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    return rowCount ?? 0;
  });
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20);
}
