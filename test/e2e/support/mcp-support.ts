import { REPORT, type Reply, ToolError } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll } from "vitest";
import { type Connection, connect, type Settings, type Way } from "./mcp-connections.ts";

/** One connection for all tests of a describe block, with short names for the tools. */
export function useTrovella(way: Way, settings: Settings = {}) {
  let connection: Connection | undefined;
  const current = () => {
    if (!connection) throw new Error("Not connected yet.");
    return connection;
  };
  beforeAll(async () => {
    connection = await connect(way, settings);
  });
  afterAll(() => connection?.end());

  const call = <T extends object = Reply>(name: string, input: object = {}) =>
    current().call<T>(name, input);
  return {
    way,
    ...planTools(call),
    get client() {
      return current().client;
    },
    /** URL where the user decides the review. */
    reviewUrl: (planId: string) => `${current().consoleUrl}/inbox?item=${planId}`,
    get consoleUrl() {
      return current().consoleUrl;
    },
    /** Kills the server and connects to a new one. */
    async restart() {
      await current().kill();
      connection = await connect(way, settings);
    },
  };
}

export type Trovella = ReturnType<typeof useTrovella>;

type Call = <T extends object = Reply>(name: string, input?: object) => Promise<T>;

export interface PlanHandle {
  readonly planId: string;
  readonly reply: Reply;
  /** The id of the step that had this order when the plan was created. */
  step(order: number): string;
}

/** Arguments that identify a claimed step. */
export interface StepHandle {
  readonly planId: string;
  readonly stepId: string;
  readonly leaseToken?: string;
}

type InPlan = Pick<PlanHandle, "planId">;

/** The tools, with valid default arguments. */
function planTools(call: Call) {
  return {
    call,
    /** Creates a plan with this many search steps, or with the given ones. */
    async createPlan(steps: number | readonly object[], fields: object = {}): Promise<PlanHandle> {
      const reply = await call("create_research_plan", {
        name: "[Scan] Tea",
        researchQuestion: "Is tea good for you?",
        steps: typeof steps === "number" ? searches(steps) : steps,
        ...fields,
      });
      return planHandle(reply);
    },
    nextReply: ({ planId }: InPlan, query: object = {}) =>
      call("get_next_step", { planId, ...query }),
    /** Claims a step as a worker of its own, since a worker that asks again gets the step it holds. */
    async nextStep({ planId }: InPlan, query: object = {}): Promise<StepHandle> {
      const agent = newAgent();
      const reply = await call<HandedOut>("get_next_step", { planId, agent, ...query });
      if (!reply.step || !reply.lease) throw new Error(`No step, but ${JSON.stringify(reply)}.`);
      return { planId, stepId: reply.step.stepId, leaseToken: reply.lease.token };
    },
    submit: (step: StepHandle, fields: object = {}) =>
      call("submit_step_result", { ...step, ...RESULT, ...fields }),
    requestReview: (step: StepHandle, fields: object = {}) =>
      call("request_user_review", { ...step, summary: "Two sources agree.", ...fields }),
    decide: ({ planId }: InPlan, decision: string, fields: object = {}) =>
      call("submit_user_decision", { planId, decision, ...fields }),
    modify: ({ planId }: InPlan, action: string, fields: object = {}) =>
      call("modify_plan", { planId, action, ...RATIONALE, ...fields }),
    status: ({ planId }: InPlan, fields: object = {}) =>
      call("get_plan_status", { planId, ...fields }),
    context: ({ planId }: InPlan, fields: object = {}) =>
      call("get_research_context", { planId, ...fields }),
    store: (fields: object = {}) => call<Stored>("store_research", { ...ARTIFACT, ...fields }),
    search: (query: string, fields: object = {}) =>
      call<Found>("search_sources", { query, ...fields }),
    extract: (fields: object) => call("extract_data", { schema: SCHEMA, ...fields }),
    storeReport: (step: StepHandle, fields: object = {}) =>
      call<{ reportId: string }>("store_subagent_report", { ...step, ...SUBAGENT, ...fields }),
    storeOutput: ({ planId }: InPlan, fields: object = {}) =>
      call<StoredOutput>("store_research_output", { planId, ...OUTPUT, ...fields }),
    giveFeedback: ({ planId }: InPlan, feedbackType: string, fields: object = {}) =>
      call("submit_research_feedback", { planId, feedbackType, ...FEEDBACK, ...fields }),
    stepContext: (step: StepHandle, fields: object = {}) =>
      call("get_step_context", { ...step, ...fields }),
  };
}

const RATIONALE = { modificationRationale: "The findings call for it." };
const ARTIFACT = { artifactType: "finding", title: "Green tea", content: "It calms." };
const SUBAGENT = { task: "Read the trials.", report: "Read three of them." };
const OUTPUT = { title: "Tea", mediaType: "markdown", content: "# Tea\n\nIt is good." };
const FEEDBACK = { satisfaction: "satisfied", feedbackSummary: "Clear enough." };
const SCHEMA = {
  type: "object",
  properties: { cups: { type: "integer" } },
  required: ["cups"],
};

interface Stored {
  readonly artifactId: string;
  readonly sourceIds: readonly string[];
}

interface StoredOutput {
  readonly outputId: string;
  readonly version: number;
  readonly downloadUrl: string;
  readonly lint: readonly object[];
}

export interface Found {
  readonly results: readonly {
    readonly sourceTable: string;
    readonly sourceId: string;
    readonly planId?: string;
  }[];
  readonly legs: readonly string[];
  readonly next: string;
}

export const RESULT = { result: { found: true }, stepExecutionReport: REPORT };

/** Search steps; `dependsOn` maps the order of a step to those it depends on. */
export function searches(count: number, dependsOn: Record<number, number[]> = {}) {
  return Array.from({ length: count }, (_, index) => ({
    stepType: "search",
    instructions: `Search part ${index + 1}.`,
    dependsOn: dependsOn[index + 1] ?? [],
  }));
}

/** A step of each type. */
export const ONE_OF_EACH = [
  "search",
  "extract",
  "analyze",
  "critique",
  "synthesize",
  "checkpoint",
  "custom",
].map((stepType) => ({ stepType, instructions: `Do ${stepType}.` }));

/** The error code of a refused call; its message must contain "Next:". */
export async function codeOf(refused: Promise<unknown>): Promise<string> {
  return (await refusalOf(refused)).code;
}

export async function refusalOf(refused: Promise<unknown>): Promise<ToolError> {
  const error = await refused.then(
    (reply) => new Error(`Not refused: ${JSON.stringify(reply)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolError)) throw error;
  if (!/^[A-Z_]+: \S.+ Next: \S.+/s.test(error.message)) {
    throw new Error(`A refusal without "Next:": ${error.message}`);
  }
  return error;
}

/** Longer than a stall threshold of 0.001 minutes. */
export const SHORT_STALL = { stallThresholdMinutes: 0.001 };
export function untilStalled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 90));
}

let agents = 0;
function newAgent(): string {
  agents += 1;
  return `worker-${agents}`;
}

interface HandedOut {
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

function planHandle(reply: Reply): PlanHandle {
  const { planId, steps } = reply as { planId: string; steps: { stepId: string }[] };
  return {
    planId,
    reply,
    step(order) {
      const stepId = steps[order - 1]?.stepId;
      if (!stepId) throw new Error(`The plan has no step ${order}.`);
      return stepId;
    },
  };
}
