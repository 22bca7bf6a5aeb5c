import { createTestStore, type TestStore } from "@trovella/testing/search/test-store";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../connection/open-database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { measureStorage, StorageLimit } from "./storage-use.ts";

const A = { organizationId: "org_a" };
const B = { organizationId: "org_b" };
const TEXTS = 40;

let store: TestStore;
let sizeBefore: number;
beforeAll(async () => {
  store = await createTestStore(inject("socketDirectory"));
  sizeBefore = await databaseBytes();
  for (let number = 0; number < TEXTS; number += 1) {
    await store.store({ id: `art_${number}`, contentText: wordsOf(number) });
  }
});
afterAll(() => store.test.drop());

describe("the storage of an organization", () => {
  it("is measured about as the database grows, and of its own rows alone", async () => {
    const { database } = store.test;
    const [ours, theirs] = await Promise.all(
      [A, B].map((tenant) => withTenantContext(database, tenant, measureStorage)),
    );
    const grown = (await databaseBytes()) - sizeBefore;
    expect(theirs).toBe(0);
    expect(ours).toBeGreaterThan(grown / 2);
    expect(ours).toBeLessThan(grown * 2);
  });

  it("is refused above its limit once it was measured, for this organization alone", async () => {
    let nowMs = 0;
    const limit = new StorageLimit(store.test.database, 1_000, () => nowMs);
    expect(() => limit.check(A)).not.toThrow();
    await limit.measure(A);
    await limit.measure(B);
    expect(() => limit.check(A)).toThrow(
      /^Your organization stores [\d.]+ GB and may store 0 GB; .* Next: .*TROVELLA_STORAGE_BYTES/,
    );
    expect(() => limit.check(B)).not.toThrow();
    await withClient(store.test.asSuperuser, async (client) => {
      await client.query("DELETE FROM research_artifact");
      await client.query("DELETE FROM corpus_stat");
    });
    await limit.measure(A);
    nowMs += 1;
    expect(() => limit.check(A)).not.toThrow();
  });

  it("is measured again after a minute of writing, not with every call", async () => {
    let nowMs = 0;
    let measured = 0;
    const { database } = store.test;
    const connect = () => {
      measured += 1;
      return database.connect();
    };
    const counting = { ...database, connect };
    const limit = new StorageLimit(counting, 1_000_000_000, () => nowMs);
    for (let call = 0; call < 100; call += 1) limit.check(A);
    nowMs += 59_000;
    limit.check(A);
    expect(measured).toBe(1);
    nowMs += 2_000;
    limit.check(A);
    expect(measured).toBe(2);
    await withTenantContext(database, A, measureStorage);
  });
});

function databaseBytes(): Promise<number> {
  return withClient(store.test.asSuperuser, async (client) => {
    const { rows } = await client.query(
      "SELECT pg_database_size(current_database())::float8 AS bytes",
    );
    return Number(rows[0]?.bytes);
  });
}

/** Some 2,000 words, of which many are in every text. */
function wordsOf(number: number): string {
  return Array.from({ length: 2_000 }, (_, index) => `word${(index * (number + 7)) % 1_500}`).join(
    " ",
  );
}
