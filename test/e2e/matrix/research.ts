import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { type Asker, type Json, replyIn } from "./asker.ts";

/** What a call can be about: a plan with a step that is held, and one that waits for a person. */
export interface Subject extends HeldPlan {
  readonly waiting: { readonly planId: string; readonly stepId: string; readonly reviewId: string };
}

interface HeldPlan {
  readonly plan: string;
  readonly step: string;
  readonly lease: string;
  readonly pendingSteps: readonly string[];
}

export async function newSubject(asker: Asker, word: string): Promise<Subject> {
  return { ...(await holdPlan(asker, word)), waiting: await waitForPerson(asker, word) };
}

export async function waitForPerson(asker: Asker, word: string): Promise<Subject["waiting"]> {
  const { plan: planId, step: stepId, lease: leaseToken } = await holdPlan(asker, word);
  const place = { planId, stepId, leaseToken };
  await ask(asker, "request_user_review", { ...place, summary: word, questions: [word] });
  const { reviews } = replyIn<{ reviews: readonly { readonly id: string }[] }>(
    await asker.procedure("review.list", "query", { planId }),
  );
  return { planId, stepId, reviewId: reviews[0]?.id ?? "" };
}

/** The whole loop, with the word in everything that is written; the key with each call that takes one. */
export async function research(asker: Asker, word: string, idempotencyKey: string) {
  const { plan, step, lease, waiting } = await newSubject(asker, word);
  const sessionId = `session-${idempotencyKey}`;
  const call = { planId: plan, idempotencyKey, sessionId };
  const place = { ...call, stepId: step, leaseToken: lease };
  const { artifactId, sourceIds } = (await ask(asker, "store_research", {
    ...{ ...place, artifactType: "finding", title: word, content: { [word]: word }, summary: word },
    sources: [
      {
        title: word,
        url: `https://example.com/${encodeURIComponent(word)}`,
        author: word,
        quote: word,
      },
    ],
  })) as { artifactId: string; sourceIds: [string] };
  await ask(asker, "extract_data", {
    ...{ ...place, sourceArtifactId: artifactId, instructions: word },
    ...{ schema: { type: "object", title: word }, data: { word } },
  });
  await ask(asker, "store_subagent_report", { ...place, task: word, report: word, agent: word });
  const output = await ask(asker, "store_research_output", {
    ...{ ...call, title: word, mediaType: "markdown", formattingNotes: word },
    content: `# ${word}\n\nIt is so [src:${sourceIds[0]}].`,
  });
  await ask(asker, "submit_research_feedback", {
    ...{ ...call, feedbackType: "initial", satisfaction: "neutral", feedbackSummary: word },
    improvementSuggestions: word,
  });
  const run = await ask(asker, "log_skill_execution", {
    ...{ ...call, skillName: word, status: "executing", metadata: { [word]: word } },
  });
  await decideOnce(asker, word, idempotencyKey);
  return {
    ...{ plan, step, lease, session: sessionId, key: idempotencyKey, review: waiting.reviewId },
    ...{ artifact: artifactId, source: sourceIds[0], output: String(output.outputId) },
    execution: String(run.executionId),
  };
}

/** A result that is handed in, and a review that was decided. */
async function decideOnce(asker: Asker, word: string, idempotencyKey: string): Promise<void> {
  const { plan, step, pendingSteps } = await holdPlan(asker, word, { idempotencyKey });
  const call = { planId: plan, idempotencyKey };
  const stepId = pendingSteps[1];
  const change = { action: "update_step_instructions", instructions: `${word} again` };
  await ask(asker, "modify_plan", { ...call, ...change, stepId, modificationRationale: word });
  await ask(asker, "submit_step_result", {
    ...{ ...call, stepId: step, result: { [word]: word }, resultSummary: word, confidence: 0.5 },
    ...{ stepExecutionReport: { ...REPORT, thinking: word }, outputFormattingNotes: word },
  });
  const next = await ask(asker, "get_next_step", { planId: plan, agent: word });
  const { stepId: second } = next.step as { stepId: string };
  await ask(asker, "request_user_review", { ...call, stepId: second, summary: word });
  await ask(asker, "submit_user_decision", { ...call, decision: "modify", feedback: word });
}

export async function holdPlan(asker: Asker, word: string, more: Json = {}): Promise<HeldPlan> {
  const created = await ask(asker, "create_research_plan", {
    ...{ ...more, name: word, researchQuestion: word, planDesignRationale: word },
    steps: [1, 2, 3].map(() => ({ stepType: "search", instructions: word })),
    branchingConditions: [
      {
        ...{ afterStepOrder: 1, conditionExpression: `result.x === '${word}'` },
        ...{ ifTrueAction: "fail", actionParams: { reason: word } },
      },
    ],
  });
  const plan = String(created.planId);
  const { step, lease } = (await ask(asker, "get_next_step", { planId: plan, agent: word })) as {
    step: { stepId: string };
    lease: { token: string };
  };
  const steps = (created.steps as { stepId: string }[]).map(({ stepId }) => stepId);
  const pendingSteps = steps.filter((id) => id !== step.stepId);
  return { plan, step: step.stepId, lease: lease.token, pendingSteps };
}

async function ask(asker: Asker, tool: string, input: Json): Promise<Record<string, unknown>> {
  return replyIn(await asker.tool(tool, input));
}
