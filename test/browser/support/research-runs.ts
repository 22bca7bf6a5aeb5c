import { connectHttp, REPORT, ToolError } from "@trovella/testing/mcp/mcp-client";

export interface Runs {
  /** Completed, with everything that is noted by convention. */
  readonly whole: string;
  readonly planId: string;
  readonly artifactId: string;
  /** Failed before there was a plan. */
  readonly failed: string;
  /** Ended with what was found earlier. */
  readonly contented: string;
  /** Started, with unconventional metadata. */
  readonly strange: string;
}

const STEPS = [
  { stepType: "search", instructions: "Find trials of the last ten years and note their size." },
  { stepType: "synthesize", instructions: "Write down what is certain and what is not." },
];

interface Logged {
  readonly executionId: string;
}

interface HandedOut {
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

/** Runs as skills log them: of every status, with and without a plan. */
export async function makeRuns(address: string): Promise<Runs> {
  const client = await connectHttp(address, { name: "some-assistant" });
  const log = async (input: object) =>
    (await client.call<Logged>("log_skill_execution", input)).executionId;
  try {
    const { artifactId } = await client.call<{ artifactId: string }>("store_research", {
      artifactType: "finding",
      title: "What was known before",
      content: "Some of it.",
    });
    const sessionId = "session-of-the-whole-run";
    const whole = await log({
      skillName: "research",
      status: "started",
      sessionId,
      metadata: interview(artifactId),
    });
    const { planId } = await client.call<{ planId: string }>("create_research_plan", {
      name: "[Deep] Heat pumps in old houses",
      researchQuestion: "Do heat pumps pay off in houses built before 1950?",
      steps: STEPS,
      planDesignRationale: "One look, then one verdict.",
      sessionId,
    });
    for (const _ of STEPS) {
      const { step, lease } = await client.call<HandedOut>("get_next_step", { planId, sessionId });
      await client.call("submit_step_result", {
        planId,
        sessionId,
        stepId: step?.stepId,
        leaseToken: lease?.token,
        result: { found: true },
        stepExecutionReport: REPORT,
      });
    }
    await client
      .call("get_step_context", { planId, stepId: "step_nowhere", sessionId })
      .catch((error: unknown) => {
        if (!(error instanceof ToolError)) throw error;
      });
    await log({
      executionId: whole,
      status: "completed",
      sessionId,
      metadata: { stepsCompleted: 2, artifactsStored: 1, mode: "deep", checkpointFeedback: null },
    });
    const failed = await log({
      skillName: "research-scan",
      status: "failed",
      errorMessage: "The search service was away.",
      metadata: {
        topic: "Remote work",
        delegatedTo: "scan",
        skipQuestionsReason: "All was clear.",
      },
    });
    const contented = await log({
      skillName: "research",
      status: "completed",
      metadata: {
        topic: "Vector databases",
        priorResearchCheck: { found: 1, artifactIds: [artifactId], userDecision: "use_existing" },
      },
    });
    const strange = await log({
      skillName: "research",
      status: "started",
      metadata: {
        topic: "<img src=x onerror=alert(1)>",
        originalQuery: `<script>alert(2)</script> ${"Wärmepumpen".repeat(30)}`,
        clarifyingQuestions: "none",
        moodOfTheDay: { good: true, "<b>why</b>": "javascript:alert(3)" },
      },
    });
    return { whole, planId, artifactId, failed, contented, strange };
  } finally {
    await client.close();
  }
}

/** So many more runs, all alike. */
export async function makeManyRuns(address: string, count: number): Promise<void> {
  const client = await connectHttp(address, { name: "some-assistant" });
  try {
    for (let number = 1; number <= count; number++) {
      await client.call("log_skill_execution", {
        skillName: "research-deep",
        status: "started",
        metadata: { topic: `One of many, number ${number}` },
      });
    }
  } finally {
    await client.close();
  }
}

function interview(artifactId: string): object {
  return {
    topic: "Heat pumps in old houses",
    researchType: "decision_support",
    scope: "Houses built before 1950, in Europe",
    depthSignals: "thorough",
    decisionContext: "Whether to replace a gas boiler",
    knownContext: null,
    outputMediaType: "word",
    outputFormattingInstructions: "Two pages at most",
    originalQuery: "Please find out thoroughly whether a heat pump pays off for us.",
    clarifyingQuestions: [
      { question: "Where is the house?", answer: "In the hills of Bavaria." },
      { question: "How is it heated now?", answer: "With gas." },
    ],
    delegatedTo: "deep",
    routingRationale: "A costly decision with several sub-questions.",
    priorResearchCheck: {
      found: 3,
      artifactIds: [artifactId],
      userConversation: "They want the newer trials as well.",
      userDecision: "refresh",
      refreshContext: "Trials since 2024",
      closedReason: null,
    },
  };
}
