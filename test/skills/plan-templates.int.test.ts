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
  it("track a run from the interview to the feedback, in the documented order", async () => {
    const examples = callsIn(readPage("research/SKILL.md").text);
    const output = callsIn(readPage("research-output/SKILL.md").text);
    const [start, prior, link, complete] = examples
      .filter(({ tool }) => tool === "log_skill_execution")
      .map(({ input }) => input);
    const { executionId } = await server.call("log_skill_execution", start);
    expect(
      (await server.call("search_sources", exampleOf(examples, "search_sources"))).query,
    ).toBeTruthy();
    await server.call("log_skill_execution", { ...prior, executionId });

    const template = planTemplates()[0] as Template;
    const created = await server.call("create_research_plan", { ...template.plan });
    const { planId } = created;
    expect(created.linkedExecutionId).toBe(executionId);
    await server.call("log_skill_execution", { ...link, executionId, planId });
    await workThrough(planId, SURE);

    const read = await server.call("get_research_context", {
      ...exampleOf(output, "get_research_context"),
      planId,
    });
    expect(read.plan.executionId).toBe(executionId);
    const stored = await server.call("store_research_output", {
      ...exampleOf(output, "store_research_output"),
      planId,
    });
    expect(stored.version).toBe(1);
    await server.call("log_skill_execution", { ...complete, executionId });
    await server.call("submit_research_feedback", {
      ...exampleOf(output, "submit_research_feedback"),
      planId,
    });

    const [row] = await storedRows(server, "SELECT * FROM skill_execution WHERE id = $1", [
      executionId,
    ]);
    expect(row).toMatchObject({ status: "completed", plan_id: planId, skill_name: "research" });
    expect(row?.metadata).toMatchObject({
      priorResearchCheck: { found: 2, userDecision: "refresh" },
      planDesignRationale: expect.stringMatching(/^<why /),
      mode: "deep",
      stepsCompleted: 7,
    });
  });
});

/** Starts a tracking record and a plan as the router skill does. */
async function createPlan({ plan }: Template, sessionId: string) {
  await server.call("log_skill_execution", {
    skillName: "research",
    status: "started",
    sessionId,
    metadata: { outputMediaType: "word", outputFormattingInstructions: "Two pages." },
  });
  return server.call("create_research_plan", { ...plan, sessionId });
}

async function runPlan(template: Template, answers: Answers) {
  const { mode, researchType } = template;
  const sessionId = `${mode}-${researchType}-${answers.confidence}`;
  const { planId, linkedExecutionId } = await createPlan(template, sessionId);
  expect(linkedExecutionId).toBeTruthy();
  return workThrough(planId, answers);
}

/** Runs every step as the loop describes, until none is left. */
async function workThrough(planId: string, answers: Answers) {
  const done = { types: [] as string[], orders: [] as number[], branches: [] as string[] };
  let reviews = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const reply = await server.call("get_next_step", { planId });
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
