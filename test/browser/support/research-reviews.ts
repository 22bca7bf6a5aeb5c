import { connectHttp, type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";

/** A plan that waits for a person, as the client that asked knows it. */
export interface Waiting {
  readonly planId: string;
  readonly stepId: string;
}

interface HandedOut {
  readonly status: string;
  readonly step?: {
    readonly stepId: string;
    readonly stepOrder: number;
    readonly instructions: string;
  };
  readonly lease?: { readonly token: string };
}

const STEPS = [
  { stepType: "search", instructions: "Find trials of the last ten years and note their size." },
  { stepType: "analyze", instructions: "Compare what the trials say about older houses." },
];
const LONG_WORD = "Wärmepumpen".repeat(20);

export function connectAssistant(address: string): Promise<McpClient> {
  return connectHttp(address, { name: "some-assistant" });
}

export async function nextStep(client: McpClient, planId: string): Promise<HandedOut> {
  return client.call<HandedOut>("get_next_step", { planId });
}

/** Asks a person about the first step of a new plan, with a finding and its sources behind it. */
export async function askForReview(
  client: McpClient,
  {
    name,
    summary = "Two of three studies agree. Shall I go on?",
    ...fields
  }: { name: string; summary?: string; reviewPolicy?: string; steps?: readonly object[] },
): Promise<Waiting> {
  const { planId } = await client.call<{ planId: string }>("create_research_plan", {
    name,
    researchQuestion: `What is known about this: ${name}?`,
    steps: STEPS,
    ...fields,
  });
  const { step, lease } = await nextStep(client, planId);
  const place = { planId, stepId: step?.stepId ?? "", leaseToken: lease?.token };
  await client.call("store_research", {
    ...place,
    artifactType: "finding",
    title: "Heat pumps save a third of the energy",
    content: "In 12 of 15 houses the pump saved a third.",
    summary: "Twelve of fifteen houses saved a third.",
    confidence: 0.82,
    sources: sourcesOf(7),
  });
  await client.call("request_user_review", {
    ...place,
    summary,
    questions: ["Is the third study worth keeping?", `Is this too long: ${LONG_WORD}?`],
  });
  return { planId, stepId: place.stepId };
}

/** A plan whose step stopped responding at once. */
export async function stallPlan(client: McpClient, name: string): Promise<string> {
  const { planId } = await client.call<{ planId: string }>("create_research_plan", {
    name,
    researchQuestion: "What happens to those who stop?",
    steps: STEPS,
    stallThresholdMinutes: 0.001,
  });
  await nextStep(client, planId);
  return planId;
}

/** A plan that a condition ended. */
export async function failPlan(client: McpClient, name: string, reason: string): Promise<string> {
  const { planId } = await client.call<{ planId: string }>("create_research_plan", {
    name,
    researchQuestion: "Is there anything at all?",
    steps: STEPS,
    branchingConditions: [
      {
        afterStepOrder: 1,
        conditionExpression: "result.found === false",
        ifTrueAction: "fail",
        actionParams: { reason },
      },
    ],
  });
  const { step, lease } = await nextStep(client, planId);
  await client.call("submit_step_result", {
    planId,
    stepId: step?.stepId,
    leaseToken: lease?.token,
    result: { found: false },
    stepExecutionReport: REPORT,
  });
  return planId;
}

function sourcesOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    title: `Field study number ${index + 1}`,
    url: `https://example.org/studies/${index + 1}`,
    publishedAt: String(2015 + index),
    ...(index % 2 === 0 ? { quote: `House ${index + 1} saved a third of its energy.` } : {}),
  }));
}
