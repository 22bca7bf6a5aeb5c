import { withTexts } from "@trovella/testing/mcp/tool-texts";
import { type Caller, type Json, replyIn } from "./caller.ts";

/** Objects for calls: a plan with a held step, and one that waits for a review. */
export interface Subject extends HeldPlan {
  /** A word in its texts. */
  readonly word: string;
  readonly waiting: { readonly planId: string; readonly stepId: string; readonly reviewId: string };
}

interface HeldPlan {
  readonly plan: string;
  readonly step: string;
  readonly lease: string;
  readonly pendingSteps: readonly string[];
}

export async function newSubject(caller: Caller, word: string): Promise<Subject> {
  return { word, ...(await holdPlan(caller, word)), waiting: await waitForPerson(caller, word) };
}

export async function waitForPerson(caller: Caller, word: string): Promise<Subject["waiting"]> {
  const { plan: planId, step: stepId, lease: leaseToken } = await holdPlan(caller, word);
  const asked = { planId, stepId, leaseToken, result: resultWith(word) };
  await ask([caller, word], "request_user_review", asked);
  const { reviews } = replyIn<{ reviews: readonly { readonly id: string }[] }>(
    await caller.procedure("review.list", "query", { planId }),
  );
  return { planId, stepId, reviewId: reviews[0]?.id ?? "" };
}

/** The whole research loop, with the canary in every text and an idempotency key with every call that takes one. */
export async function research(caller: Caller, word: string, idempotencyKey: string) {
  const { plan, step, lease, waiting } = await newSubject(caller, word);
  const sessionId = `session-${idempotencyKey}`;
  const call = { planId: plan, idempotencyKey, sessionId };
  const place = { ...call, stepId: step, leaseToken: lease };
  const [source] = withTexts("store_research", word).sources as [Json];
  const { artifactId, sourceIds } = (await ask([caller, word], "store_research", {
    ...{ ...place, artifactType: "finding", content: { [word]: word } },
    sources: [{ ...source, url: `https://example.com/${encodeURIComponent(word)}` }],
  })) as { artifactId: string; sourceIds: [string] };
  await ask([caller, word], "record_claims", {
    ...{
      ...place,
      claims: [{ statement: word, evidence: [{ sourceId: sourceIds[0], quote: word }] }],
    },
  });
  const claimed = await claimOf(caller, plan);
  await ask([caller, word], "extract_data", {
    ...{ ...place, sourceArtifactId: artifactId },
    ...{ schema: { type: "object", title: word }, data: { word } },
  });
  await ask([caller, word], "store_subagent_report", place);
  const output = await ask([caller, word], "store_research_output", {
    // The content is given whole.
    ...{ ...call, mediaType: "markdown", edits: undefined },
    content: `# ${word}\n\nIt is so [src:${sourceIds[0]}].`,
  });
  await ask([caller, word], "submit_research_feedback", {
    ...{ ...call, feedbackType: "initial", satisfaction: "neutral" },
  });
  const run = await ask([caller, word], "log_skill_execution", {
    ...{ ...call, status: "executing" },
  });
  await decideOnce(caller, word, idempotencyKey);
  return {
    ...{ plan, step, lease, session: sessionId, key: idempotencyKey, review: waiting.reviewId },
    ...{ artifact: `${plan}/${artifactId}`, output: `${plan}/${output.outputId}` },
    source: `${plan}/${sourceIds[0]}`,
    execution: String(run.executionId),
    ...claimed,
  };
}

/** The plan's claim and the source that it rests on. */
async function claimOf(caller: Caller, planId: string) {
  const { claims } = replyIn<{ claims: readonly { readonly id: string }[] }>(
    await caller.procedure("claims.list", "query", { planId }),
  );
  const claim = claims[0]?.id ?? "";
  const { evidence } = replyIn<{ evidence: readonly { readonly sourceId: string }[] }>(
    await caller.procedure("claims.detail", "query", { claimId: claim }),
  );
  return { claim, mention: evidence[0]?.sourceId ?? "" };
}

/** A submitted result and a decided review. */
async function decideOnce(caller: Caller, word: string, idempotencyKey: string): Promise<void> {
  const { plan, step, pendingSteps } = await holdPlan(caller, word, { idempotencyKey });
  const call = { planId: plan, idempotencyKey };
  const stepId = pendingSteps[1];
  const change = {
    action: "update_step_instructions",
    instructions: `${word} again`,
    modificationRationale: word,
  };
  await ask([caller, word], "modify_plan", { ...call, ...change, stepId });
  await ask([caller, word], "submit_step_result", {
    ...{ ...call, stepId: step, result: resultWith(word), confidence: 0.5 },
  });
  const next = await ask([caller, word], "get_next_step", { planId: plan });
  const { stepId: second } = next.step as { stepId: string };
  await ask([caller, word], "request_user_review", { ...call, stepId: second });
  await ask([caller, word], "submit_user_decision", { ...call, decision: "modify" });
}

export async function holdPlan(caller: Caller, word: string, more: Json = {}): Promise<HeldPlan> {
  const created = await ask([caller, word], "create_research_plan", {
    ...more,
    steps: [1, 2, 3].map(() => ({ stepType: "search", instructions: word })),
    branchingConditions: [
      {
        ...{ afterStepOrder: 1, conditionExpression: `result.x === '${word}'` },
        ...{ ifTrueAction: "fail", actionParams: { reason: word } },
      },
    ],
  });
  const plan = String(created.planId);
  const { step, lease } = (await ask([caller, word], "get_next_step", { planId: plan })) as {
    step: { stepId: string };
    lease: { token: string };
  };
  // With their plan, so that they name the same steps beside another plan.
  const steps = (created.steps as { stepId: string }[]).map(({ stepId }) => `${plan}/${stepId}`);
  const held = `${plan}/${step.stepId}`;
  const pendingSteps = steps.filter((id) => id !== held);
  return { plan, step: held, lease: lease.token, pendingSteps };
}

/** Has the field that the plan's condition reads. */
function resultWith(word: string): Json {
  return { x: `not ${word}`, [word]: word };
}

/** A caller who writes this word into every text that a call leaves out. */
type Author = readonly [caller: Caller, word: string];

async function ask([caller, word]: Author, tool: string, input: Json): Promise<Json> {
  return replyIn(await caller.tool(tool, withTexts(tool, word, input)));
}
