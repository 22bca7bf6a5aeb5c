import { count } from "../counting.ts";
import type { Assistant, Reply } from "./assistant.ts";
import type { Research, StepWork } from "./script.ts";
import type { Stage } from "./stage.ts";

/** One piece of research on its way, in whoever's hands it is. */
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

/** Interview, routing, tracking, the look at what is known already, and the plan. */
export async function beginResearch(
  assistant: Assistant,
  research: Research,
  stage: Stage,
): Promise<Run> {
  const { interview, mode, searchQuery, plan } = research;
  await stage.tell("Person", `“${research.request}”`);
  const asked = interview.clarifyingQuestions as { question: string; answer: string }[] | undefined;
  for (const { question, answer } of asked ?? []) {
    await stage.tell("Assistant", `${question} — “${answer}”`);
  }
  await stage.tell("Unseen", `Routed to ${mode}: ${interview.routingRationale}`);
  const { executionId } = await assistant.call("log_skill_execution", {
    skillName: "research",
    status: "started",
    metadata: { ...interview, originalQuery: research.request },
  });
  await checkPriorResearch(assistant, { executionId, searchQuery, stage });
  const created = await assistant.call("create_research_plan", plan);
  const { length } = plan.steps;
  await stage.tell("Trovella", `The plan is stored, with ${count(length, "step")}.`);
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
  await stage.tell(
    "Trovella",
    first
      ? `${count(found.length, "earlier text")} found, such as “${first.title}”. The person says: build on it.`
      : "Nothing is known about this yet.",
  );
  await assistant.call("log_skill_execution", {
    executionId,
    status: "started",
    metadata: {
      priorResearchCheck: {
        found: found.length,
        artifactIds: found.map(({ sourceId }) => sourceId),
        userConversation: isKnown ? "Wants to build on what is there." : "",
        userDecision: isKnown ? "refresh" : "unique",
        refreshContext: isKnown ? "Look deeper into the open question." : null,
        closedReason: null,
      },
    },
  });
}

/** What came of working on steps: the plan is complete, or the assistant was interrupted at one. */
export type LoopEnd = { readonly interruptedAt: string | null };

/**
 * The loop of every assistant: get a step, do it, hand it in. It stops, with the step in hand, where
 * `isInterrupted` says so.
 */
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
    await carryOut(assistant, run, { step, leaseToken: lease.token });
  }
}

interface StepInHand {
  readonly step: Reply;
  readonly leaseToken: string;
}

async function carryOut(assistant: Assistant, run: Run, inHand: StepInHand): Promise<void> {
  const { research, planId } = run;
  const { step, leaseToken } = inHand;
  // What a person sends back has the feedback behind its instructions.
  const work = research.work.find(({ instructions }) => step.instructions.startsWith(instructions));
  if (!work) throw new Error(`The script has nothing for the step “${step.instructions}”.`);
  if (work.question !== undefined) return askPerson(assistant, run, work, inHand);

  const place = { planId, stepId: step.stepId, leaseToken };
  if (step.stepOrder > 1) await assistant.call("get_step_context", place);
  await storeFindings(assistant, run, work, place);
  const submitted = await assistant.call("submit_step_result", {
    ...place,
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
    await run.stage.tell(
      "Trovella",
      `Confidence ${work.confidence} is too low: a condition of the plan adds ${count(added, "step")}.`,
    );
  }
}

async function storeFindings(
  assistant: Assistant,
  run: Run,
  { artifact, extraction }: StepWork,
  place: object,
): Promise<void> {
  if (extraction) await assistant.call("extract_data", { ...extraction, ...place });
  if (!artifact) return;
  const sources = artifact.sources.map(({ key, ...source }) => source);
  const { sourceIds } = await assistant.call("store_research", { ...artifact, sources, ...place });
  for (const [index, { key }] of artifact.sources.entries()) {
    run.sourceIds.set(key, sourceIds[index]);
  }
  run.artifactCount += 1;
}

/** A person decides; the assistant only passes it on. */
async function askPerson(
  assistant: Assistant,
  run: Run,
  { question = "", afterFeedback = "" }: StepWork,
  { step, leaseToken }: StepInHand,
): Promise<void> {
  const { planId, stage } = run;
  const place = { planId, stepId: step.stepId };
  const summary = run.checkpointFeedback === null ? question : `${afterFeedback} ${question}`;
  await assistant.call("request_user_review", { ...place, leaseToken, summary });
  const isApproved = await stage.approve(summary);
  const feedback = "Say what it costs at most, then ask again.";
  await assistant.call("submit_user_decision", {
    ...place,
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
