import { formatCount } from "../format-count.ts";
import type { Assistant, Reply } from "./assistant.ts";
import type { Research, StepWork } from "./sample-research.ts";
import type { Stage } from "./stage.ts";

/** One piece of research in progress, whichever assistant works on it. */
export interface Run {
  readonly research: Research;
  readonly stage: Stage;
  readonly executionId: string;
  readonly planId: string;
  /** Ids of stored sources, by the keys of the script. */
  readonly sourceIds: Map<string, string>;
  artifactCount: number;
  checkpointFeedback: string | null;
}

export async function beginResearch(
  assistant: Assistant,
  research: Research,
  stage: Stage,
): Promise<Run> {
  const { interview, mode, searchQuery, plan } = research;
  await stage.say("Person", `“${research.request}”`);
  const asked = interview.clarifyingQuestions as { question: string; answer: string }[] | undefined;
  for (const { question, answer } of asked ?? []) {
    await stage.say("Assistant", `${question} — “${answer}”`);
  }
  await stage.say("Internal", `Routed to ${mode}: ${interview.routingRationale}`);
  const { executionId } = await assistant.call("log_skill_execution", {
    skillName: "research",
    status: "started",
    metadata: { ...interview, originalQuery: research.request },
  });
  await checkPriorResearch(assistant, { executionId, searchQuery, stage });
  const created = await assistant.call("create_research_plan", plan);
  const { length } = plan.steps;
  await stage.say("Trovella", `The plan is stored, with ${formatCount(length, "step")}.`);
  return {
    research,
    stage,
    executionId,
    planId: created.planId,
    sourceIds: new Map(),
    artifactCount: 0,
    checkpointFeedback: null,
  };
}

async function checkPriorResearch(
  assistant: Assistant,
  { executionId, searchQuery, stage }: { executionId: string; searchQuery: string; stage: Stage },
): Promise<void> {
  const { results } = await assistant.call("search_sources", { query: searchQuery, limit: 5 });
  const found = results as Reply[];
  const isKnown = found.length > 0;
  const first = found[0];
  await stage.say(
    "Trovella",
    first
      ? `${formatCount(found.length, "earlier text")} found, such as “${first.title}”. The person says: build on it.`
      : "There is no earlier research on this.",
  );
  await assistant.call("log_skill_execution", {
    executionId,
    status: "started",
    metadata: {
      priorResearchCheck: {
        found: found.length,
        artifactIds: found.map(({ sourceId }) => sourceId),
        userConversation: isKnown ? "Wants to build on earlier research." : "",
        userDecision: isKnown ? "refresh" : "unique",
        refreshContext: isKnown ? "Look deeper into the open question." : null,
        closedReason: null,
      },
    },
  });
}

/** The end of the loop: the plan is complete, or the assistant was interrupted at a step. */
export type LoopEnd = { readonly interruptedAt: string | null };

/** The loop of every assistant: get a step, do it, submit it. It stops without submitting where `isInterrupted` says so. */
export async function workThrough(
  assistant: Assistant,
  run: Run,
  {
    takeOverStepId,
    isInterrupted,
  }: {
    readonly takeOverStepId?: string;
    readonly isInterrupted?: (instructions: string) => boolean;
  } = {},
): Promise<LoopEnd> {
  const { planId } = run;
  let takenOver = takeOverStepId;
  for (;;) {
    const next = await assistant.call("get_next_step", {
      planId,
      agent: assistant.name,
      ...(takenOver ? { takeOverStepId: takenOver } : {}),
    });
    takenOver = undefined;
    if (next.status !== "step_ready") return { interruptedAt: null };
    const { step, lease } = next;
    if (isInterrupted?.(step.instructions)) return { interruptedAt: step.stepId };
    await executeStep(assistant, run, { step, leaseToken: lease.token });
  }
}

interface LeasedStep {
  readonly step: Reply;
  readonly leaseToken: string;
}

async function executeStep(assistant: Assistant, run: Run, leased: LeasedStep): Promise<void> {
  const { research, planId } = run;
  const { step, leaseToken } = leased;
  // A step that was sent back has the feedback appended to its instructions.
  const work = research.work.find(({ instructions }) => step.instructions.startsWith(instructions));
  if (!work) throw new Error(`The script has nothing for the step “${step.instructions}”.`);
  if (work.question !== undefined) return askUser(assistant, run, work, leased);

  const reference = { planId, stepId: step.stepId, leaseToken };
  if (step.stepOrder > 1) await assistant.call("get_step_context", reference);
  await storeFindings(assistant, run, work, reference);
  const submitted = await assistant.call("submit_step_result", {
    ...reference,
    result: work.result,
    resultSummary: work.resultSummary,
    confidence: work.confidence,
    stepExecutionReport: {
      thinking: work.thinking,
      webSearches: work.webSearches ?? [],
      webFetches: [],
      otherToolCalls: [],
      subagents: [],
    },
  });
  await showStep(assistant, run, `${step.stepType}: ${work.resultSummary}`);
  const added = submitted.branch?.addedStepIds?.length ?? 0;
  if (added > 0) {
    await run.stage.say(
      "Trovella",
      `Confidence ${work.confidence} is too low: a condition of the plan adds ${formatCount(added, "step")}.`,
    );
  }
}

async function storeFindings(
  assistant: Assistant,
  run: Run,
  { artifact, extraction }: StepWork,
  reference: object,
): Promise<void> {
  if (extraction) await assistant.call("extract_data", { ...extraction, ...reference });
  if (!artifact) return;
  const sources = artifact.sources.map(({ key, ...source }) => source);
  const { sourceIds } = await assistant.call("store_research", {
    ...artifact,
    sources,
    ...reference,
  });
  for (const [index, { key }] of artifact.sources.entries()) {
    run.sourceIds.set(key, sourceIds[index]);
  }
  run.artifactCount += 1;
}

/** The user decides; the assistant only forwards the decision. */
async function askUser(
  assistant: Assistant,
  run: Run,
  { question = "", afterFeedback = "" }: StepWork,
  { step, leaseToken }: LeasedStep,
): Promise<void> {
  const { planId, stage } = run;
  const reference = { planId, stepId: step.stepId };
  const summary = run.checkpointFeedback === null ? question : `${afterFeedback} ${question}`;
  await assistant.call("request_user_review", { ...reference, leaseToken, summary });
  const isApproved = await stage.approve(summary);
  const feedback = "Say what it costs at most, then ask again.";
  await assistant.call("submit_user_decision", {
    ...reference,
    decision: isApproved ? "approve" : "modify",
    ...(isApproved ? {} : { feedback }),
  });
  run.checkpointFeedback = isApproved ? "Approved as it is." : feedback;
  await showStep(
    assistant,
    run,
    isApproved ? "checkpoint: approved by the person" : "checkpoint: sent back with feedback",
  );
}

async function showStep({ call }: Assistant, { planId, stage }: Run, text: string): Promise<void> {
  const { progress, totalSteps } = await call("get_plan_status", { planId });
  await stage.progress(Math.round((progress * totalSteps) / 100), totalSteps, text);
}
