import { withClient, withTenantContext } from "@trovella/db";
import { auditKeyOf, sealPlans } from "@trovella/db/audit";
import { verifyDatabase } from "@trovella/db/maintenance";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { seedTwoPlans } from "@trovella/testing/exchange/two-plans";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { findText } from "@trovella/testing/tenants/find-text";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { renderOutput } from "../outputs/render-output.ts";
import { deleteResearch, previewDeletion } from "./delete-research.ts";
import { OPERATOR } from "./may-delete.ts";

const A = { organizationId: "org_a" };
const KEY = auditKeyOf("a secret of this test");
const SEALING = { key: KEY, host: "trovella.example", now: () => new Date() };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.close();
});

describe("deleting", () => {
  it("R37 takes a plan away and nothing of another that cites it: verify finds no difference", async () => {
    const { first, second } = await seedTwoPlans(server, ["zebrafish", "quokkas"]);
    await sealPlans(server.test.database, A, SEALING);
    const before = await textsOf("quokkas");
    const document = await renderDocument(second.handle);
    const { counts } = await preview("plan", first.handle);
    expect(counts).toMatchObject({ plans: 1, steps: 1, artifacts: 1, claims: 1, reports: 1 });

    await remove("plan", first.handle, first.handle.toUpperCase());

    // The page of the first plan is cited by the second, and stays with what was read of it.
    const left = await textsOf("zebrafish");
    expect(new Set(left.map(({ table }) => table))).toEqual(
      new Set(["research_source", "plan_source", "source_capture"]),
    );
    expect(await textsOf("quokkas")).toEqual(before);
    expect(await renderDocument(second.handle)).toEqual(document);
    expect(document.toString()).toContain("zebrafish page");
    expect((await verify()).differences).toEqual([]);
    await expect(preview("plan", first.handle)).rejects.toThrow("There is no such plan.");

    await remove("plan", second.handle, `[Deep] quokkas plan`);
    expect(await textsOf("quokkas")).toEqual([]);
    expect(await textsOf("zebrafish")).toEqual([]);
    expect(await storedRows(server, "SELECT FROM source_capture")).toEqual([]);
    expect(await storedRows(server, "SELECT FROM posting")).toEqual([]);
    const verified = await verify();
    expect([verified.differences, verified.checkpoints]).toEqual([[], 1]);
  });

  it("is found by verify when a sealed plan is gone without a tombstone, or with another's hash", async () => {
    const { first, second } = await seedTwoPlans(server, ["walrus", "ibex"]);
    await sealPlans(server.test.database, A, SEALING);
    await remove("plan", first.handle, first.handle);
    expect((await verify()).differences).toEqual([]);
    await storedRows(
      server,
      `UPDATE security_event SET after = jsonb_set(after, '{auditHead}', '"00"') WHERE subject_id = $1`,
      [first.planId],
    );
    expect((await verify()).differences).toMatchObject([{ planId: first.planId, where: "plan" }]);
    await storedRows(server, "DELETE FROM security_event WHERE subject_id = $1", [first.planId]);
    await storedRows(server, "DELETE FROM audit_leaf");
    await storedRows(server, "DELETE FROM audit_checkpoint");
    await remove("plan", second.handle, second.handle);
  });

  it("of an artifact keeps the sources that the report and claims cite, and the report readable", async () => {
    const { first, second } = await seedTwoPlans(server, ["otters", "puffins"]);
    const document = await renderDocument(first.handle);
    await server.call("store_research", {
      planId: first.planId,
      artifactType: "note",
      title: "Aside",
      content: "Nothing cites it.",
      sources: [{ url: "https://uncited.example/", title: "Uncited" }],
    });
    await remove("artifact", `${first.handle}/a2`, `${first.handle}/a2`);
    expect(await textsOf("uncited")).toEqual([]);
    await remove("artifact", `${first.handle}/a1`, "otters ice");
    expect(await textsOf("of otters: the ice")).toEqual([]);
    expect(await renderDocument(first.handle)).toEqual(document);
    expect((await verify()).differences).toEqual([]);
    await remove("report", `${first.handle}/o1`, `${first.handle}/o1`);
    await expect(renderDocument(first.handle)).rejects.toThrow("There is no such output.");
    expect(
      await storedRows(
        server,
        "SELECT kind, subject_label FROM security_event WHERE kind <> 'plan_deleted' ORDER BY id",
      ),
    ).toEqual([
      { kind: "artifact_deleted", subject_label: `${first.handle}/a2` },
      { kind: "artifact_deleted", subject_label: `${first.handle}/a1` },
      { kind: "output_deleted", subject_label: `${first.handle}/o1` },
    ]);
    expect((await verify()).differences).toEqual([]);
    for (const { handle } of [first, second]) await remove("plan", handle, handle);
    expect(await textsOf("otters")).toEqual([]);
  });

  it("needs the right confirmation and the right person, and leaves everything after a failure", async () => {
    const { first } = await seedTwoPlans(server, ["lemurs", "tapirs"]);
    const before = await textsOf("lemurs");
    await expect(remove("plan", first.handle, "p-222222")).rejects.toThrow("does not match");
    const member = { userId: "usr_else", isPerson: true, isAdmin: false };
    const target = { kind: "plan", id: first.handle, confirmation: first.handle } as const;
    const { database } = server.test;
    const now = new Date();
    await expect(deleteResearch(database, A, member, { ...target, now })).rejects.toThrow(
      "Only the person",
    );
    const other = { organizationId: "org_b" };
    await expect(deleteResearch(database, other, OPERATOR, { ...target, now })).rejects.toThrow(
      "There is no such plan.",
    );
    // As if the server was killed in the middle: the last table refuses.
    await storedRows(
      server,
      "CREATE TABLE guard (organization_id text, plan_id text, FOREIGN KEY (organization_id, plan_id) REFERENCES research_plan (organization_id, id))",
    );
    await storedRows(server, "INSERT INTO guard VALUES ('org_a', $1)", [first.planId]);
    await expect(remove("plan", first.handle, first.handle)).rejects.toThrow();
    expect(await textsOf("lemurs")).toEqual(before);
    expect((await verify()).differences).toEqual([]);
    await storedRows(server, "DROP TABLE guard");
    await remove("plan", first.handle, first.handle);
    expect((await verify()).differences).toEqual([]);
  });
});

function preview(kind: "plan" | "artifact" | "report", id: string) {
  return withTenantContext(server.test.database, A, (context) =>
    previewDeletion(context, OPERATOR, { kind, id }),
  );
}

function remove(kind: "plan" | "artifact" | "report", id: string, confirmation: string) {
  const deletion = { kind, id, confirmation, now: new Date() };
  return deleteResearch(server.test.database, A, OPERATOR, deletion);
}

function verify() {
  return verifyDatabase(server.test.database, { auditKeys: [KEY.publicKey] });
}

function textsOf(word: string) {
  return withClient(server.test.asSuperuser, (client) => findText(client, word));
}

async function renderDocument(handle: string): Promise<Buffer> {
  const { database } = server.test;
  const rendered = await renderOutput(database, A, {
    outputId: `${handle}/o1`,
    format: "markdown",
  });
  return Buffer.from(rendered.bytes);
}
