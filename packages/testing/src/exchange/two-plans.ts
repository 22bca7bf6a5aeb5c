import { createPlan, REPORT, type TestServer } from "../mcp/test-server.ts";

export interface SeededPlan {
  readonly planId: string;
  readonly handle: string;
}

const PAGE = (word: string) =>
  `The ${word} glaciers lost 12 % of their volume between 2015 and 2020. ${"Snow fell on the summits in every winter of that time. ".repeat(20)}`;

/**
 * Two completed plans with findings, claims, reports and feedback, each text of which has the plan's word. They share the
 * source `shared.example`, and the second cites a source that only the first has found.
 */
export async function seedTwoPlans(
  server: TestServer,
  [first, second]: readonly [string, string],
): Promise<{ readonly first: SeededPlan; readonly second: SeededPlan }> {
  const one = await seedPlan(server, first, "");
  const other = await seedPlan(server, second, ` As found before [src:${one.handle}/1].`);
  return { first: one, second: other };
}

async function seedPlan(server: TestServer, word: string, cited: string): Promise<SeededPlan> {
  const { planId, handle } = await createPlan(server, 1, {
    name: `[Deep] ${word} plan`,
    researchQuestion: `What of ${word}?`,
    idempotencyKey: `${word}-create`,
  });
  const call = (tool: string, input: object) =>
    server.call(tool, { planId, idempotencyKey: `${word}-${tool}`, ...input });
  await call("store_research", {
    artifactType: "finding",
    title: `${word} ice`,
    content: `Of ${word}: the ice shrinks.`,
    sources: [
      { url: `https://${word}.example/ice`, title: `${word} page`, text: PAGE(word) },
      { url: "https://shared.example/ice", title: "Shared page", quote: `Read by ${word}.` },
    ],
  });
  await call("record_claims", {
    claims: [
      {
        statement: `${word} glaciers lost 12 % of their volume.`,
        kind: "fact",
        key: true,
        evidence: [
          {
            sourceId: "[src:1]",
            quote: `The ${word} glaciers lost 12 % of their volume between 2015 and 2020`,
          },
        ],
      },
    ],
  });
  const { step } = await server.call("get_next_step", { planId });
  await call("submit_step_result", {
    stepId: step.stepId,
    leaseToken: step.leaseToken,
    result: { note: `${word} was found` },
    resultSummary: `${word} in short`,
    stepExecutionReport: { ...REPORT, thinking: `Thought of ${word}.` },
  });
  await call("store_research_output", {
    title: `${word} report`,
    mediaType: "markdown",
    content: `# ${word}\n\nThe ${word} ice shrinks [src:1], others say so too [src:2].${cited}\n`,
  });
  await call("submit_research_feedback", {
    feedbackType: "closing",
    satisfaction: "satisfied",
    feedbackSummary: `${word} was useful.`,
  });
  await server.services.log.flush();
  return { planId, handle };
}
