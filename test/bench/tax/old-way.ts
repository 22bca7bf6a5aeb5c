/** The recorded tasks with the calls that the skills of 0.1 taught: one for each thing, with long ids. */
import { readFileSync } from "node:fs";
import { OldPlan, SESSION } from "./old-plan.ts";
import { cite, DEEP, FOLLOW_UP, SCAN, type Step, stepOf, type Task } from "./texts.ts";
import type { Transcript } from "./transcript.ts";

type Template = Readonly<Record<string, unknown>>;

const TEMPLATES: Readonly<Record<"scan" | "deep", Template>> = JSON.parse(
  readFileSync(new URL("texts/plans-0.1.json", import.meta.url), "utf8"),
);
const OPTIONS: Setting = { type: "decision_support", mode: "deep", mediaType: "word" };
const TOPIC: Setting = { type: "general_topic", mode: "scan", mediaType: "conversation" };

interface Setting {
  readonly type: string;
  readonly mode: "scan" | "deep";
  readonly mediaType: string;
}

export async function scan(transcript: Transcript): Promise<void> {
  const plan = await begin(transcript, SCAN, TOPIC, {
    question: SCAN.question,
    scope: SCAN.brief.scope ?? "",
    "known context": "nothing",
  });
  await workThroughScan(plan, SCAN);
}

/** Until the conversation is lost: the searches are done, the analysis is handed out. */
export async function deepBegin(transcript: Transcript): Promise<OldPlan> {
  const plan = await begin(transcript, DEEP, OPTIONS, DEEP.fill);
  await plan.work(stepOf(DEEP, "options"));
  await plan.work(stepOf(DEEP, "evidence"), { listed: "evidence" });
  await plan.work(stepOf(DEEP, "experience"), { listed: "experiences" });
  await plan.nextStep();
  return plan;
}

/** The calls of a new conversation until it has the step to go on with. */
export async function deepResume(transcript: Transcript, lost: OldPlan): Promise<OldPlan> {
  const plan = lost.inNewConversation(transcript);
  const { planId } = plan;
  await transcript.call("list_active_plans", { limit: 10, sessionId: SESSION });
  const read = { planId, sessionId: SESSION };
  const context = await transcript.call("get_research_context", read);
  if (context.nextCursor) {
    await transcript.call("get_research_context", { ...read, cursor: context.nextCursor });
  }
  await plan.takeOver(lost.stepId);
  return plan;
}

export async function deepEnd(transcript: Transcript, plan: OldPlan): Promise<OldPlan> {
  await plan.handIn(stepOf(DEEP, "analysis"));
  await plan.work(stepOf(DEEP, "addedSearch"), { listed: "evidence" });
  await plan.work(stepOf(DEEP, "revision"));
  await plan.work(stepOf(DEEP, "critique"));
  await plan.nextStep();
  const { summary, questions, feedback, findings, secondSummary } = DEEP.checkpoint;
  const review = (state: object) => transcript.call("request_user_review", plan.withLease(state));
  const decide = (decision: object) =>
    transcript.call("submit_user_decision", {
      planId: plan.planId,
      stepId: plan.stepId,
      ...decision,
      sessionId: SESSION,
    });
  await review({ summary, questions });
  await decide({ decision: "modify", feedback });
  await plan.nextStep();
  await plan.store(findings);
  await review({ summary: secondSummary, questions: [] });
  await decide({ decision: "approve" });
  await plan.work(DEEP.synthesis, { withSources: true });
  await deliver(plan, DEEP, OPTIONS, feedback);
  return plan;
}

export async function followUp(transcript: Transcript, earlier: OldPlan): Promise<void> {
  const plan = await begin(
    transcript,
    FOLLOW_UP,
    TOPIC,
    {
      question: FOLLOW_UP.question,
      scope: FOLLOW_UP.brief.scope ?? "",
      "known context": `${FOLLOW_UP.brief.knownContext} (plan ${earlier.planId})`,
    },
    FOLLOW_UP.prior,
  );
  for (const [key, id] of earlier.refs) plan.refs.set(`d${key}`, id);
  await workThroughScan(plan, FOLLOW_UP);
}

async function workThroughScan(plan: OldPlan, task: Task): Promise<void> {
  await plan.work(stepOf(task, "search"), { listed: "findings" });
  await plan.work(stepOf(task, "analysis"));
  const { keyFindings, result, ...rest } = task.synthesis;
  const synthesis: Step = { ...rest, result: { ...result, keyFindings } };
  await plan.work(synthesis, { withSources: true });
  await deliver(plan, task, TOPIC, null);
}

async function begin(
  transcript: Transcript,
  task: Task,
  setting: Setting,
  fill: Readonly<Record<string, string>>,
  prior?: object,
): Promise<OldPlan> {
  const { topic, brief, clarifyingQuestions, skipQuestionsReason, routingRationale } = task;
  const logged = { skillName: "research", status: "started", sessionId: SESSION };
  const { executionId } = await transcript.call("log_skill_execution", {
    ...logged,
    metadata: {
      topic,
      researchType: setting.type,
      decisionContext: null,
      knownContext: null,
      outputFormattingInstructions: null,
      ...brief,
      outputMediaType: setting.mediaType,
      ...(clarifyingQuestions ? { clarifyingQuestions } : { skipQuestionsReason }),
      routingRationale,
      delegatedTo: setting.mode,
    },
  });
  await transcript.call("search_sources", { query: task.query, limit: 5, sessionId: SESSION });
  await transcript.call("log_skill_execution", {
    executionId,
    ...logged,
    metadata: {
      priorResearchCheck: {
        found: 0,
        artifactIds: [],
        userConversation: null,
        userDecision: null,
        refreshContext: null,
        closedReason: null,
        ...prior,
      },
    },
  });
  const created = await transcript.call("create_research_plan", {
    name: `[${setting.mode === "scan" ? "Scan" : "Deep"}] ${topic}`,
    researchQuestion: task.question,
    ...filled(TEMPLATES[setting.mode], fill),
    planDesignRationale: task.planDesignRationale,
    outputFormattingNotes: task.outputFormattingNotes,
    sessionId: SESSION,
  });
  return new OldPlan(transcript, { planId: created.planId, executionId });
}

function filled(template: Template, fill: Readonly<Record<string, string>>): object {
  const text = JSON.stringify(template).replace(/<([a-z ]+)>/g, (_, place: string) => {
    return JSON.stringify(fill[place] ?? place).slice(1, -1);
  });
  return JSON.parse(text) as object;
}

async function deliver(
  plan: OldPlan,
  { output, outputFormattingNotes, feedback }: Task,
  { mode, mediaType }: Setting,
  checkpointFeedback: string | null,
): Promise<void> {
  const { transcript, planId, refs, executionId } = plan;
  await plan.nextStep({ isLast: true });
  let cursor: string | null | undefined;
  do {
    const read = { planId, maxChars: 40_000, sessionId: SESSION, ...(cursor ? { cursor } : {}) };
    const page = await transcript.call("get_research_context", read, { again: true });
    cursor = page.nextCursor;
  } while (cursor);
  const { title, flaw, content } = output;
  const store = (version: number, text: string) =>
    transcript.call(
      "store_research_output",
      {
        planId,
        sessionId: SESSION,
        idempotencyKey: `${planId}-output-${version}`,
        title,
        mediaType,
        content: cite(text.replaceAll("[own]", "(we infer)"), refs),
        formattingNotes: outputFormattingNotes,
      },
      { again: version > 1 },
    );
  const { lint } = await store(1, content);
  // The text is sent whole, with the answer worded as a conclusion.
  if (lint.length > 0) {
    await store(2, `We conclude: ${flaw ? content.replace(flaw.find, flaw.replace) : content}`);
  }
  await transcript.call("log_skill_execution", {
    executionId,
    skillName: "research",
    status: "completed",
    sessionId: SESSION,
    metadata: {
      stepsCompleted: plan.stepsDone,
      artifactsStored: plan.artifactsStored,
      mode,
      checkpointFeedback,
    },
  });
  await transcript.call("submit_research_feedback", {
    planId,
    sessionId: SESSION,
    feedbackType: "initial",
    satisfaction: "satisfied",
    feedbackSummary: feedback,
    followUpRequested: false,
  });
}
