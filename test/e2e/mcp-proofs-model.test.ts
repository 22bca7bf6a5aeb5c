import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Database, openDatabase } from "@trovella/db";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOf } from "../proof/fuzz/checks.ts";
import { MarkedClient } from "../proof/fuzz/crosstalk.ts";
import type { Exchange } from "../proof/fuzz/http.ts";
import { divergencesOf } from "../proof/history/check.ts";
import { inProcess, type Line, LOCAL_CALLER, movableClock } from "../proof/history/drivers.ts";
import { changedReplies, otherFalsifications } from "../proof/history/falsify.ts";
import { readHistory } from "../proof/history/log.ts";
import type { History, Json } from "../proof/history/record.ts";
import { runAgents } from "../proof/history/run.ts";
import { runProof } from "./support/run-proof.ts";
import { testDirectory } from "./support/test-directory.ts";

// `npm run proof` runs the same programs with larger parameters.

it("gives no reply that the rules do not explain when five agents share a plan", async () => {
  const { output, status } = await runProof("mcp-histories", "100");
  expect(output).toMatch(/100 histories .* 0 divergences; 0 unexpected errors; .* 0 differences/);
  expect(status, output).toBe(0);
});

it("handles valid, invalid and hostile input of every tool, and leaks no other tenant's data", async () => {
  const { output, status } = await runProof("mcp-fuzz", "24");
  expect(output).toMatch(/480 tool calls and \d+ malformed requests .* 0 problems/);
  expect(status, output).toBe(0);
});

it("gives no client the reply of another when 64 use the same request ids", async () => {
  const { output, status } = await runProof("mcp-crosstalk", "500");
  expect(output).toMatch(/500 calls .* 0 replies that belong to another client/);
  expect(output).toMatch(/verify: \d+ plans, \d+ searched texts, 0 differences/);
  expect(status, output).toBe(0);
});

let databases: Database[];
beforeAll(async () => {
  const settings = { dataDirectory: testDirectory() };
  databases = [await openDatabase(settings), await openDatabase(settings)];
  await prepareLocalIdentity(first(databases));
});
afterAll(async () => {
  for (const database of databases) await database.close();
});

it("keeps the lease of a holder that returns to a stalled plan until the reported expiry", async () => {
  const clock = movableClock();
  const line = inProcess(first(databases)).line(clock);
  const { planId } = await ask(line, "create_research_plan", {
    name: "Stalled",
    researchQuestion: "Who holds the step?",
    steps: [{ stepType: "search", instructions: "Look." }],
    stallThresholdMinutes: 1,
  });
  const holder = { planId, agent: "holder", sessionId: "session-of-holder" };
  await ask(line, "get_next_step", holder);
  await clock.pass(70_000);
  expect(await ask(line, "get_plan_status", { planId })).toMatchObject({ status: "stalled" });
  const held = await ask(line, "get_next_step", holder);
  expect(held).toMatchObject({ status: "step_ready", held: true });
  expect(held).not.toHaveProperty("reissued");
  const other = await ask(line, "get_next_step", { ...holder, sessionId: "another-session" });
  expect(other.status).toBe("no_pending_steps");
});

describe("the checker of histories", () => {
  let history: History;
  beforeAll(async () => {
    history = await recordHistory();
  });

  it("explains a history that went well", () => {
    expect(divergencesOf(history)).toEqual([]);
  });

  it("notices every falsified fact of every reply", () => {
    const falsified = changedReplies(history);
    const unnoticed = falsified.filter((one) => divergencesOf(one.history).length === 0);
    expect(unnoticed.map(({ what }) => what)).toEqual([]);
    expect(falsified.length).toBeGreaterThan(100);
  });

  it("notices swapped versions, lost updates, false refusals and stale rows", () => {
    const falsified = otherFalsifications(history);
    const unnoticed = falsified.filter((one) => divergencesOf(one.history).length === 0);
    expect(unnoticed.map(({ what }) => what)).toEqual([]);
    expect(falsified.length).toBeGreaterThan(20);
  });
});

describe("the checks of answers", () => {
  const text = "INVALID_INPUT: planId: is missing. Next: call get_plan_status again.";
  const refusal = (changed: string) =>
    answer({ isError: true, content: [{ type: "text", text: changed }] });
  const reply = (message: unknown) => {
    const structuredContent = { message, next: "Call list_active_plans." };
    const text = JSON.stringify(structuredContent);
    return answer({ content: [{ type: "text", text }], structuredContent });
  };

  it("find nothing wrong with a proper answer", () => {
    expect(problemsOf("get_plan_status", refusal(text), KNOWN)).toEqual([]);
    expect(problemsOf("ping", reply("Connected."), KNOWN)).toEqual([]);
  });

  it.each([
    ["an error of the server", { ...refusal(text), status: 500 }],
    ["no answer", { ...refusal(text), messages: [] }],
    ["another tenant's word", refusal(`${text} canary-word`)],
    ["unseen characters", refusal(`${text} \u202e`)],
    ["an unknown code", refusal(text.replace("INVALID_INPUT", "OOPS"))],
    ["an unexpected error", refusal(text.replace("INVALID_INPUT", "INTERNAL"))],
    ["no way on", refusal("NOT_FOUND: There is no such plan.")],
    ["a tool that does not exist", refusal(text.replace("get_plan_status", "get_plan_state"))],
    ["no field", refusal("INVALID_INPUT: It is wrong. Next: correct it.")],
    ["a stack", refusal(`${text}\n    at run (/srv/app/tool.ts:10:5)`)],
    ["SQL", refusal(`${text} SELECT id FROM somewhere`)],
    ["a path", refusal(`${text} /home/somebody/file`)],
    ["a table", refusal(`${text} plan_step`)],
    ["a constraint", refusal(`${text} duplicate key value violates unique constraint`)],
    ["a library's words", refusal(`${text} TypeError: x is not a function`)],
    ["a reply unlike its schema", reply(7)],
    ["two replies in one", { ...reply("one"), messages: contradicting() }],
  ])("notice %s", (_what, exchange) => {
    const tool = exchange.body.includes("structuredContent") ? "ping" : "get_plan_status";
    expect(problemsOf(tool, exchange, KNOWN)).not.toEqual([]);
  });
});

it("would notice a reply that was meant for another client", async () => {
  const planOf = (index: number, planId: string) => ({
    planId,
    name: `marker-${index}-end`,
    steps: [{ stepId: "s1" }],
    status: "step_ready",
    step: { stepId: "s1" },
    lease: { token: "lease" },
    results: [{ sourceId: "a1", planId, title: `marker-${index}-end` }],
  });
  let answered = 0;
  const server = createServer((_request, response) => {
    answered += 1;
    // The first reply is the client's own, all others belong to another client.
    const structuredContent = answered === 1 ? planOf(0, "p-222222") : planOf(7, "p-333333");
    const result = { content: [], structuredContent };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = new MarkedClient(`http://127.0.0.1:${port}`, {
    index: 0,
    era: "2026-07-28",
    seed: 1,
  });
  for (let call = 0; call < 5; call += 1) await client.work();
  client.close();
  server.close();
  expect(client.problems.length).toBeGreaterThanOrEqual(4);
});

const KNOWN = { canary: "canary-word", names: [] };

function answer(result: object): Exchange {
  const message = { jsonrpc: "2.0", id: 1, result };
  return {
    status: 200,
    body: JSON.stringify(message),
    messages: [message as Exchange["messages"][number]],
    durationMs: 1,
  };
}

function contradicting(): Exchange["messages"] {
  const content = [{ type: "text", text: '{"message":"other","next":"Go on."}' }];
  return [{ id: 1, result: { content, structuredContent: { message: "one", next: "Go on." } } }];
}

/** A history with enough in it to falsify. */
async function recordHistory(): Promise<History> {
  for (let index = 1; index <= 50; index += 1) {
    const clock = movableClock();
    const processes = databases.map((database) => inProcess(database));
    const lines = [0, 1, 2, 3, 4].map((agent) => {
      const one = processes[agent % processes.length];
      return (one as NonNullable<typeof one>).line(clock);
    });
    const recorded = await runAgents({
      seed: 1,
      index,
      lines,
      clock,
      stallThresholdMs: 60_000,
    });
    for (const one of processes) await one.close();
    const history = await readHistory(first(databases), LOCAL_CALLER.tenant, recorded);
    const { calls, commands, rows, artifacts } = history;
    const isOpen = rows.steps.some(({ status }) => status === "in_progress");
    const isRich = isOpen && artifacts.length > 1 && commands.length > 15 && calls.length > 30;
    if (isRich && divergencesOf(history).length === 0) return history;
  }
  throw new Error("no history went well");
}

async function ask(line: Line, tool: string, input: Json): Promise<Json> {
  const { answer } = await line.send(tool, input);
  if (!answer.reply) throw new Error(answer.refusal.text);
  return answer.reply;
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error("there is none");
  return one;
}
