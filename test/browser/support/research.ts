import { connectHttp, REPORT } from "@trovella/testing/mcp/mcp-client";

interface Created {
  readonly planId: string;
}

interface HandedOut {
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

const STEPS = [
  { stepType: "search", instructions: "Find trials of the last ten years and note their size." },
  { stepType: "analyze", instructions: "Compare what the trials say about older houses." },
  { stepType: "synthesize", instructions: "Write down what is certain and what is not." },
];

/** This many plans that are not started. */
export async function makePlans(address: string, count: number): Promise<void> {
  const client = await connectHttp(address, { name: "browser-test" });
  try {
    for (let number = 1; number <= count; number++) {
      await client.call("create_research_plan", {
        name: `[Scan] Many plans, number ${number}`,
        researchQuestion: "How long does a list get?",
        steps: STEPS,
      });
    }
  } finally {
    await client.close();
  }
}

/** Plans in every state that a person may find, made as an AI client makes them. */
export async function doResearch(address: string): Promise<void> {
  const client = await connectHttp(address, { name: "browser-test" });
  const create = async (name: string, researchQuestion: string) =>
    (await client.call<Created>("create_research_plan", { name, researchQuestion, steps: STEPS }))
      .planId;
  const next = async (planId: string) => {
    const { step, lease } = await client.call<HandedOut>("get_next_step", { planId });
    return { planId, stepId: step?.stepId, leaseToken: lease?.token };
  };
  const finish = async (planId: string) =>
    client.call("submit_step_result", {
      ...(await next(planId)),
      result: { found: true },
      stepExecutionReport: REPORT,
    });
  try {
    const done = await create(
      "[Scan] Heat pumps in old houses",
      "Do heat pumps pay off in houses built before 1950?",
    );
    for (const _ of STEPS) await finish(done);
    const running = await create(
      "[Deep] Vector databases for small teams",
      "Which vector database suits a team of five?",
    );
    await finish(running);
    await next(running);
    const waiting = await create(
      "[Scan] Remote work and productivity",
      "What do the most cited studies say?",
    );
    const step = await next(waiting);
    await client.call("request_user_review", {
      ...step,
      summary:
        "Two of three studies agree; the third measures something else. Shall I leave it out?",
    });
    await create(
      "[Scan] <img src=x onerror=alert(1)> & other hostile names",
      "<script>alert(2)</script>",
    );
  } finally {
    await client.close();
  }
}
