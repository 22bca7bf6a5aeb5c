import { AppError } from "@trovella/foundation";
import type { PoolClient } from "pg";
import { expect, it } from "vitest";
import type { Database } from "./database.ts";
import { openingDatabase } from "./opening-database.ts";

const CLIENT = {} as PoolClient;
const NO_CONNECTIONS = {
  inUse: 0,
  idle: 0,
  waiting: 0,
  broken: { silent: 0, standby: 0, lost: 0, unreplicated: 0 },
};

it("lets connections wait until the database is open", async () => {
  const { promise, resolve } = withResolver<Database>();
  const database = openingDatabase(promise);
  let isConnected = false;
  const connecting = database.connect().then((client) => {
    isConnected = true;
    return client;
  });
  await Promise.resolve();
  expect([isConnected, database.connections]).toEqual([false, NO_CONNECTIONS]);

  resolve(opened());
  expect(await connecting).toBe(CLIENT);
  expect(await database.connectIdentity()).toBe(CLIENT);
  expect(database.connections).toEqual(COUNTS);
});

it("tells every caller why it cannot be opened, and can be closed all the same", async () => {
  const failure = new AppError("UNAVAILABLE", "No PostgreSQL here. Next: install one.");
  const database = openingDatabase(Promise.reject(failure));
  await expect(database.connect()).rejects.toBe(failure);
  await expect(database.connectIdentity()).rejects.toBe(failure);
  await expect(database.close()).resolves.toBeUndefined();
});

function opened(): Database {
  return {
    ...openingDatabase(new Promise(() => undefined)),
    connect: () => Promise.resolve(CLIENT),
    connectIdentity: () => Promise.resolve(CLIENT),
    connections: COUNTS,
  };
}

const COUNTS = {
  inUse: 1,
  idle: 2,
  waiting: 0,
  broken: { silent: 0, standby: 0, lost: 1, unreplicated: 0 },
};

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
