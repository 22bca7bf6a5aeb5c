import { LIMITS } from "@trovella/plan-engine";
import type { Filling } from "@trovella/testing/mcp/free-text";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { textActions, withTexts } from "@trovella/testing/mcp/tool-texts";
import { type HostileClient, inLanes } from "./hostile-client.ts";
import { outputIdOf, type StoredOutput } from "./output-id.ts";
import { allWithin, PAYLOADS, UNSTORABLE } from "./payloads.ts";

interface Held {
  readonly planId: string;
  readonly stepId: string;
  readonly leaseToken: string;
}

interface HandedOut {
  readonly step: { readonly stepId: string };
  readonly lease: { readonly token: string };
}

/** Where to look at what was stored. */
export interface HostileResearch {
  /** Plans that hold all payloads in every long field, together. */
  readonly plans: readonly string[];
  readonly failedPlans: readonly string[];
  /** Closes early, since its steps failed alike. */
  readonly closingPlan: string;
  /** One that waits for a person who has much to say. */
  readonly waitingPlan: string;
  /** Each waits with a summary of the payloads in another place that Markdown has. */
  readonly markdownPlans: readonly string[];
  readonly artifacts: readonly string[];
  /** The same payloads in every place that Markdown has. */
  readonly reports: readonly string[];
  /** Of one payload each. */
  readonly smallReports: readonly string[];
  readonly runs: readonly string[];
}

const ALL = PAYLOADS.join("\n");
/** The shortest of the long fields takes this many pieces, and so many plans there are. */
const PIECES = allWithin(LIMITS.reasonLength);
const MEDIA = ["markdown", "word", "html", "excel", "powerpoint", "pdf", "conversation"];
const KINDS = ["finding", "source", "analysis", "critique", "synthesis", "data", "note"];
const DATE_LENGTH = 40;
const FILL_LENGTH = 1_000;
const CLAIM_LENGTH = 900;

export async function doHostileResearch(client: HostileClient): Promise<HostileResearch> {
  const rows = await inLanes(PAYLOADS, (payload, index) => storeRow(client, payload, index));
  await sendUnstorable(client);
  const plans: string[] = [];
  const failedPlans: string[] = [];
  const artifacts: string[] = [];
  for (const round of PIECES.keys()) {
    const filled = await fillPlan(client, round);
    plans.push(filled.planId);
    artifacts.push(...filled.artifacts);
    failedPlans.push(await failPlan(client, round));
  }
  const rejected = await waitForPerson(client, "Rejected plan");
  await client.must("submit_user_decision", {
    planId: rejected,
    decision: "reject",
    feedback: ALL,
  });
  failedPlans.push(rejected);
  const reports = await storeReports(client, plans[0] ?? "");
  return {
    plans,
    failedPlans,
    closingPlan: await closePlan(client),
    waitingPlan: await waitForPerson(client, "Waiting plan"),
    markdownPlans: await inLanes(markdownForms().slice(-4), (form, index) =>
      waitForPerson(client, `Markdown ${index}`, form.slice(0, LIMITS.summaryLength)),
    ),
    artifacts,
    reports,
    smallReports: rows.flatMap(({ outputId }) => outputId ?? []),
    runs: [await logRun(client), ...rows.flatMap(({ executionId }) => executionId ?? [])],
  };
}

async function closePlan(client: HostileClient): Promise<string> {
  const { planId } = await client.must<{ planId: string }>("create_research_plan", {
    name: "Closing plan",
    researchQuestion: "Why does everything fail?",
    steps: Array.from({ length: 6 }, () => ({ stepType: "search", instructions: ALL })),
  });
  for (const _ of [1, 2, 3]) {
    const { stepId } = await nextStep(client, planId, {});
    await client.must("modify_plan", {
      planId,
      action: "fail_step",
      stepId,
      reason: PIECES[0],
      modificationRationale: "It fails.",
    });
  }
  return planId;
}

/** Each text is the only fault of a plan, in every field in turn. */
async function sendUnstorable(client: HostileClient): Promise<void> {
  const tool = "create_research_plan";
  for (const text of UNSTORABLE) {
    const written = JSON.stringify(text).slice(1, -1);
    for (const [field, value] of Object.entries(withTexts(tool, text))) {
      // A budget has no free text.
      if (!JSON.stringify(value).includes(written)) continue;
      const stored = await client.send(tool, withTexts(tool, "Sound", { [field]: value }));
      if (stored) throw new Error(`This was stored as ${field}: ${JSON.stringify(text)}`);
    }
  }
}

/**
 * One payload in the short fields: the name of a plan, and of a run, a finding or a report. There are three deeds for
 * every way in, so every way leads into each of these.
 */
async function storeRow(client: HostileClient, payload: string, index: number): Promise<Row> {
  const executionId = index % 3 === 0 ? await storeRun(client, payload) : null;
  const call = { sessionId: payload, idempotencyKey: payload };
  const { planId } = await write<{ planId: string }>(client, payload, "create_research_plan", call);
  if (index % 3 === 1) {
    await storeFinding(client, planId, payload);
    await recordClaim(client, planId, payload);
  }
  if (index % 3 !== 2) return { executionId, outputId: null };
  const stored = await write<StoredOutput>(client, payload, "store_research_output", {
    planId,
    mediaType: MEDIA[index % MEDIA.length],
  });
  return { executionId, outputId: outputIdOf(stored) };
}

/** About a source of its own, so that the claim rests on the payload too. */
async function recordClaim(client: HostileClient, planId: string, payload: string): Promise<void> {
  const source = { title: "Read", url: "https://example.org/read", text: `Read: ${ALL}` };
  const note = { artifactType: "note", title: "Read", content: "Read.", sources: [source] };
  const { sourceIds } = await client.must<{ sourceIds: string[] }>("store_research", {
    planId,
    ...note,
  });
  const text = payload.slice(0, CLAIM_LENGTH).toWellFormed();
  await client.must("record_claims", {
    planId,
    claims: [{ statement: text, evidence: [{ sourceId: sourceIds[0], quote: text }] }],
  });
}

interface Row {
  readonly executionId: string | null;
  readonly outputId: string | null;
}

async function storeRun(client: HostileClient, payload: string): Promise<string> {
  const { executionId } = await write<{ executionId: string }>(
    client,
    payload,
    "log_skill_execution",
    {
      status: "started",
      sessionId: payload,
      metadata: { topic: payload, delegatedTo: payload, [payload]: { [payload]: payload } },
    },
  );
  return executionId;
}

async function storeFinding(client: HostileClient, planId: string, payload: string) {
  const held = await nextStep(client, planId, { agent: payload, sessionId: payload });
  const artifact = {
    ...held,
    artifactType: KINDS[payload.length % KINDS.length],
    contentText: undefined,
    content: payload.length % 2 === 0 ? payload : { [payload]: [payload] },
  };
  const [texts] = withTexts("store_research", payload).sources as [object];
  const source = {
    ...texts,
    url: `https://evil.example/${payload.replaceAll(/\s/g, "+")}`,
    doi: `10.1000/${payload.replaceAll(/\s/g, "+")}`,
  };
  await write(client, payload, "store_research", { ...artifact, sources: [source] });
  // Only web URLs and dates are accepted.
  for (const refused of [{ url: payload }, { retrievedAt: payload.slice(0, DATE_LENGTH) }]) {
    const sources = [{ title: payload, ...refused }];
    await client.send("store_research", { ...artifact, title: payload, sources });
  }
}

/** A plan with payloads in every long field that a plan has. */
async function fillPlan(client: HostileClient, round: number) {
  const piece = PIECES[round] ?? "";
  const half = pieceOf(LIMITS.summaryLength, round);
  const filling = (maxLength: number) => pieceOf(maxLength, round);
  const { planId } = await write<{ planId: string }>(client, filling, "create_research_plan", {
    name: `Filled plan ${round}`,
    fill: { topic: pieceOf(FILL_LENGTH, round) },
    // Its reports have as many entries as they may.
    budget: { subagents: 100_000 },
    steps: [
      { stepType: "search", instructions: ALL },
      { stepType: "analyze", instructions: ALL, dependsOn: [1] },
      { stepType: "checkpoint", instructions: ALL },
      { stepType: "synthesize", instructions: ALL },
    ],
    branchingConditions: [
      {
        afterStepOrder: 1,
        conditionExpression: `result.none === ${literal(piece)}`,
        ifTrueAction: "fail",
        actionParams: { reason: piece },
      },
      {
        afterStepOrder: 1,
        conditionExpression: "confidence > 0.4",
        ifTrueAction: "add_steps",
        actionParams: { steps: [{ stepType: "custom", instructions: ALL }] },
      },
    ],
  });
  const artifacts = await doSearch(client, await nextStep(client, planId), half);
  const { stepId } = await nextStep(client, planId);
  await write(client, filling, "modify_plan", { planId, action: "fail_step", stepId });
  for (const action of textActions())
    await write(client, filling, "modify_plan", { planId, action });
  await passOn(client, await nextStep(client, planId), filling);
  await askForReview(client, await nextStep(client, planId), half);
  for (const feedbackType of ["initial", "closing"]) {
    const given = { planId, feedbackType, satisfaction: "dissatisfied" };
    await write(client, filling, "submit_research_feedback", given);
  }
  return { planId, artifacts };
}

async function doSearch(client: HostileClient, held: Held, half: string): Promise<string[]> {
  const { planId, stepId } = held;
  const sources = PAYLOADS.slice(0, 10).map((payload) => ({ title: payload, quote: half }));
  const artifacts: string[] = [];
  for (const content of [ALL, PAYLOADS.join("\n\n"), asObject(), PAYLOADS]) {
    const stored = await client.must<{ artifactId: string }>("store_research", {
      planId,
      stepId,
      artifactType: "finding",
      title: "All payloads at once",
      content,
      contentText: typeof content === "string" ? content : JSON.stringify(content),
      summary: half,
      sources,
    });
    artifacts.push(encodeURIComponent(`${planId}/${stored.artifactId}`));
  }
  await client.must("extract_data", {
    planId,
    stepId,
    schema: { type: "object", description: ALL, properties: asObject({}) },
    sourceText: ALL,
    instructions: ALL,
    data: asObject(),
  });
  const { reportId } = await client.must<{ reportId: string }>("store_subagent_report", {
    ...held,
    agent: PAYLOADS[1],
    status: PAYLOADS[2],
    task: ALL,
    report: ALL,
  });
  const entries = [
    ...PAYLOADS.map((payload) => ({ query: payload, url: payload, [payload]: payload })),
    ...PAYLOADS,
  ];
  await client.must("submit_step_result", {
    ...held,
    result: { ...asObject(), none: "" },
    resultSummary: half,
    confidence: 0.5,
    outputFormattingNotes: ALL,
    stepExecutionReport: {
      thinking: ALL,
      webSearches: entries,
      webFetches: entries,
      otherToolCalls: entries,
      subagents: [{ agent: PAYLOADS[1], task: ALL, reportId }, ...entries],
    },
  });
  return artifacts;
}

/** A step whose instructions change under the hands of the worker. */
async function passOn(client: HostileClient, held: Held, filling: Filling): Promise<void> {
  const { planId, stepId } = held;
  await client.send("modify_plan", {
    planId,
    action: "update_step_instructions",
    stepId,
    instructions: ALL,
    modificationRationale: ALL,
  });
  await client.must("submit_step_result", {
    ...held,
    result: ALL,
    stepExecutionReport: REPORT,
    agent: PAYLOADS[1],
    findings: withTexts("submit_step_result", filling).findings,
  });
}

/** Sent back once with feedback, then asked again; that one stays open. */
async function askForReview(client: HostileClient, held: Held, half: string): Promise<void> {
  const { planId } = held;
  const questions = [half, ...PAYLOADS.slice(0, 19)];
  const result = asObject();
  await client.must("request_user_review", { ...held, summary: half, questions, result });
  await client.must("submit_user_decision", { planId, decision: "modify", feedback: ALL });
  const again = await nextStep(client, planId);
  await client.must("request_user_review", { ...again, summary: half, questions, result });
}

/** A condition ends it for a hostile reason. */
async function failPlan(client: HostileClient, round: number): Promise<string> {
  const reason = PIECES[round] ?? "";
  const { planId } = await client.must<{ planId: string }>("create_research_plan", {
    name: `Failed plan ${round}`,
    researchQuestion: reason,
    steps: [{ stepType: "search", instructions: reason }],
    branchingConditions: [
      {
        afterStepOrder: 1,
        conditionExpression: "confidence < 0.5",
        ifTrueAction: "fail",
        actionParams: { reason },
      },
    ],
  });
  await client.must("submit_step_result", {
    ...(await nextStep(client, planId)),
    result: reason,
    confidence: 0.1,
    stepExecutionReport: REPORT,
  });
  return planId;
}

async function waitForPerson(
  client: HostileClient,
  name: string,
  summary = "Go on?",
): Promise<string> {
  const { planId } = await client.must<{ planId: string }>("create_research_plan", {
    name,
    researchQuestion: "Why?",
    steps: [{ stepType: "checkpoint", instructions: "Look." }],
  });
  const held = await nextStep(client, planId);
  await client.must("request_user_review", { ...held, summary });
  return planId;
}

/** The payloads in every place that Markdown has. */
function markdownForms(): string[] {
  const oneLine = PAYLOADS.map((payload) => payload.replaceAll(/\s+/g, " "));
  return [
    PAYLOADS.join("\n\n"),
    oneLine.join(" "),
    oneLine.map((line) => `## ${line}`).join("\n\n"),
    oneLine.map((line) => `- ${line}`).join("\n"),
    `| a | b |\n|---|---|\n${oneLine.map((line) => `| ${line} | **${line}** |`).join("\n")}`,
    oneLine.map((line) => `[${line}](${line})`).join("\n\n"),
    oneLine.map((line) => `![${line}](<${line}> "${line}")`).join("\n\n"),
    oneLine.map((line) => `<${line}> [src:${line}] \`${line}\``).join("\n\n"),
  ];
}

async function storeReports(client: HostileClient, planId: string): Promise<string[]> {
  const forms = markdownForms();
  const reports: string[] = [];
  for (const [index, content] of forms.entries()) {
    const stored = await client.must<StoredOutput>("store_research_output", {
      planId,
      title: `All payloads in form ${index}`,
      mediaType: "markdown",
      content,
      formattingNotes: ALL,
    });
    reports.push(outputIdOf(stored));
  }
  const edited = await client.must<StoredOutput>("store_research_output", {
    planId,
    outputId: "o1",
    edits: [{ find: forms[0], replace: forms[0] }],
  });
  return [...reports, outputIdOf(edited)];
}

/** A run with payloads wherever the console looks for something, and everywhere else. */
async function logRun(client: HostileClient): Promise<string> {
  const { executionId } = await client.must<{ executionId: string }>("log_skill_execution", {
    skillName: "research",
    status: "failed",
    errorMessage: ALL,
    metadata: {
      topic: ALL,
      researchType: PAYLOADS[3],
      delegatedTo: PAYLOADS[4],
      clarifyingQuestions: PAYLOADS.map((question) => ({ question, answer: PAYLOADS[7] })),
      priorResearchCheck: {
        found: PAYLOADS[5],
        artifactIds: PAYLOADS,
        userDecision: PAYLOADS[6],
        userConversation: PAYLOADS[8],
      },
      ...asObject(),
    },
  });
  return executionId;
}

async function nextStep(client: HostileClient, planId: string, more: object = {}): Promise<Held> {
  const { step, lease } = await client.must<HandedOut>("get_next_step", { planId, ...more });
  return { planId, stepId: step.stepId, leaseToken: lease.token };
}

/** Every payload is a key, and the value of another. */
function asObject(value?: object): Record<string, unknown> {
  return Object.fromEntries(PAYLOADS.map((payload) => [payload, value ?? payload]));
}

/** Calls a tool with the text in every field that takes any and is not given. */
function write<T extends object>(
  client: HostileClient,
  filling: Filling,
  tool: string,
  given: Readonly<Record<string, unknown>>,
): Promise<T> {
  return client.must<T>(tool, withTexts(tool, filling, given));
}

function pieceOf(length: number, round: number): string {
  const pieces = allWithin(length);
  return pieces[round % pieces.length] ?? "";
}

/** As a text in an expression. */
function literal(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
