import { connectHttp, type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";

interface HandedOut {
  readonly step: { readonly stepId: string };
  readonly lease: { readonly token: string };
}

/** A step that a client holds. */
interface Held {
  readonly planId: string;
  readonly stepId: string;
  readonly leaseToken: string;
}

/** A result that does not fit into one reply of the API. */
export const LONG_RESULT = Array.from({ length: 6_000 }, (_, n) => `finding number ${n} é`);

export const HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script> \"'{{7*7}}";

/** Runs `work` with the calls of an AI client. */
export async function withClient<T>(
  address: string,
  work: (client: Researcher) => Promise<T>,
): Promise<T> {
  const client = await connectHttp(address, { name: "browser-test" });
  try {
    return await work(new Researcher(client));
  } finally {
    await client.close();
  }
}

class Researcher {
  readonly #client: McpClient;
  constructor(client: McpClient) {
    this.#client = client;
  }

  get call(): McpClient["call"] {
    return this.#client.call;
  }

  async create(name: string, steps: readonly object[], more: object = {}): Promise<string> {
    const given = { name, researchQuestion: `What is known about: ${name}?`, steps, ...more };
    return (await this.call<{ planId: string }>("create_research_plan", given)).planId;
  }

  async next(planId: string): Promise<Held> {
    const { step, lease } = await this.call<HandedOut>("get_next_step", { planId });
    return { planId, stepId: step.stepId, leaseToken: lease.token };
  }

  async finish(
    held: Omit<Held, "leaseToken"> & Partial<Held>,
    result: unknown,
    more: object = {},
  ): Promise<void> {
    await this.call("submit_step_result", {
      ...held,
      result,
      stepExecutionReport: REPORT,
      ...more,
    });
  }
}

const STEPS = [
  { stepType: "search", instructions: "Find prices of heat pumps and where they were published." },
  { stepType: "analyze", instructions: "Compare the prices by year.", dependsOn: [1] },
  { stepType: "critique", instructions: "Say which prices are doubtful.", dependsOn: [2] },
  { stepType: "search", instructions: "Look for more recent prices.", dependsOn: [2] },
  { stepType: "checkpoint", instructions: "Ask whether the range is wide enough.", dependsOn: [2] },
  { stepType: "synthesize", instructions: "Write the answer.", dependsOn: [5] },
];

/** A plan with everything that a plan may have: it jumped, was sent back, and waits again. */
export function makeRichPlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const planId = await client.create("[Deep] Prices of heat pumps", STEPS, {
      planDesignRationale: "Prices first, since everything else depends on them.",
      outputFormattingNotes: "A table, then two paragraphs.",
      branchingConditions: [
        {
          afterStepOrder: 2,
          conditionExpression: "confidence < 0.5",
          ifTrueAction: "skip_to",
          actionParams: { targetStepOrder: 5 },
        },
        {
          afterStepOrder: 6,
          conditionExpression: "confidence < 0.1",
          ifTrueAction: "fail",
          actionParams: { reason: "Nothing is certain." },
        },
      ],
    });
    await findPrices(client, await client.next(planId));
    await client.finish(await client.next(planId), "Prices fell by a tenth each year.", {
      confidence: 0.3,
      resultSummary: "They fall, but the sources are few.",
    });
    const checkpoint = await client.next(planId);
    await client.call("request_user_review", {
      ...checkpoint,
      summary: "Is the range from 8,000 to 20,000 wide enough?",
    });
    await client.call("submit_user_decision", {
      planId,
      decision: "modify",
      feedback: "Include installation, please.",
    });
    await client.call("request_user_review", {
      ...(await client.next(planId)),
      summary: "With installation it is 12,000 to 35,000.",
      questions: ["Is that wide enough?", "Shall subsidies count?"],
    });
    await client.call("store_research_output", {
      planId,
      title: "Prices of heat pumps, a first look",
      mediaType: "markdown",
      content: "# Prices\n\nThey fall.",
    });
    await client.call("submit_research_feedback", {
      planId,
      feedbackType: "initial",
      satisfaction: "satisfied",
      feedbackSummary: "Useful, but short.",
      improvementSuggestions: "Name the years.",
    });
    await client.call("submit_step_result", {}).catch(() => undefined);
    await client
      .call("submit_user_decision", { planId, stepId: "step_unknown", decision: "skip" })
      .catch(() => undefined);
    return planId;
  });
}

async function findPrices(client: Researcher, held: Held): Promise<void> {
  const { planId, stepId } = held;
  await client.call("store_research", {
    planId,
    stepId,
    artifactType: "finding",
    title: "A heat pump costs 8,000 to 20,000 euros",
    content: "Prices without installation.",
    summary: "Without installation.",
    confidence: 0.8,
    sources: [
      {
        url: "https://prices.example/heat-pumps",
        title: "Price index of heat pumps",
        publishedAt: "2026",
        quote: "Between 8,000 and 20,000 euros.",
      },
      { title: `A printed leaflet ${HOSTILE}` },
    ],
  });
  await client.call("store_research", {
    planId,
    artifactType: "note",
    title: "Installers charge by the hour",
    content: HOSTILE,
  });
  const { reportId } = await client.call<{ reportId: string }>("store_subagent_report", {
    ...held,
    agent: "search-1",
    task: "Look through the archives.",
    report: "The archives hold nothing before 2015.",
    status: "completed",
  });
  await client.finish(
    held,
    { prices: [8_000, 20_000], currency: "EUR" },
    {
      confidence: 0.8,
      resultSummary: "Two prices were found.",
      stepExecutionReport: {
        thinking: `Expected more sources. ${HOSTILE}`,
        webSearches: [
          {
            query: "heat pump price index",
            resultCount: 12,
            used: [{ url: "https://prices.example/heat-pumps", why: "primary" }],
          },
        ],
        webFetches: [
          { url: "https://prices.example/heat-pumps", facts: ["8,000 to 20,000 euros"] },
          { url: "javascript:alert(3)", summary: "not a page" },
        ],
        otherToolCalls: [],
        subagents: [{ agent: "search-1", task: "Archives", reportId }],
      },
    },
  );
}

/** A person rejected its checkpoint. */
export function makeFailedPlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const planId = await client.create("[Scan] Rejected research", STEPS.slice(0, 1));
    await client.call("request_user_review", {
      ...(await client.next(planId)),
      summary: "Shall I go on?",
    });
    const feedback = "The question was the wrong one.";
    await client.call("submit_user_decision", { planId, decision: "reject", feedback });
    return planId;
  });
}

/** Its client has stopped responding at the second step. */
export function makeStalledPlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const more = { stallThresholdMinutes: 0.001 };
    const planId = await client.create("[Scan] Abandoned research", STEPS.slice(0, 3), more);
    await client.finish(await client.next(planId), "Found.");
    await client.next(planId);
    return planId;
  });
}

/** Not started; its texts are hostile. */
export function makePlannedPlan(address: string): Promise<string> {
  return withClient(address, (client) =>
    client.create(`[Scan] Planned ${HOSTILE}`, [
      { stepType: "search", instructions: `${HOSTILE} ${"long".repeat(100)}` },
      { stepType: "custom", instructions: "Then this." },
    ]),
  );
}

/** Done, with a result and a report too long for one reply. */
export function makeLongPlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const planId = await client.create("[Deep] A long history", STEPS.slice(0, 1));
    await client.finish(await client.next(planId), LONG_RESULT, {
      stepExecutionReport: { ...REPORT, thinking: "hmm ".repeat(30_000) },
    });
    return planId;
  });
}
