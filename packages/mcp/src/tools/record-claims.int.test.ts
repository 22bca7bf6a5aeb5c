import { verifySearch } from "@trovella/db/maintenance";
import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const PAGE = `The glaciers of the Alps lost 12 % of their volume between 2015 and 2020. ${"Snow fell on the summits in every winter of that time, though less than before. ".repeat(20)}In the Andes the loss was 7 % in the same years. It is not known how much fell on the Pamir.`;
const ALPS = { url: "https://alps.example/ice", title: "Ice", text: PAGE };
const QUOTE = "The glaciers of the Alps lost 12 % of their volume between 2015 and 2020";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  const search = await verifySearch(server.test.database, { organizationId: "org_a" });
  expect(search.differences).toEqual([]);
  await server.close();
});

describe("record_claims", () => {
  it("says of each claim what its quotes are worth, with the source's own words", async () => {
    const { planId } = await plan();
    const reply = await record(planId, [
      claim("Alpine glaciers lost 12 % of their volume.", QUOTE, { key: true }),
      claim("Alpine glaciers lost 21 %.", QUOTE.replace("12", "21")),
      claim("The Himalaya gained ice.", "The Himalaya gained ice in every one of these years."),
      claim("Glaciers of the Alps lost 30 % of their volume.", QUOTE),
    ]);
    expect(reply.claims).toMatchObject([
      { claimId: "c1", status: "supported", level: 1 },
      {
        claimId: "c2",
        status: "unsupported",
        problems: [{ code: "QUOTE_ALTERED", sourceId: "1", differs: [{ quote: "21" }] }],
      },
      { claimId: "c3", status: "unsupported", problems: [{ code: "QUOTE_ABSENT" }] },
      { claimId: "c4", status: "weak", problems: [{ code: "NUMBER_MISSING" }] },
    ]);
    expect(reply.claims[0]).not.toHaveProperty("problems");
    expect(reply.claims[1].problems[0].closest).toContain("lost 12 % of their volume");
    expect(reply.summary).toEqual({ total: 4, key: 1, supported: 1, unsupported: 2, weak: 1 });
    expect(reply.next).toContain("Amend");
  });

  it("amends a claim, and leaves out of it what is not given", async () => {
    const { planId } = await plan();
    const wrong = claim("Alpine glaciers lost 21 %.", QUOTE.replace("12", "21"), { key: true });
    await record(planId, [wrong]);
    const evidence = [{ sourceId: "[src:1]", quote: QUOTE }];
    const statement = "Alpine glaciers lost 12 % of their volume.";
    const reply = await record(planId, [{ claimId: "c1", statement, evidence }]);
    expect(reply.claims).toEqual([{ claimId: "c1", status: "supported", level: 1 }]);
    expect(reply.summary).toEqual({ total: 1, key: 1, supported: 1 });
    const { claims } = await server.call("get_plan_status", { planId });
    expect(claims).toEqual({ total: 1, key: 1, supported: 1 });
    // A key claim stays one.
    const less = await record(planId, [{ claimId: "c1", key: false }]);
    expect(less).toMatchObject({ summary: { total: 1, key: 1, supported: 1 } });
  });

  it("takes a claim back and keeps it on record", async () => {
    const { planId } = await plan();
    await record(planId, [claim("Glaciers grow.", "Glaciers grow all over the world today.")]);
    const reply = await record(planId, [{ claimId: "c1", withdraw: true }]);
    expect(reply).toMatchObject({
      claims: [{ claimId: "c1", status: "withdrawn" }],
      summary: { total: 0, key: 0 },
    });
    expect(await rows("SELECT status FROM claim WHERE plan_id = $1", planId)).toHaveLength(1);
  });

  it("notices claims that contradict each other, and that they no longer do", async () => {
    const { planId } = await plan();
    const first = "Glaciers of the Alps lost 12 % of their volume.";
    const second = "Glaciers of the Alps lost 30 % of their volume.";
    await record(planId, [claim(first, QUOTE)]);
    const reply = await record(planId, [claim(second, QUOTE)]);
    expect(reply.claims).toMatchObject([{ claimId: "c2", status: "contradicted" }]);
    expect(await statuses(planId)).toEqual(["contradicted", "contradicted"]);
    await record(planId, [{ claimId: "c2", withdraw: true }]);
    expect((await statuses(planId))[0]).toBe("supported");
  });

  it("derives an inference from claims that stand", async () => {
    const { planId } = await plan();
    const reply = await record(planId, [
      claim("Alpine glaciers lost 12 % of their volume.", QUOTE),
      claim("The Andes lost 7 %.", "In the Andes the loss was 7 % in the same years."),
    ]);
    expect(reply.summary).toMatchObject({ supported: 2 });
    const inferred = { statement: "The Alps lost more than the Andes.", restsOn: ["c1", "2"] };
    expect((await record(planId, [inferred])).claims).toMatchObject([{ status: "derived" }]);
    const broken = { claimId: "c2", evidence: [] };
    await record(planId, [broken]);
    expect(await statuses(planId)).toEqual(["supported", "unsupported", "unsupported"]);
  });

  it("leaves claims on sources without text unchecked", async () => {
    const { planId } = await plan({ url: "https://andes.example", title: "Andes" });
    const reply = await record(planId, [claim("The Andes lost 7 %.", "In the Andes it was 7 %.")]);
    expect(reply.claims).toEqual([{ claimId: "c1", status: "unchecked", level: 0 }]);
    expect(reply.next).toContain("sources[].text");
  });

  it("makes claims searchable and part of the next step's context", async () => {
    const { planId, stepId } = await plan();
    await record(planId, [claim("The quizzical glaciers lost 12 % of volume.", QUOTE)]);
    const { results } = await server.call("search_sources", { query: "quizzical", planId });
    expect(results).toMatchObject([{ title: "The quizzical glaciers lost 12 % of volume." }]);
    const { claims } = await server.call("get_step_context", { planId, stepId });
    expect(claims).toMatchObject([{ claimId: "c1", status: "supported" }]);
  });

  it("names everything that is wrong at once, and stores nothing", async () => {
    const { planId } = await plan();
    const wrong = [
      { evidence: [{ sourceId: "1", quote: QUOTE }] },
      { statement: "A", evidence: [{ sourceId: "99", quote: QUOTE }] },
      { statement: "B", restsOn: ["c9"] },
    ];
    await expect(record(planId, wrong)).rejects.toThrow(
      /claims\[0\]\.statement is missing; claims\[1\]\.evidence\[0\]\.sourceId "99" is no source of this plan; claims\[2\]\.restsOn names c9/,
    );
    await expect(record(planId, [{ claimId: "c1", key: true }])).rejects.toThrow(/no claim "c1"/);
    expect(await statuses(planId)).toEqual([]);
  });

  it("does not reach into other plans and organizations", async () => {
    const { planId } = await plan();
    await record(planId, [claim("Alpine glaciers lost 12 %.", QUOTE)]);
    const other = await createPlan(server, 3);
    await expect(
      record(String(other.planId), [claim("Alpine glaciers lost 12 %.", QUOTE)]),
    ).rejects.toThrow(/is no source of this plan/);
  });

  it("answers a repeated call as before", async () => {
    const { planId } = await plan();
    const input = {
      planId,
      claims: [claim("Alpine glaciers lost 12 %.", QUOTE)],
      idempotencyKey: "once",
    };
    const first = await server.call("record_claims", input);
    const second = await server.call("record_claims", input);
    expect(second).toEqual({ ...first, replayed: true });
    expect(await statuses(planId)).toHaveLength(1);
  });
});

describe("claims inside findings", () => {
  it("are judged, stored with the result, and rest on the quotes of the finding's sources", async () => {
    const created = await createPlan(server, 3, { start: true });
    const { planId, nextStep } = created;
    const reply = await server.call("submit_step_result", {
      planId,
      stepId: nextStep.step.stepId,
      leaseToken: nextStep.lease.token,
      result: { done: true },
      stepExecutionReport: REPORT,
      findings: [
        {
          title: "Nothing",
          content: "Nothing",
          sources: [{ url: "https://x.example", title: "X" }],
        },
        {
          title: "Ice",
          content: "Ice is lost.",
          sources: [{ ...ALPS, quote: QUOTE }],
          claims: [
            "Alpine glaciers lost 12 % of their volume.",
            {
              statement: "The Andes lost 9 %.",
              key: true,
              evidence: [{ source: 1, quote: "In the Andes the loss was 9 % in the same years." }],
            },
          ],
        },
      ],
    });
    expect(reply.claims).toMatchObject([
      { claimId: "c1", status: "supported", level: 1 },
      {
        claimId: "c2",
        status: "unsupported",
        problems: [{ code: "QUOTE_ALTERED", sourceId: "2" }],
      },
    ]);
    expect(reply.summary).toEqual({ total: 2, key: 1, supported: 1, unsupported: 1 });
    expect(reply.warnings).toEqual([expect.stringContaining("record_claims")]);
    const evidence = await rows(
      "SELECT evidence.passage, source.title, (SELECT length(text) FROM source_capture WHERE id = capture_id AND source_capture.organization_id = evidence.organization_id) AS characters FROM claim_evidence AS evidence JOIN research_source AS source ON source.id = source_id AND source.organization_id = evidence.organization_id JOIN claim ON claim.id = claim_id AND claim.organization_id = evidence.organization_id WHERE claim.plan_id = $1 ORDER BY claim.number",
      planId,
    );
    expect(evidence).toEqual([
      { passage: QUOTE, title: "Ice", characters: PAGE.length },
      { passage: null, title: "Ice", characters: PAGE.length },
    ]);
  });
});

function claim(statement: string, quote: string, more: object = {}) {
  return { statement, evidence: [{ sourceId: "1", quote }], ...more };
}

async function plan(source: object = ALPS) {
  const { planId, nextStep } = await createPlan(server, 3, { start: true });
  await server.call("store_research", {
    artifactType: "source",
    title: "Read",
    content: "Read.",
    sources: [source],
    planId,
  });
  return { planId: String(planId), stepId: String(nextStep.step.stepId) };
}

function record(planId: string, claims: object[]) {
  return server.call("record_claims", { planId, claims });
}

async function statuses(handle: string): Promise<unknown[]> {
  const found = await rows(
    "SELECT status FROM claim WHERE plan_id = $1 AND organization_id = 'org_a' ORDER BY number",
    handle,
  );
  return found.map(({ status }) => status);
}

function rows(text: string, ...values: unknown[]) {
  return storedRows(server, text, values);
}
