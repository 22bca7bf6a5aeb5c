import { fileURLToPath } from "node:url";
import { withTenantContext } from "@trovella/db";
import { resolveItemId } from "@trovella/db/memory";
import { resolvePlanId, resolveStepId } from "@trovella/db/plans";
import type { Permission } from "@trovella/foundation";
import { ALL_PERMISSIONS, type Caller } from "@trovella/research";
import {
  CallLog,
  type CallOutcome,
  runCall,
  SEARCH_AND_FETCH,
  type Services,
  TOOLS,
} from "../../../mcp/src/index.ts";
import type { Dialogue } from "../../../mcp/src/review/question.ts";
import { createTestDatabase, type TestDatabase } from "../database/test-database.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
type Reply = Record<string, any>;

export interface TestServer {
  readonly test: TestDatabase;
  readonly services: Services;
  /** Internal errors, which callers do not see. */
  readonly failures: unknown[];
  outcome(tool: string, input: unknown, options?: CallOptions): Promise<CallOutcome>;
  /** Returns the reply; throws an error with the text of a failed call. */
  call(tool: string, input?: object, options?: CallOptions): Promise<Reply>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly caller?: Caller;
  readonly dialogue?: Dialogue;
  /** The name by which the client calls itself. */
  readonly clientName?: string;
}

/** The tools on their own database, without a transport and with a settable clock. */
export async function createTestServer(
  socketDirectory: string,
  clock: { now: Date | null } = { now: null },
  outside: Partial<Pick<Services, "embedder" | "extractor" | "onStored" | "storage">> = {},
): Promise<TestServer> {
  const test = await createTestDatabase(socketDirectory);
  const failures: unknown[] = [];
  const services: Services = {
    database: test.database,
    console: { url: "http://127.0.0.1:4737", isRunning: () => false },
    log: new CallLog(test.database, (_count, error) => failures.push(error)),
    stallThresholdMs: 30 * 60_000,
    documentAfterMs: 30 * 60_000,
    embedder: () => Promise.resolve(null),
    extractor: null,
    capture: null,
    storage: null,
    waiting: null,
    announce: () => undefined,
    onStored: () => undefined,
    ...outside,
    now: () => clock.now ?? new Date(),
    onFailure: (error) => failures.push(error),
  };
  const outcome: TestServer["outcome"] = (
    name,
    input,
    { caller = callerOf("org_a"), dialogue, clientName = "test" } = {},
  ) => {
    const tool = [...TOOLS, ...SEARCH_AND_FETCH].find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const client = { name: clientName, version: "1" };
    return runCall(services, { tool, input, caller, client, ...(dialogue ? { dialogue } : {}) });
  };
  return {
    test,
    services,
    failures,
    outcome,
    async call(name, input = {}, options = {}) {
      const done = await outcome(name, input, options);
      if (done.kind === "failure") throw new Error(done.text);
      return done.kind === "reply" ? done.reply : { question: done.question };
    },
    async close() {
      await services.log.flush();
      await test.drop();
    },
  };
}

export function callerOf(
  organizationId: string,
  permissions: readonly Permission[] = [...ALL_PERMISSIONS],
): Caller {
  return {
    tenant: { organizationId },
    userId: `usr_${organizationId}`,
    userName: "Ada",
    userEmail: "ada@example.org",
    permissions: new Set(permissions),
    sessionId: null,
    browserSessionId: null,
    isPerson: false,
    clientName: null,
  };
}

export const REPORT = {
  thinking: "Compared the sources.",
  webSearches: [],
  webFetches: [],
  otherToolCalls: [],
  subagents: [],
};

export const SOURCES = fileURLToPath(new URL("../../../mcp/src", import.meta.url));

/** Creates a plan with this many steps and returns the reply, with ids in place of the handles. */
export async function createPlan(
  server: TestServer,
  stepCount: number,
  input: object = {},
  options: CallOptions = {},
): Promise<Reply> {
  const steps = Array.from({ length: stepCount }, (_, index) => ({
    stepType: "search",
    instructions: `Find what is known about aspect ${index + 1} and note the sources.`,
  }));
  const reply = await server.call(
    "create_research_plan",
    { name: "[Deep] Plan", researchQuestion: "What is known?", steps, ...input },
    options,
  );
  const { tenant } = options.caller ?? callerOf("org_a");
  return withTenantContext(server.test.database, tenant, async (context) => {
    const planId = await resolvePlanId(context, reply.planId);
    const withId = async (step: Reply) => ({
      ...step,
      stepId: await resolveStepId(context, planId, step.stepId),
    });
    const named: Reply[] = [];
    for (const step of reply.steps) named.push(await withId(step));
    const firstStep = reply.firstStep && { firstStep: await withId(reply.firstStep) };
    return { ...reply, planId, handle: reply.planId, steps: named, ...firstStep };
  });
}

/** The id of the step with this handle. */
export function stepIdOf(server: TestServer, planId: string, handle: string): Promise<string> {
  return withTenantContext(server.test.database, { organizationId: "org_a" }, (context) =>
    resolveStepId(context, planId, handle),
  );
}

/** The id of the artifact or output with this handle. */
export function itemIdOf(server: TestServer, planId: string, handle: string): Promise<string> {
  return withTenantContext(server.test.database, { organizationId: "org_a" }, (context) =>
    resolveItemId(context, planId, handle),
  );
}
