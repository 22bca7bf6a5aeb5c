import { withClient } from "@trovella/db";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { markTexts } from "@trovella/testing/tenants/mark-texts";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const MAX_CHARACTERS = 400_000;

let server: TestServer;
let api: TestApi;
let planId: string;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
  ({ planId } = await createPlan(server, 100));
  await grow();
});
afterAll(() => server.close());

it("the detail of the largest plan stays small enough to be sent", async () => {
  const detail = await a().researchPlan.detail({ planId });
  expect(detail.steps.length).toBe(200);
  expect(detail.counts.events).toBe(5_000);
  expectSmall(detail);
});

it("5,000 events are read in pages, each of them once", async () => {
  const seen: number[] = [];
  let fromSeq: number | undefined;
  do {
    const page = await a().researchPlan.events({ planId, fromSeq, limit: 150 });
    expectSmall(page);
    seen.push(...page.events.map(({ seq }) => seq ?? 0));
    fromSeq = page.nextSeq ?? undefined;
  } while (fromSeq !== undefined);
  expect(seen).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
  const last = await a().researchPlan.events({ planId, direction: "backward", limit: 2 });
  expect(last.events.map(({ seq }) => seq)).toEqual([5_000, 4_999]);
});

it("lists of the longest texts stay small enough to be sent", async () => {
  for (const reply of [
    await a().home.summary(),
    await a().researchPlan.list({ limit: 100 }),
    await a().review.list({ limit: 50 }),
    await a().review.detail({ reviewId: "rev_1" }),
    await a().artifact.list({ limit: 100 }),
    await a().skillExecution.list({ limit: 100 }),
    await a().toolCall.list({ limit: 100 }),
  ]) {
    expectSmall(reply);
  }
});

it("a whole step is read in stretches", async () => {
  const { steps } = await a().researchPlan.detail({ planId });
  const stepId = steps[0]?.id ?? "";
  let result = "";
  let length: number;
  do {
    const read = await a().researchPlan.step({ planId, stepId, resultFrom: result.length });
    expectSmall(read);
    result += read.step.result;
    length = read.step.resultLength;
  } while (result.length < length);
  expect(JSON.parse(result)).toBe("r".repeat(200_000));
});

function a() {
  return api.as("org_a");
}

function expectSmall(reply: unknown): void {
  expect(JSON.stringify(reply).length).toBeLessThanOrEqual(MAX_CHARACTERS);
}

/** To the limits, past the tools: nobody waits until somebody has really written all that. */
async function grow(): Promise<void> {
  await withClient(server.test.asSuperuser, async (client) => {
    const run = (text: string) => client.query(text.replaceAll(":plan", `'${planId}'`));
    await client.query("SET session_replication_role = replica");
    await run(`INSERT INTO plan_step (organization_id, id, plan_id, number, step_order, step_type, instructions, status, depends_on, attempt)
      SELECT organization_id, id || '_more', plan_id, number + 100, step_order + 100, step_type, instructions, status, depends_on, attempt
      FROM plan_step WHERE plan_id = :plan`);
    await run(`UPDATE plan_step SET instructions = repeat('i', 50000), result_summary = repeat('s', 10000), result = to_jsonb(repeat('r', 200000)),
      step_execution_report = jsonb_build_object('thinking', repeat('t', 200000)) WHERE plan_id = :plan`);
    await run(
      `UPDATE research_plan SET research_question = repeat('q', 10000), audit_seq = 5000,
        tags = (SELECT array_agg(rpad(n::text, 40, 't')) FROM generate_series(1, 12) AS n) WHERE id = :plan`,
    );
    const texts = {
      organizationId: "org_a",
      canary: "t".repeat(20_000),
      tables: ["research_plan"],
    };
    await markTexts(client, texts);
    await run(`INSERT INTO plan_review (organization_id, id, plan_id, step_id, summary, questions, requested_at)
      SELECT organization_id, 'rev_' || n, plan_id, id, repeat('s', 10000), (SELECT jsonb_agg(repeat('q', 2000)) FROM generate_series(1, 20)), now()
      FROM plan_step, generate_series(1, 50) AS n WHERE plan_id = :plan AND step_order = 1`);
    await run(`INSERT INTO research_artifact (organization_id, id, user_id, plan_id, artifact_type, title, content, content_text, summary)
      SELECT 'org_a', 'art_' || n, 'usr_org_a', :plan, 'finding', repeat('t', 500), '"x"', repeat('c', 50000), repeat('s', 5000)
      FROM generate_series(1, 150) AS n`);
    await run(`INSERT INTO research_source (organization_id, id, artifact_id, position, url, title, quote)
      SELECT 'org_a', 'src_' || n || '_' || k, 'art_' || n, k, 'https://example.org/' || repeat('u', 1900), repeat('t', 500), repeat('q', 2000)
      FROM generate_series(1, 150) AS n, generate_series(1, 20) AS k`);
    await run(`INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_via, created_at,
        payload_digest, entry_hash)
      SELECT 'org_a', 'aud_' || lpad(n::text, 6, '0'), :plan, n, n, 'plan_modified', 'instructions_updated',
        jsonb_build_object('type', 'instructions_updated', 'instructions', repeat('i', 20000)), 'mcp', now(), '', ''
      FROM generate_series(2, 5000) AS n`);
    await run(`INSERT INTO skill_execution (organization_id, id, user_id, skill_name, status, metadata, started_at)
      SELECT 'org_a', 'exec_' || n, 'usr_org_a', 'research', 'started', jsonb_build_object('topic', repeat('t', 5000), 'originalQuery', repeat('q', 5000)), now()
      FROM generate_series(1, 100) AS n`);
  });
}
