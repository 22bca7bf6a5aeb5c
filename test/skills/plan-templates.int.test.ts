import { storedRows } from "@trovella/testing/database/stored-rows";
import { createTestServer, REPORT, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callsIn, planTemplates, readPage, type Template } from "./skill-texts.ts";

const MAX_ROUNDS = 40;
const SURE = {
  confidence: 0.9,
  feedback: undefined,
  result: {
    gaps: [],
    missingCells: 0,
    margin: "clear",
    verdict: "sound",
    competitors: ["a", "b", "c"],
    options: ["a", "b"],
  },
};
const UNSURE = {
  confidence: 0.3,
  feedback: "Look at the costs again.",
  result: {
    gaps: ["a", "b", "c"],
    missingCells: 9,
    margin: "close",
    verdict: "revise",
    competitors: [],
    options: [],
  },
};
type Answers = typeof SURE | typeof UNSURE;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe.each(planTemplates())("the template $mode $researchType", (template) => {
  const { plan } = template;
  const gates = (plan.branchingConditions ?? []).filter(
    ({ ifTrueAction }) => ifTrueAction === "add_steps",
  );
  const added = gates.flatMap(({ actionParams }) => actionParams.steps ?? []);
  const reviews = plan.steps.filter(({ stepType }) => stepType === "checkpoint").length;

  it("completes without extra steps when confidence is high", async () => {
    const run = await runPlan(template, SURE);
    const isFollowUp = (type: string) => type === "custom";
    const planned = plan.steps.map(({ stepType }) => stepType);
    expect(run.types).toEqual(planned.filter((type) => !isFollowUp(type)));
    expect(run.branches).toEqual([]);
    expect(run.reviews).toBe(reviews);
    const skipped = planned.filter(isFollowUp).length;
    expect(run.end).toMatchObject({
      status: "plan_complete",
      progress: 100,
      outputMediaType: "word",
      outputFormattingInstructions: "Two pages.",
      outcome: { completed: planned.length - skipped, skipped, failed: 0 },
    });
  });

  it("does the work that its gates add when confidence is low", async () => {
    const run = await runPlan(template, UNSURE);
    const completed = plan.steps.length + added.length;
    expect(run.branches).toEqual(gates.map(() => "add_steps"));
    expect(run.types).toHaveLength(completed);
    expect(run.orders).toEqual(run.orders.toSorted((one, other) => one - other));
    expect(run.end).toMatchObject({
      status: "plan_complete",
      outcome: { completed, skipped: 0, failed: 0 },
    });
  });
});

describe.each(planTemplates().filter(({ mode }) => mode === "deep"))(
  "several workers on the template $mode $researchType",
  (template) => {
    it("search in parallel, and do every other step after all before it are settled", async () => {
      const { planId } = await createPlan(template, `workers-${template.researchType}`);
      const added = new Set<string>();
      const batches: number[] = [];
      let settled = 0;
      for (;;) {
        const batch = await handOut(planId, added);
        const [first] = batch;
        if (!first) break;
        if (!isShared(first.step, added)) expect(first.step.stepOrder).toBe(settled + 1);
        for (const { step, lease } of batch) {
          if (batch.length > 1) expect(isShared(step, added)).toBe(true);
          const branch = await workOn(planId, step, lease.token, UNSURE);
          for (const stepId of branch?.addedStepIds ?? []) added.add(stepId);
        }
        settled += batch.length;
        batches.push(batch.length);
      }
      expect(Math.max(...batches)).toBeGreaterThanOrEqual(2);
      const end = await server.call("get_next_step", { planId });
      expect(end).toMatchObject({ status: "plan_complete", outcome: { completed: settled } });
    });
  },
);

describe("the calls that the skills show", () => {
  it("take a run from the search to the feedback, in the documented order", async () => {
    const examples = callsIn(readPage("research/SKILL.md").text);
    const output = callsIn(readPage("research-output/SKILL.md").text);
    await server.call("search_sources", exampleOf(examples, "search_sources"));
    const { planId, nextStep } = await server.call("create_research_plan", {
      ...exampleOf(examples, "create_research_plan"),
    });
    expect(nextStep).toMatchObject({ status: "step_ready" });
    await workThrough(planId, SURE, nextStep);

    const store = { ...exampleOf(output, "store_research_output"), planId };
    const { version, outputId } = await server.call("store_research_output", {
      ...store,
      content: "Prices grew by 3 %.",
    });
    expect(version).toBe(1);
    const [, edit] = output.filter(({ tool }) => tool === "store_research_output");
    const edited = await server.call("store_research_output", { ...edit?.input, planId, outputId });
    expect(edited.version).toBe(2);
    await server.call("submit_research_feedback", {
      ...exampleOf(output, "submit_research_feedback"),
      planId,
    });

    const rows = await storedRows(
      server,
      "SELECT execution.* FROM skill_execution AS execution JOIN research_plan AS plan ON plan.id = plan_id WHERE handle = $1",
      [planId],
    );
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect(row).toMatchObject({ status: "completed", skill_name: "research" });
    expect(row?.metadata).toMatchObject({
      researchType: "decision_support",
      delegatedTo: "scan",
      mode: "scan",
      stepsCompleted: 2,
    });
  });
});

/** Creates a plan from the template, with the brief of an interview. */
async function createPlan({ mode, researchType }: Template, sessionId: string) {
  return server.call("create_research_plan", {
    researchQuestion: "What is known?",
    template: `${mode}/${researchType}`,
    brief: { outputMediaType: "word", outputFormattingInstructions: "Two pages." },
    sessionId,
  });
}

async function runPlan(template: Template, answers: Answers) {
  const { mode, researchType } = template;
  const sessionId = `${mode}-${researchType}-${answers.confidence}`;
  const { planId, linkedExecutionId } = await createPlan(template, sessionId);
  expect(linkedExecutionId).toBeTruthy();
  return workThrough(planId, answers);
}

/** Runs every step as the loop describes, until none is left. */
async function workThrough(planId: string, answers: Answers, first?: Reply) {
  const done = { types: [] as string[], orders: [] as number[], branches: [] as string[] };
  let reviews = 0;
  let handed = first;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const reply = handed ?? (await server.call("get_next_step", { planId }));
    handed = undefined;
    if (reply.status !== "step_ready") return { ...done, reviews, end: reply };
    const { step, lease } = reply;
    done.types.push(step.stepType);
    done.orders.push(step.stepOrder);
    if (step.stepType === "checkpoint") reviews += 1;
    const branch = await workOn(planId, step, lease.token, answers);
    if (branch) done.branches.push(branch.action);
  }
  throw new Error("The plan does not finish.");
}

type Reply = Awaited<ReturnType<TestServer["call"]>>;
type HandedStep = { stepId: string; stepOrder: number; stepType: string };
type HandOut = { step: HandedStep; lease: { token: string } };

/** Steps for as many workers as the loop allows: several searches, or one step of another kind. */
async function handOut(planId: string, added: ReadonlySet<string>): Promise<HandOut[]> {
  const handed: HandOut[] = [];
  for (let worker = 1; worker < MAX_ROUNDS; worker += 1) {
    const reply = await server.call("get_next_step", { planId, agent: `search-${worker}` });
    if (reply.status !== "step_ready") break;
    handed.push(reply as unknown as HandOut);
    if (!isShared(reply.step, added)) break;
  }
  return handed;
}

function isShared({ stepId, stepType }: HandedStep, added: ReadonlySet<string>): boolean {
  return stepType === "search" && !added.has(stepId);
}

/** Returns the branch taken. */
async function workOn(planId: string, step: HandedStep, leaseToken: string, answers: Answers) {
  const { stepId } = step;
  if (step.stepType === "checkpoint") {
    await review(planId, stepId, leaseToken, answers);
    return null;
  }
  const { confidence, result } = answers;
  const { branch } = await server.call("submit_step_result", {
    ...{ planId, stepId, leaseToken, result, confidence },
    resultSummary: "Found.",
    stepExecutionReport: REPORT,
  });
  return branch;
}

async function review(planId: string, stepId: string, leaseToken: string, { feedback }: Answers) {
  const asked = { planId, stepId, leaseToken, summary: "This was found." };
  const { status } = await server.call("request_user_review", asked);
  expect(status).toBe("awaiting_review");
  const decision = { planId, stepId, decision: "approve", ...(feedback ? { feedback } : {}) };
  await server.call("submit_user_decision", decision);
}

function exampleOf(calls: ReturnType<typeof callsIn>, tool: string): Record<string, unknown> {
  const call = calls.find((candidate) => candidate.tool === tool);
  if (!call) throw new Error(`There is no example of ${tool}.`);
  return call.input;
}
