import { formatCount } from "../format-count.ts";
import type { Assistant, Reply } from "./assistant.ts";
import type { Research, SampleFinding, StepWork } from "./sample-research.ts";
import type { Stage } from "./stage.ts";

/** One piece of research in progress, whichever assistant works on it. */
export interface Run {
  readonly research: Research;
  readonly stage: Stage;
  readonly planId: string;
  /** Refs of stored sources, by the keys of the script. */
  readonly sourceRefs: Map<string, number>;
  isSentBack: boolean;
}

/** The run, with what get_next_step would reply for it. */
export interface StartedRun {
  readonly run: Run;
  readonly next: Reply;
}

export async function beginResearch(
  assistant: Assistant,
  research: Research,
  stage: Stage,
): Promise<StartedRun> {
  const { brief, mode, plan, request } = research;
  await stage.say("Person", `“${request}”`);
  for (const { question, answer } of brief.clarifyingQuestions ?? []) {
    await stage.say("Assistant", `${question} — “${answer}”`);
  }
  await stage.say("Internal", `Routed to ${mode}: ${brief.routingRationale}`);
  const priorResearch = await checkPriorResearch(assistant, research, stage);
  const { planId, nextStep } = await assistant.call("create_research_plan", {
    ...plan,
    brief: { ...brief, originalQuery: request, mode, priorResearch },
    start: true,
  });
  const { length } = plan.steps;
  await stage.say("Trovella", `The plan is stored, with ${formatCount(length, "step")}.`);
  const run = { research, stage, planId, sourceRefs: new Map(), isSentBack: false };
  return { run, next: nextStep };
}

async function checkPriorResearch(
  assistant: Assistant,
  { searchQuery }: Research,
  stage: Stage,
): Promise<object> {
  const { results } = await assistant.call("search_sources", { query: searchQuery, limit: 5 });
  const found = results as Reply[];
  const [first] = found;
  await stage.say(
    "Trovella",
    first
      ? `${formatCount(found.length, "earlier text")} found, such as “${first.title}”. The person says: build on it.`
      : "There is no earlier research on this.",
  );
  return {
    found: found.length,
    userDecision: first ? "refresh" : "unique",
    userConversation: first ? "Wants to build on earlier research." : "",
  };
}

/** The end of the loop: the plan is complete, or the assistant was interrupted at a step. */
export type LoopEnd = { readonly interruptedAt: string | null };

/** The loop of every assistant: do a step, submit it, get the next one. It stops without submitting where `isInterrupted` says so. */
export async function workThrough(
  assistant: Assistant,
  { run, next: first }: StartedRun,
  isInterrupted: (instructions: string) => boolean = () => false,
): Promise<LoopEnd> {
  let next = first;
  while (next.status === "step_ready") {
    const { step } = next;
    if (isInterrupted(step.instructions)) return { interruptedAt: step.stepId };
    next = await executeStep(assistant, run, { step, leaseToken: next.lease.token });
  }
  return { interruptedAt: null };
}

interface LeasedStep {
  readonly step: Reply;
  readonly leaseToken: string;
}

/** Does the step and returns the next one. */
async function executeStep(assistant: Assistant, run: Run, leased: LeasedStep): Promise<Reply> {
  const { research, planId } = run;
  const { step, leaseToken } = leased;
  // A step that was sent back has the feedback appended to its instructions.
  const work = research.work.find(({ instructions }) => step.instructions.startsWith(instructions));
  if (!work) throw new Error(`The script has nothing for the step “${step.instructions}”.`);
  if (work.question !== undefined) return askUser(assistant, run, work, leased);

  const { finding, extraction, confidence } = work;
  const reference = { planId, stepId: step.stepId, leaseToken };
  if (step.stepOrder > 1) await assistant.call("get_step_context", reference);
  if (extraction) await assistant.call("extract_data", { ...extraction, ...reference });
  const { branch, sources, nextStep } = await assistant.call("submit_step_result", {
    ...reference,
    result: work.result,
    resultSummary: work.resultSummary,
    confidence,
    stepExecutionReport: { thinking: work.thinking, webSearches: work.webSearches ?? [] },
    findings: finding ? [withoutKeys(finding)] : [],
    continue: true,
    agent: assistant.name,
  });
  for (const { key, title } of finding?.sources ?? []) {
    const stored = sources.find((source: Reply) => source.title === title);
    run.sourceRefs.set(key, stored.ref);
  }
  await showProgress(run, nextStep, `${step.stepType}: ${work.resultSummary}`);
  if (branch) {
    const added = formatCount(branch.addedStepIds.length, "step");
    await run.stage.say(
      "Trovella",
      `Confidence ${confidence} is too low: a condition of the plan adds ${added}.`,
    );
  }
  return nextStep;
}

function withoutKeys({ sources, ...finding }: SampleFinding): object {
  return { ...finding, sources: sources.map(({ key, ...source }) => source) };
}

/** The user decides; the assistant only forwards the decision. */
async function askUser(
  assistant: Assistant,
  run: Run,
  { question = "", afterFeedback = "" }: StepWork,
  { step, leaseToken }: LeasedStep,
): Promise<Reply> {
  const { planId, stage } = run;
  const reference = { planId, stepId: step.stepId };
  const summary = run.isSentBack ? `${afterFeedback} ${question}` : question;
  const asked = await assistant.call("request_user_review", { ...reference, leaseToken, summary });
  if (run.research.leavesReview) return asked;
  const isApproved = await stage.approve(summary);
  await assistant.call("submit_user_decision", {
    ...reference,
    ...(isApproved
      ? { decision: "approve" }
      : { decision: "modify", feedback: "Say what it costs at most, then ask again." }),
  });
  run.isSentBack = !isApproved;
  const next = await assistant.call("get_next_step", { planId, agent: assistant.name });
  const outcome = isApproved ? "approved by the person" : "sent back with feedback";
  await showProgress(run, next, `checkpoint: ${outcome}`);
  return next;
}

async function showProgress({ stage }: Run, next: Reply, text: string): Promise<void> {
  const { progress, totalSteps } = next;
  await stage.progress(Math.round((progress * totalSteps) / 100), totalSteps, text);
}
