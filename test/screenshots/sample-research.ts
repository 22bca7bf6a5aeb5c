import { connectHttp, type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";

interface HandedOut {
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

interface Sample {
  readonly name: string;
  readonly researchQuestion: string;
  readonly steps: readonly { readonly stepType: string; readonly instructions: string }[];
  readonly stallThresholdMinutes?: number;
}

const STORAGE: Sample = {
  name: "[Deep] Vector search for a team of five",
  researchQuestion:
    "Which way of storing and searching vectors suits a team of five that runs PostgreSQL already?",
  steps: [
    {
      stepType: "search",
      instructions: "Find benchmarks of the last two years that say how they measured.",
    },
    { stepType: "extract", instructions: "Write recall, latency and cost of each into one table." },
    { stepType: "analyze", instructions: "Compare them for 1 and for 10 million vectors." },
    { stepType: "critique", instructions: "Look for benchmarks whose authors sell the winner." },
    { stepType: "checkpoint", instructions: "Ask which of the remaining options to look into." },
    { stepType: "synthesize", instructions: "Recommend one, with what would change the mind." },
  ],
};

const REMOTE: Sample = {
  name: "[Deep] Remote work and productivity",
  researchQuestion: "What do the most cited studies say about remote work, and do they agree?",
  steps: [
    { stepType: "search", instructions: "Find the ten most cited studies since 2015." },
    { stepType: "analyze", instructions: "Group them by what they call productivity." },
    { stepType: "checkpoint", instructions: "Show the groups and ask which ones matter." },
    { stepType: "synthesize", instructions: "Write two pages for the management." },
  ],
};

const BATTERIES: Sample = {
  name: "[Scan] Prices of home batteries",
  researchQuestion: "How did the price of a kilowatt hour of home storage change in five years?",
  steps: [
    { stepType: "search", instructions: "Find price reports of each year." },
    { stepType: "synthesize", instructions: "Draw the line and explain its bends." },
  ],
  stallThresholdMinutes: 0.01,
};

const FONTS: Sample = {
  name: "[Scan] Fonts that are easy to read on screens",
  researchQuestion: "Which measurable properties of a font make long texts easier to read?",
  steps: [
    { stepType: "search", instructions: "Find experiments with more than 30 readers." },
    { stepType: "checkpoint", instructions: "Ask whether print counts as well." },
    { stepType: "synthesize", instructions: "List the properties with their effect." },
  ],
};

const SUMMARY =
  "Seven of ten studies measure output per hour, two measure how long people stay, one asks people how they feel. The first group finds gains of 4 to 13 % for work that needs no one else, and losses for work in groups. The third group should not carry a conclusion.";
const QUESTIONS = [
  "Do you want call centres in, where most of the large effects were found?",
  "Is “how long people stay” productivity for you?",
];

/** Research in every state that the console shows, created through the tools. */
export async function makeSamples(address: string): Promise<void> {
  const claude = await connectHttp(address, { name: "claude-code" });
  const cursor = await connectHttp(address, { name: "cursor" });
  try {
    await fail(cursor);
    await stall(cursor);
    await wait(claude);
    await run(claude);
  } finally {
    await claude.close();
    await cursor.close();
  }
}

async function run(client: McpClient): Promise<void> {
  const planId = await create(client, STORAGE);
  const { stepId, leaseToken } = await next(client, planId);
  await client.call("store_research", {
    planId,
    stepId,
    artifactType: "finding",
    title: "Exact search is enough below a million vectors",
    content:
      "Three of four independent benchmarks find that a plain scan over compressed signatures answers within 50 ms for a million vectors.",
    summary: "Below a million vectors an index for neighbours gains little.",
    confidence: 0.82,
    sources: [
      {
        url: "https://example.org/vector-benchmarks",
        title: "Vector search without an index: a benchmark",
        author: "R. Meier",
        publishedAt: "2026-03-02",
        quote: "For fewer than one million vectors the index only added operations.",
      },
    ],
  });
  await submit(client, { planId, stepId, leaseToken });
  await next(client, planId);
}

async function wait(client: McpClient): Promise<void> {
  const planId = await create(client, REMOTE);
  await submit(client, await next(client, planId));
  const { stepId } = await next(client, planId);
  await client.call("store_research", {
    planId,
    stepId,
    artifactType: "analysis",
    title: "Gains for single work, losses for work in groups",
    content: "Output per hour rises by 4 to 13 % where work needs nobody else.",
    summary: "It depends on how much people need each other.",
    confidence: 0.74,
    sources: [
      {
        url: "https://example.org/remote-work",
        title: "Does working from home work?",
        author: "A. Sample",
        publishedAt: "2025-11-20",
        quote: "Performance rose by 13 percent, most of it from more minutes worked per shift.",
      },
    ],
  });
  await submit(client, { planId, stepId });
  const asked = await next(client, planId);
  await client.call("request_user_review", { ...asked, summary: SUMMARY, questions: QUESTIONS });
}

async function stall(client: McpClient): Promise<void> {
  const planId = await create(client, BATTERIES);
  await next(client, planId);
}

async function fail(client: McpClient): Promise<void> {
  const planId = await create(client, FONTS);
  await submit(client, await next(client, planId));
  const asked = await next(client, planId);
  await client.call("request_user_review", {
    ...asked,
    summary: "All experiments found have fewer than 30 readers.",
  });
  const { stepId } = asked;
  await client.call("submit_user_decision", {
    planId,
    stepId,
    decision: "reject",
    feedback: "Then there is nothing to write about.",
  });
}

async function create(client: McpClient, sample: Sample): Promise<string> {
  return (await client.call<{ planId: string }>("create_research_plan", sample)).planId;
}

async function next(client: McpClient, planId: string) {
  const { step, lease } = await client.call<HandedOut>("get_next_step", { planId });
  return { planId, stepId: step?.stepId, leaseToken: lease?.token };
}

function submit(client: McpClient, step: object): Promise<object> {
  return client.call("submit_step_result", {
    ...step,
    result: { found: 12, kept: 9 },
    resultSummary: "Nine of twelve sources say how they measured.",
    confidence: 0.8,
    stepExecutionReport: {
      ...REPORT,
      thinking: "Sources without a method were left out.",
      webSearches: [{ query: "benchmark method", resultCount: 12, usedCount: 9 }],
    },
  });
}
