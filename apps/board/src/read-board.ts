import {
  type Json,
  readList,
  readNumber,
  readObject,
  readText,
  readTexts,
  readUrl,
} from "./read-value.ts";

export interface StepView {
  readonly stepId: string;
  readonly order: number;
  readonly type: string;
  readonly status: string;
  /** Its result or the reason of its failure, else its instructions where the call has them. */
  readonly about: string | null;
  readonly holder: string | null;
  readonly until: string | null;
}

export interface MeterView {
  readonly dimension: string;
  readonly used: number;
  readonly cap: number;
}

export interface PlanView {
  readonly planId: string | null;
  readonly name: string | null;
  readonly status: string | null;
  readonly progress: number | null;
  readonly totalSteps: number;
  readonly steps: readonly StepView[];
  readonly phase: string | null;
  readonly budget: readonly MeterView[];
  readonly claims: readonly (readonly [string, number])[];
  readonly documentUrl: string | null;
  readonly planUrl: string | null;
}

export interface ReviewView {
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly summary: string | null;
  readonly questions: readonly string[];
  readonly keyClaims: readonly { readonly statement: string; readonly status: string }[];
  readonly reviewUrl: string | null;
  /** Whether the assistant may pass on what the person says. */
  readonly canRelay: boolean;
  readonly outcome: OutcomeView | null;
}

interface OutcomeView {
  readonly decision: string;
  readonly decidedVia: string | null;
  readonly feedback: string | null;
}

export interface ReportView {
  readonly title: string | null;
  readonly version: number | null;
  readonly words: number | null;
  readonly pages: number | null;
  readonly isDraft: boolean;
  readonly evidence: string | null;
  readonly reason: string | null;
  readonly problems: readonly string[];
  readonly downloadUrl: string | null;
}

/** What there is to show of a call. */
export interface BoardView {
  readonly plan: PlanView;
  readonly review: ReviewView | null;
  readonly report: ReportView | null;
  /** Decides the review; only replies to clients that declared the card have it. */
  readonly ticket: string | null;
}

/** A call of a tool as the host tells of it: its arguments, and its result with what only the card gets. */
export interface ShownCall {
  readonly input: unknown;
  readonly result: unknown;
}

export function readBoard(call: ShownCall): BoardView {
  const input = readObject(call.input);
  const { structuredContent, _meta } = readObject(call.result);
  const reply = readObject(structuredContent);
  const meta = readObject(_meta);
  const board = readObject(meta["trovella/board"]);
  const plan = planOf({ ...reply, ...board }, reply, input);
  return {
    plan,
    review: reviewOf(plan, { input, reply, board }),
    report: reply.downloadUrl === undefined ? null : reportOf(reply, input),
    ticket: readText(meta["trovella/ticket"]),
  };
}

/** The sentence of a refused call, without its code and without the part that is for models. */
export function refusalOf(result: unknown): string | null {
  const { isError, content } = readObject(result);
  if (isError !== true) return null;
  const text = readText(readList(content)[0]?.text) ?? "The call was refused.";
  return forPeople(text.replace(/^[A-Z_]+: /, ""));
}

/** What follows "Next:" is for models. */
function forPeople(text: string): string {
  return text.replace(/ Next: .*$/s, "");
}

function planOf(facts: Json, reply: Json, input: Json): PlanView {
  const steps = stepsOf(facts, input);
  const { phase, dimensions } = readObject(facts.budget);
  const { documentUrl } = readObject(facts.document);
  return {
    planId: readText(facts.planId) ?? readText(input.planId),
    name: readText(facts.name) ?? readText(input.name),
    status: readText(facts.status === "decided" ? reply.planStatus : facts.status),
    progress: readNumber(facts.progress),
    totalSteps: readNumber(facts.totalSteps) ?? readNumber(facts.stepCount) ?? steps.length,
    steps,
    phase: readText(phase),
    budget: metersOf(dimensions),
    claims: Object.entries(readObject(facts.claims)).flatMap(([status, count]) => {
      const known = readNumber(count);
      return known && known > 0 ? [[status, known] as const] : [];
    }),
    documentUrl: readUrl(documentUrl),
    planUrl: readUrl(facts.planUrl),
  };
}

/** Clients that did not declare the card get the lists of get_plan_status, which say the same. */
function stepsOf(facts: Json, input: Json): StepView[] {
  const steps = (facts.steps === undefined ? listedSteps(facts) : readList(facts.steps)).map(
    stepOf,
  );
  const wanted = readList(input.steps);
  // Without a template the arguments have the same steps.
  const isSame = wanted.length === steps.length;
  return steps
    .sort((one, other) => one.order - other.order)
    .map((step, index) => ({
      ...step,
      about: step.about ?? (isSame ? readText(wanted[index]?.instructions) : null),
    }));
}

const STATUS_OF_LIST = {
  completedSteps: "completed",
  inProgressSteps: "in_progress",
  pendingSteps: "pending",
  failedSteps: "failed",
};

function listedSteps(facts: Json): Json[] {
  const listed: Json[] = Object.entries(STATUS_OF_LIST).flatMap(([list, status]) =>
    readList(facts[list]).map((step) => ({ status, ...step })),
  );
  // A step in review is in none of the lists.
  const current = readObject(facts.currentStep);
  const isMissing = listed.every(({ stepId }) => stepId !== current.stepId);
  return current.stepId !== undefined && isMissing ? [...listed, current] : listed;
}

function stepOf(step: Json): StepView {
  const { client, agent } = readObject(step.holder);
  return {
    stepId: readText(step.stepId) ?? "",
    order: readNumber(step.stepOrder) ?? 0,
    type: readText(step.stepType) ?? "step",
    status: readText(step.status) ?? "pending",
    about: readText(step.about) ?? readText(step.summary) ?? readText(step.reason),
    holder: readText(agent) ?? readText(client),
    until: readText(step.leaseExpiresAt),
  };
}

function metersOf(dimensions: unknown): MeterView[] {
  return readList(dimensions).flatMap(({ dimension, used, cap }) => {
    const [name, amount, limit] = [readText(dimension), readNumber(used), readNumber(cap)];
    return name && amount !== null && limit ? [{ dimension: name, used: amount, cap: limit }] : [];
  });
}

interface Parts {
  readonly input: Json;
  readonly reply: Json;
  readonly board: Json;
}

function reviewOf({ planId }: PlanView, { input, reply, board }: Parts): ReviewView | null {
  const asked = readObject(board.review ?? reply.review);
  const isRequest = reply.status === "awaiting_review" || reply.status === "decided";
  const decision = readText(reply.decision) ?? readText(input.decision);
  const isDecided = decision !== null && readText(reply.decidedVia) !== null;
  if (asked.stepId === undefined && !(isRequest && reply.reviewUrl !== undefined) && !isDecided) {
    return null;
  }
  return {
    planId,
    stepId: readText(asked.stepId) ?? readText(input.stepId),
    // The arguments have it in full.
    summary: readText(input.summary) ?? readText(asked.summary),
    questions: readTexts(input.questions ?? asked.questions),
    keyClaims: readList(asked.keyClaims).map(({ statement, status }) => ({
      statement: readText(statement) ?? "",
      status: readText(status) ?? "unchecked",
    })),
    reviewUrl: readUrl(asked.reviewUrl) ?? readUrl(reply.reviewUrl),
    canRelay: asked.reviewPolicy === undefined,
    outcome: isDecided
      ? {
          decision,
          decidedVia: readText(reply.decidedVia),
          feedback: readText(reply.feedback) ?? readText(input.feedback),
        }
      : null,
  };
}

function reportOf(reply: Json, input: Json): ReportView {
  const { state, reason } = readObject(reply.evidence);
  return {
    title: readText(input.title),
    version: readNumber(reply.version),
    words: readNumber(reply.words),
    pages: readNumber(reply.pages),
    isDraft: reply.draft === true,
    evidence: readText(state),
    reason: readText(reason),
    problems: readList(reply.lint).map(({ message }) => forPeople(readText(message) ?? "")),
    downloadUrl: readUrl(reply.downloadUrl),
  };
}
