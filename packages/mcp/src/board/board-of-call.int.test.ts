import {
  BOARD_SECRET,
  type BoardClient,
  type BoardResult,
  connectBoardClient,
} from "@trovella/testing/mcp/board-client";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { boardOfCall } from "./board-of-call.ts";
import { MAX_BOARD_BYTES } from "./plan-board.ts";
import { createTickets } from "./tickets.ts";

const PLANS = 30;
const CONSOLE = "http://127.0.0.1:4737/";
const SENTENCE = "Two independent sources agree on this point, and one of them gives figures. ";
const PAGE =
  "The survey of 2019 measured ninety glaciers. Alpine glaciers lost 12 % of their volume between 2000 and 2019. Most of it melted in summer.";

let server: TestServer;
let chat: BoardClient;
let plain: BoardClient;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  chat = await connectBoardClient(server);
  plain = await connectBoardClient(server, { showsBoard: false });
});
afterAll(async () => {
  await chat.close();
  await plain.close();
  await server.close();
});

describe("what the board shows", () => {
  it(`is all in texts that hosts without it show, of ${PLANS} plans in every state`, async () => {
    let facts = 0;
    const states = new Set<string>();
    for (let number = 0; number < PLANS; number += 1) {
      for (const { input, result, status } of await playPlan(number)) {
        const board = result._meta?.["trovella/board"];
        const said = leavesOf([input, textOf(result), textOf(status)]);
        const shown = leavesOf(board).filter(({ value }) => value !== "");
        expect(shown.filter((leaf) => !isSaid(leaf, said))).toEqual([]);
        facts += shown.length;
        states.add(board.status);
      }
    }
    expect(facts).toBeGreaterThan(1_000);
    expect([...states].sort()).toEqual(
      ["awaiting_review", "completed", "executing", "failed", "planning"].sort(),
    );
  });

  it("is left out, like the ticket, for clients that do not show it", async () => {
    const { planId } = await createPlan(server, 2);
    const { _meta, structuredContent } = await plain.call("get_plan_status", { planId });
    expect(Object.keys(_meta ?? {})).toEqual(["trovella/planVersion"]);
    const shown = await chat.call("get_plan_status", { planId });
    expect(shown.structuredContent).toEqual(structuredContent);
  });

  it("fits into a reply, however long the plan and its texts are", async () => {
    const steps = Array.from({ length: 40 }, () => ({
      stepType: "search",
      instructions: SENTENCE,
    }));
    for (const letter of ["a", "ü", "漢", "\u{e0101}"]) {
      const plan = await createPlan(server, 0, { steps, name: letter.repeat(120) });
      const { planId } = plan;
      for (let order = 0; order < 20; order += 1) await finishStep(planId, letter.repeat(900));
      const result = await chat.call(
        "request_user_review",
        await reviewInput(planId, letter.repeat(5_000), [letter.repeat(900)]),
      );
      const bytes = Buffer.byteLength(JSON.stringify(result._meta?.["trovella/board"]));
      expect(bytes).toBeLessThanOrEqual(MAX_BOARD_BYTES);
      expect(result._meta?.["trovella/board"].review.summary.length).toBeGreaterThan(5);
    }
  });

  it("hides nothing: invisible characters are written out", async () => {
    const { planId } = await createPlan(server, 1, { name: "Plan\u202e\u{e0101}" });
    const { _meta } = await chat.call("get_plan_status", { planId });
    expect(_meta?.["trovella/board"].name).toBe("Plan\\u{202e}\\u{e0101}");
  });

  it("never costs a call its reply", async () => {
    const failures: unknown[] = [];
    const services = {
      ...server.services,
      database: { ...server.test.database, connect: () => Promise.reject(new Error("gone")) },
      onFailure: (error: unknown) => failures.push(error),
    };
    const tickets = createTickets(BOARD_SECRET);
    const call = {
      caller: callerOf("org_a"),
      client: { name: "chat", version: "1" },
      card: { tickets, ticket: null },
      shown: { planId: "plan_1" },
    };
    expect(await boardOfCall(services, call)).toEqual({});
    expect(failures).toHaveLength(1);
  });
});

interface Shown {
  readonly input: object;
  readonly result: BoardResult;
  /** What get_plan_status says at the same time. */
  readonly status: BoardResult;
}

/** One of the ways that plans go, by its number; returns the calls whose replies have a board. */
async function playPlan(number: number): Promise<Shown[]> {
  const shown: Shown[] = [];
  const call = async (tool: string, input: object) => {
    const result = await chat.call(tool, input);
    if (result.isError) throw new Error(result.content[0]?.text);
    const { planId } = result._meta?.["trovella/board"] ?? {};
    shown.push({ input, result, status: await plain.call("get_plan_status", { planId }) });
    return result;
  };
  const count = 1 + (number % 6);
  const created = await call("create_research_plan", {
    name: `[Scan] Plan ${number}`,
    researchQuestion: `What is known about ${number}?`,
    steps: Array.from({ length: count }, (_, index) => ({
      stepType: ["search", "extract", "analyze"][index % 3],
      instructions: `Part ${index + 1} of plan ${number}.`,
    })),
    ...(number % 3 === 0 ? { budget: { toolCalls: 50 + number, minutes: 60 } } : {}),
    ...(number % 5 === 0 ? { reviewPolicy: "client_attested" } : {}),
  });
  const { planId } = created.structuredContent ?? {};
  if (number % 4 === 1) await claim(planId);
  const done = number % (count + 1);
  for (let order = 0; order < done; order += 1)
    await finishStep(planId, `Found ${order}. ${SENTENCE}`);
  await call("get_plan_status", { planId });
  if (done < count && number % 2 === 0) {
    await call("request_user_review", await reviewInput(planId, `Shall I go on with ${number}?`));
    await call("get_plan_status", { planId });
    const { _meta } = await chat.call("get_plan_status", { planId });
    const ticket = _meta?.["trovella/ticket"];
    const decision = ["approve", "skip", "reject"][number % 3];
    await call("submit_user_decision", { planId, decision, ticket });
  } else if (done < count) {
    await server.call("get_next_step", { planId, agent: `Worker ${number}` });
  }
  await call("get_plan_status", { planId });
  const content = `# Report\n\n${SENTENCE}`;
  await call("store_research_output", { planId, title: "Report", mediaType: "word", content });
  await call("get_plan_status", { planId });
  return shown;
}

async function finishStep(planId: string, resultSummary: string): Promise<void> {
  const { step, lease } = await server.call("get_next_step", { planId });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    result: { done: true },
    resultSummary,
    stepExecutionReport: REPORT,
  });
}

async function reviewInput(planId: string, summary: string, questions: string[] = ["Really?"]) {
  const { step, lease } = await server.call("get_next_step", { planId });
  return { planId, stepId: step.stepId, leaseToken: lease.token, summary, questions };
}

async function claim(planId: string): Promise<void> {
  const statement = "Alpine glaciers lost 12 % of their volume between 2000 and 2019.";
  const source = { title: "Survey", url: "https://example.org/ice", text: PAGE };
  await server.call("store_research", {
    planId,
    artifactType: "finding",
    title: "Ice",
    content: "Ice melts.",
    sources: [source],
  });
  const evidence = [{ sourceId: "1", quote: statement }];
  await server.call("record_claims", { planId, claims: [{ statement, key: true, evidence }] });
}

function textOf({ content }: BoardResult): unknown {
  return JSON.parse(content[0]?.text ?? "null");
}

interface Leaf {
  readonly key: string;
  readonly value: string | number;
}

/** Every value with its name, and every name with an empty one. */
function leavesOf(value: unknown, key = ""): Leaf[] {
  if (typeof value === "string" || typeof value === "number") return [{ key, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    Array.isArray(value)
      ? leavesOf(entry, key)
      : [{ key: name, value: "" }, ...leavesOf(entry, name)],
  );
}

/** A fact may be shorter than in the text. Links lead to the console, where all of it is. */
function isSaid({ key, value }: Leaf, said: readonly Leaf[]): boolean {
  if (key.endsWith("Url")) return String(value).startsWith(CONSOLE);
  if (typeof value === "number") return said.some((one) => one.value === value);
  // Steps are listed by their status.
  if (key === "status" && said.some((one) => one.key === `${value}Steps`)) return true;
  const words = value.replace(/…$/, "");
  return said.some((one) => String(one.value).includes(words));
}
