/** The recorded tasks with the calls that the skills teach. */
import {
  cite,
  DEEP,
  type Finding,
  FOLLOW_UP,
  SCAN,
  type Step,
  stepOf,
  type Task,
  withoutCitations,
} from "./texts.ts";
import type { Reply, Transcript } from "./transcript.ts";
import { usedUrls } from "./used-urls.ts";

/** A plan at work: the step at hand and the refs of the sources stored so far. */
interface Work {
  readonly planId: string;
  /** How many claims were recorded; null where the task records none. */
  claims: number | null;
  readonly refs: Map<string, string>;
  nextStep: Reply;
}

/** What a follow-up needs to know about earlier research. */
export interface Earlier {
  readonly planId: string;
  readonly outputId: string;
}

export async function scan(transcript: Transcript): Promise<void> {
  await transcript.call("search_sources", { query: SCAN.query, limit: 5 });
  const work = await startPlan(transcript, {
    researchQuestion: SCAN.question,
    template: "scan/general_topic",
    brief: briefOf(SCAN, "general_topic", "scan", "conversation"),
  });
  await submit(transcript, work, stepOf(SCAN, "search"));
  await submit(transcript, work, SCAN.synthesis);
  await deliver(transcript, work, SCAN, "conversation");
}

/** What the lost conversation knew. */
interface Lost {
  readonly refs: ReadonlyMap<string, string>;
  readonly claims: number | null;
}

/** Until the conversation is lost: the searches are done, the analysis is handed out. */
export function deepBegin(transcript: Transcript): Promise<Lost> {
  return beginDeep(transcript, 0);
}

/** The same research without claims, to tell what they cost. */
export function deepBeginWithoutClaims(transcript: Transcript): Promise<Lost> {
  return beginDeep(transcript, null);
}

async function beginDeep(transcript: Transcript, claims: number | null): Promise<Lost> {
  await transcript.call("search_sources", { query: DEEP.query, limit: 5 });
  const work = await startPlan(transcript, {
    researchQuestion: DEEP.question,
    template: "deep/decision_support",
    fill: DEEP.fill,
    brief: briefOf(DEEP, "decision_support", "deep", "word"),
  });
  work.claims = claims;
  for (const key of ["options", "evidence", "experience"]) {
    await submit(transcript, work, stepOf(DEEP, key));
  }
  return work;
}

/** The calls of a new conversation until it has the step to go on with. */
export async function deepResume(transcript: Transcript, { refs, claims }: Lost): Promise<Work> {
  const reply = await transcript.call("get_research_context", { query: DEEP.topic, resume: true });
  const { plan, nextStep, nextCursor: cursor } = reply;
  if (!plan || !nextStep) throw new Error("The plan was not found.");
  const { planId } = plan;
  if (cursor) await transcript.call("get_research_context", { planId, cursor });
  return { planId, refs: new Map(refs), claims, nextStep };
}

export async function deepEnd(transcript: Transcript, work: Work): Promise<Earlier> {
  for (const key of ["analysis", "addedSearch", "revision", "critique"]) {
    await submit(transcript, work, stepOf(DEEP, key));
  }
  const { summary, questions, result, feedback, findings, ...second } = DEEP.checkpoint;
  await review(transcript, work, { summary, questions, result });
  await decide(transcript, work, { decision: "modify", feedback });
  for (const finding of findings) {
    const reply = await transcript.call("store_research", {
      ...idsOf(work),
      artifactType: "finding",
      ...written(finding),
    });
    keepReply(work, reply);
  }
  await review(transcript, work, { summary: second.secondSummary, result: second.secondResult });
  await decide(transcript, work, { decision: "approve" });
  if (work.claims === null) {
    await submit(transcript, work, DEEP.synthesis);
    return deliver(transcript, work, DEEP, "word");
  }
  const output = await recordKeyClaims(transcript, work);
  await submit(transcript, work, DEEP.synthesis);
  return deliver(transcript, work, { ...DEEP, output }, "word");
}

export async function followUp(transcript: Transcript, earlier: Earlier): Promise<void> {
  const known = await transcript.call("search_sources", { query: FOLLOW_UP.query, limit: 5 });
  if (!JSON.stringify(known).includes(earlier.planId)) throw new Error("Nothing was found.");
  await transcript.call("get_research_context", {
    planId: earlier.planId,
    ids: [earlier.outputId],
  });
  const { knownContext, ...brief } = briefOf(FOLLOW_UP, "general_topic", "scan", "conversation");
  const work = await startPlan(transcript, {
    researchQuestion: FOLLOW_UP.question,
    template: "scan/general_topic",
    brief: {
      ...brief,
      knownContext: `${knownContext} (${earlier.planId})`,
      priorResearch: FOLLOW_UP.prior,
    },
  });
  for (let number = 1; number <= DEEP_SOURCES; number += 1) {
    work.refs.set(`d${number}`, `${earlier.planId}/${number}`);
  }
  await submit(transcript, work, stepOf(FOLLOW_UP, "search"));
  await submit(transcript, work, FOLLOW_UP.synthesis);
  await deliver(transcript, work, FOLLOW_UP, "conversation");
}

const DEEP_SOURCES = 37;

/** Records the key findings of the document as key claims, and returns the document that cites them. */
async function recordKeyClaims(transcript: Transcript, work: Work): Promise<Task["output"]> {
  const { planId, refs } = work;
  const quotes = DEEP_FINDINGS.flatMap(({ sources }) => sources).map(({ quote }) => quote);
  const bullets = keyBullets(DEEP.output.content);
  const claims = bullets.map((bullet) => ({
    statement: withoutCitations(bullet),
    key: true,
    evidence: [...bullet.matchAll(/\{(\d+)/g)].map(([, number = ""]) => ({
      sourceId: refs.get(number) ?? "",
      quote: quotes[Number(number) - 1] ?? "",
    })),
  }));
  const before = work.claims ?? 0;
  keepReply(work, await transcript.call("record_claims", { planId, claims }));
  let { content } = DEEP.output;
  for (const [index, bullet] of bullets.entries()) {
    content = content.replace(bullet, `${bullet.replace(/\.$/, "")} [clm:${before + index + 1}].`);
  }
  return { ...DEEP.output, content };
}

const DEEP_FINDINGS = [
  ...Object.values(DEEP.steps).flatMap(({ findings = [] }) => findings),
  ...DEEP.checkpoint.findings,
];

/** The first sentence of each key finding. */
function keyBullets(content: string): string[] {
  const [, section = ""] = content.split("## Key findings");
  const [bullets = ""] = section.split("\n## ");
  return [...bullets.matchAll(/^- (.+?\.)(?= [A-Z])/gm)]
    .map(([, sentence = ""]) => sentence)
    .filter((sentence) => sentence.includes("{"));
}

function briefOf(task: Task, researchType: string, mode: string, outputMediaType: string) {
  const { topic, brief, clarifyingQuestions, skipQuestionsReason, routingRationale } = task;
  const { originalQuery, ...wishes } = brief;
  return {
    topic,
    researchType,
    mode,
    routingRationale,
    outputMediaType,
    ...wishes,
    ...(clarifyingQuestions ? { clarifyingQuestions } : { skipQuestionsReason }),
    originalQuery,
  } as Record<string, unknown>;
}

async function startPlan(transcript: Transcript, plan: object): Promise<Work> {
  const reply = await transcript.call("create_research_plan", { ...plan, start: true });
  if (!reply.nextStep) throw new Error("The first step did not come with the reply.");
  return { planId: reply.planId, refs: new Map(), claims: null, nextStep: reply.nextStep };
}

async function submit(transcript: Transcript, work: Work, step: Step): Promise<void> {
  const { findings = [], result, summary, confidence, thinking, searches = [] } = step;
  const reply = await transcript.call("submit_step_result", {
    ...idsOf(work),
    continue: true,
    ...(findings.length > 0
      ? { findings: findings.map(work.claims === null ? written : claiming) }
      : {}),
    result: cite(result, work.refs),
    resultSummary: summary,
    confidence,
    stepExecutionReport: {
      thinking,
      webSearches: searches.map((query, index) => ({
        query,
        results: 10,
        used: usedUrls(findings, index, searches.length),
      })),
      webFetches: findings.flatMap(({ sources }) =>
        sources.slice(0, 1).map(({ url }) => ({ url })),
      ),
      otherToolCalls: [],
      subagents: [],
    },
  });
  keepReply(work, reply);
  if (!reply.nextStep) throw new Error("The next step did not come with the reply.");
  work.nextStep = reply.nextStep;
}

async function review(transcript: Transcript, work: Work, state: object): Promise<void> {
  const reply = await transcript.call("request_user_review", { ...idsOf(work), ...state });
  if (reply.status !== "awaiting_review") throw new Error(`The review is ${reply.status}.`);
}

/** Passes on what the person said and takes the step that follows. */
async function decide(transcript: Transcript, work: Work, decision: object): Promise<void> {
  const { planId } = work;
  await transcript.call("submit_user_decision", { planId, ...decision });
  work.nextStep = await transcript.call("get_next_step", { planId });
}

async function deliver(
  transcript: Transcript,
  { planId, refs, nextStep }: Work,
  { output, feedback }: Task,
  mediaType: string,
): Promise<Earlier> {
  if (nextStep.status !== "plan_complete") throw new Error(`The plan is ${nextStep.status}.`);
  const { title, content, flaw } = output;
  const text = cite(content, refs);
  let stored = await transcript.call("store_research_output", {
    planId,
    title,
    mediaType,
    content: text,
  });
  if (flaw && stored.lint.length > 0) {
    const { outputId } = stored;
    const edits = [{ find: endOf(flaw.find), replace: cite(endOf(flaw.replace), refs) }];
    const repair = { planId, outputId, edits };
    stored = await transcript.call("store_research_output", repair, { again: true });
  }
  if (stored.lint.length > 0) throw new Error(`Left to repair: ${JSON.stringify(stored.lint)}`);
  await transcript.call("submit_research_feedback", {
    planId,
    feedbackType: "initial",
    satisfaction: "satisfied",
    feedbackSummary: feedback,
  });
  return { planId, outputId: stored.outputId };
}

/** An edit needs no more than what makes its place unique. */
function endOf(text: string): string {
  return text.slice(text.lastIndexOf("three associations"));
}

function idsOf({ planId, nextStep: { step, lease } }: Work) {
  if (!step || !lease) throw new Error("There is no step at hand.");
  return { planId, stepId: step.stepId, leaseToken: lease.token };
}

function written({ title, content, confidence, sources }: Finding) {
  return { title, content: withoutCitations(content), confidence, sources };
}

/** A finding whose first sentence the answer may rest on. */
function claiming(finding: Finding) {
  const content = withoutCitations(finding.content);
  const [sentence = content] = /^.+?\.(?= [A-Z]|$)/.exec(content) ?? [];
  return { ...written(finding), claims: [sentence] };
}

function keepReply(work: Work, { sources = [], claims = [] }: Reply): void {
  for (const { ref } of sources) work.refs.set(String(ref), String(ref));
  if (work.claims !== null) work.claims += claims.length;
}
