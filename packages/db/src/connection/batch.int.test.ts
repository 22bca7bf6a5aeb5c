import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { sendBatch } from "./batch.ts";
import { withClient } from "./open-database.ts";
import { defineStatement, execution, type StatementValue } from "./statement.ts";

const BEGIN = execution(defineStatement("BEGIN"));
const COMMIT = execution(defineStatement("COMMIT"));
const ROLLBACK = execution(defineStatement("ROLLBACK"));
const INSERT = defineStatement("INSERT INTO kept (value) VALUES ($1)");
const READ = execution(defineStatement("SELECT value FROM kept ORDER BY value"));
const DIVIDE = defineStatement("SELECT 1 / $1::integer AS quotient");

let test: TestDatabase;
let client: PoolClient;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  await withClient(test.target, (maker) => maker.query("CREATE TABLE kept (value integer)"));
});
beforeEach(async () => {
  client = await test.database.connect();
  await client.query("TRUNCATE kept");
});
afterEach(() => client.release(true));
afterAll(() => test.drop());

describe("a batch", () => {
  it("is one message, one Sync and one answer, however many statements it has", async () => {
    for (const count of [1, 7, 50]) {
      const wire = watch(client);
      await sendBatch(client, [BEGIN, ...Array(count).fill(READ), COMMIT]);
      expect(wire.counts).toMatchObject({ sync: 1, answers: 1, writes: 1 });
      wire.stop();
    }
  });

  it("gives each statement its own result", async () => {
    const results = await sendBatch(client, [
      BEGIN,
      execution(INSERT, [2]),
      execution(INSERT, [1]),
      READ,
      execution(defineStatement("UPDATE kept SET value = value + 10")),
      execution(defineStatement("")),
      execution(defineStatement("DELETE FROM kept WHERE value < 0")),
      COMMIT,
    ]);
    expect(results.map(({ command, rowCount, rows }) => [command, rowCount, rows])).toEqual([
      ["BEGIN", 0, []],
      ["INSERT", 1, []],
      ["INSERT", 1, []],
      ["SELECT", 2, [{ value: 1 }, { value: 2 }]],
      ["UPDATE", 2, []],
      ["", 0, []],
      ["DELETE", 0, []],
      ["COMMIT", 0, []],
    ]);
  });

  it("parses and describes a statement once per connection, and reads the same rows afterwards", async () => {
    const statement = execution(
      defineStatement(
        "SELECT 1 AS one, NULL AS nothing, now() > '2020-01-01' AS late, '{}'::jsonb AS json",
      ),
    );
    const wire = watch(client);
    const [first] = await sendBatch(client, [statement, statement]);
    expect(wire.counts).toMatchObject({ parse: 1, describe: 2 });
    const [second, third] = await sendBatch(client, [statement, statement]);
    expect(wire.counts).toMatchObject({ parse: 1, describe: 2, sync: 2 });
    expect(first?.rows).toEqual([{ one: 1, nothing: null, late: true, json: {} }]);
    expect([second, third]).toEqual([first, first]);
  });

  it.each(VALUES())("carries values unchanged: %s %j", async (type, value) => {
    const echo = execution(defineStatement(`SELECT $1::${type} AS value`), [value]);
    for (let round = 0; round < 2; round += 1) {
      const [result] = await sendBatch(client, [echo]);
      expect(result?.rows).toEqual([{ value }]);
    }
  });
});

describe("a batch that fails", () => {
  it("skips the rest, and the connection is usable after a rollback, 40 times in a row", async () => {
    for (let round = 0; round < 40; round += 1) {
      const failing = sendBatch(client, [
        BEGIN,
        execution(INSERT, [round]),
        execution(DIVIDE, [0]),
        execution(INSERT, [round]),
        COMMIT,
      ]);
      await expect(failing).rejects.toMatchObject({ code: "22012" });
      await sendBatch(client, [ROLLBACK]);
      const [, , kept] = await sendBatch(client, [BEGIN, execution(DIVIDE, [1]), READ, COMMIT]);
      expect(kept?.rows).toEqual([]);
    }
  });

  it("by its syntax leaves the statements beside it usable", async () => {
    const wrong = execution(defineStatement("SELEKT 1"));
    for (let round = 0; round < 3; round += 1) {
      const failing = sendBatch(client, [READ, wrong, execution(INSERT, [1])]);
      await expect(failing).rejects.toMatchObject({ code: "42601" });
      expect((await sendBatch(client, [READ]))[0]?.rows).toEqual([]);
    }
    await sendBatch(client, [execution(INSERT, [1])]);
  });

  it("saves nothing, even without BEGIN", async () => {
    const failing = sendBatch(client, [execution(INSERT, [1]), execution(DIVIDE, [0])]);
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect((await sendBatch(client, [READ]))[0]?.rows).toEqual([]);
  });

  it("in its first use of a statement can use it the next time, prepared or not", async () => {
    // Prepared and failed; never reached; refused because the transaction had failed already.
    const neverReached = execution(defineStatement("SELECT 'never reached' AS value"));
    const refused = execution(defineStatement("SELECT 'refused' AS value"));
    const failing = sendBatch(client, [BEGIN, execution(DIVIDE, [0]), neverReached]);
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    await expect(sendBatch(client, [refused])).rejects.toMatchObject({ code: "25P02" });
    await sendBatch(client, [ROLLBACK]);

    for (let round = 0; round < 2; round += 1) {
      const results = await sendBatch(client, [execution(DIVIDE, [1]), neverReached, refused]);
      expect(results.map(({ rows }) => rows[0])).toEqual([
        { quotient: 1 },
        { value: "never reached" },
        { value: "refused" },
      ]);
    }
  });

  it("by taking too long is usable after a rollback", async () => {
    const limit = execution(defineStatement("SET LOCAL statement_timeout = 20"));
    const sleep = execution(defineStatement("SELECT pg_sleep(600)"));
    const failing = sendBatch(client, [BEGIN, limit, execution(INSERT, [1]), sleep, COMMIT]);
    await expect(failing).rejects.toMatchObject({ code: "57014" });
    expect((await sendBatch(client, [ROLLBACK, READ]))[1]?.rows).toEqual([]);
  });

  it("because of an invalid value has sent nothing, and the connection stays usable", async () => {
    const wrong = execution(INSERT, [new Date(Number.NaN)]);
    await expect(sendBatch(client, [BEGIN, wrong])).rejects.toThrow("Invalid time value");
    expect((await sendBatch(client, [READ]))[0]?.rows).toEqual([]);
  });

  it("together with its connection rejects at once, and the pool opens another", async () => {
    const [process] = await sendBatch(client, [PROCESS]);
    const sleep = execution(defineStatement("SELECT pg_sleep(600)"));
    const failing = expect(sendBatch(client, [BEGIN, sleep, COMMIT])).rejects.toMatchObject({
      code: "57P01",
    });
    await withClient(test.target, (ender) =>
      ender.query("SELECT pg_terminate_backend($1)", [process?.rows[0]?.id]),
    );
    await failing;
    await expect(sendBatch(client, [READ])).rejects.toThrow();

    const other = await test.database.connect();
    expect((await sendBatch(other, [READ]))[0]?.rows).toEqual([]);
    other.release();
  });
});

const PROCESS = execution(defineStatement("SELECT pg_backend_pid() AS id"));

/** A function, because the tests above are listed before constants down here have values. */
function VALUES(): [type: string, value: StatementValue][] {
  const awkward = [
    '"',
    "\\",
    '\\"',
    ",",
    "{}",
    "",
    " ",
    "NULL",
    "null",
    "ü💥\n\t",
    "'",
    "$1",
    null,
  ];
  return [
    ["text[]", awkward],
    ["text[]", []],
    ["integer[]", [1, -2, 0, 2_147_483_647, null]],
    ["float8[]", [0.1, -1e-7, 1e21, Number.POSITIVE_INFINITY]],
    ...awkward.map((text): [string, StatementValue] => ["text", text]),
    ["float8", 0.1 + 0.2],
    ["float8", Number.MAX_VALUE],
    ["float8", -Number.MIN_VALUE],
    ["integer", -1],
    ["boolean", true],
    ["boolean", false],
    ["timestamptz", new Date("2026-01-01T12:00:00.123Z")],
    ["timestamptz", new Date(0)],
    ["timestamptz", new Date("9999-12-31T23:59:59.999Z")],
  ];
}

interface Connection {
  stream: object;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** Counts what goes over the connection. */
function watch(watched: PoolClient) {
  const connection: Connection = Reflect.get(watched, "connection");
  const counts = { parse: 0, describe: 0, sync: 0, writes: 0, answers: 0 };
  const restore = [
    ...(["parse", "describe", "sync"] as const).map((name) => counting(connection, name, name)),
    ...["_write", "_writev"].map((name) => counting(connection.stream, name, "writes")),
  ];
  const onAnswer = () => {
    counts.answers += 1;
  };
  connection.on("readyForQuery", onAnswer);
  return {
    counts,
    stop() {
      connection.off("readyForQuery", onAnswer);
      for (const undo of restore) undo();
    },
  };

  function counting(target: object, name: string, count: keyof typeof counts): () => void {
    const method = Reflect.get(target, name);
    Reflect.set(target, name, function counted(this: unknown, ...given: unknown[]) {
      counts[count] += 1;
      return Reflect.apply(method, this, given);
    });
    return () => Reflect.deleteProperty(target, name);
  }
}
