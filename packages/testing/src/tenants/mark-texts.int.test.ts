import { withClient } from "@trovella/db";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { insert } from "../database/filled-database.ts";
import { createTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { markTexts } from "./mark-texts.ts";
import { A, names } from "./tenant-attempts.ts";
import { tenantRows } from "./tenant-rows.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), [A]);
});
afterAll(() => test.drop());

it("puts the canary into columns that no fixture names, and reports those with another text", async () => {
  await withClient(test.asSuperuser, async (client) => {
    await client.query(`ALTER TABLE research_plan ADD note text, ADD words text[] NOT NULL DEFAULT '{}',
      ADD links jsonb NOT NULL DEFAULT '[]', ADD mood text NOT NULL DEFAULT 'calm'`);
    const { research_plan: plan = {} } = tenantRows(names(A, { key: A, canary: "canary" }));
    await insert(client, "research_plan", plan);
    const unmarked = await markTexts(client, { organizationId: A, canary: "canary" });
    expect(unmarked).toEqual(["research_plan.mood"]);
    const { rows } = await client.query("SELECT note, words, links FROM research_plan");
    expect(rows).toEqual([{ note: "canary", words: ["canary"], links: ["canary"] }]);
  });
});
