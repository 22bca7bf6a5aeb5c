import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "./support/mcp-connections.ts";
import { findDifferences, history, newSession, planRow, reviewRows } from "./support/mcp-rows.ts";
import { type PlanHandle, type StepHandle, useTrovella } from "./support/mcp-support.ts";

// The SDK's client sends only valid requests. These are written by hand to test answers that were never
// requested, were tampered with, or are sent twice.

const trovella = useTrovella({ transport: "http", era: "2026-07-28" });
let endpoint: string;

beforeAll(async () => {
  endpoint = `${(await serve()).url}/mcp`;
});

describe("a question", () => {
  it("comes as an input_required result with a sealed state", async () => {
    const { step } = await stepInProgress();
    const { result } = await send(step);
    expect(result).toMatchObject({
      resultType: "input_required",
      inputRequests: { decision: { method: "elicitation/create" } },
      requestState: expect.stringMatching(/^v1\./),
    });
  });

  it("is answered with the state it came with", async () => {
    const { step, requestState } = await asked();
    const { result } = await send(step, { requestState, ...approve });
    expect(result?.structuredContent).toMatchObject({
      decision: "approve",
      decidedVia: "elicitation",
    });
  });
});

describe("an answer without the state", () => {
  it("is refused while the question is open", async () => {
    const { plan, step } = await asked();
    expect(await textOf(send(step, approve))).toMatch(/^INVALID_INPUT: inputResponses.* Next: /);
    await expectStillOpen(plan);
  });

  it("is refused when nothing was asked, and asks nothing", async () => {
    const { plan, step } = await stepInProgress();
    expect(await textOf(send(step, approve))).toMatch(/^INVALID_INPUT: inputResponses/);
    expect((await planRow(plan.planId)).status).toBe("executing");
  });

  it("has no effect under the key of the call that asked", async () => {
    const { plan, step } = await stepInProgress();
    const key = { idempotencyKey: newSession() };
    await send({ ...step, ...key });
    const { result } = await send({ ...step, ...key }, approve);
    expect(result?.structuredContent).toMatchObject({ status: "awaiting_review", replayed: true });
    await expectStillOpen(plan);
  });
});

describe("a state", () => {
  it.each([
    ["its end", (state: string) => `${state.slice(0, -4)}AAAA`],
    ["its content", (state: string) => withOtherContent(state)],
    ["everything", () => "v1.e30.AAAA"],
  ])("with a tampered %s is refused", async (_what, change) => {
    const { plan, step, requestState } = await asked();
    const { error } = await send(step, { requestState: change(requestState), ...approve });
    expect(error).toMatchObject({ code: -32602 });
    await expectStillOpen(plan);
  });

  it("decides no other step", async () => {
    const { plan, requestState } = await asked();
    const other = await asked();
    const text = await textOf(send(other.step, { requestState, ...approve }));
    expect(text).toMatch(/^INVALID_INPUT: requestState.* Next: /);
    await expectStillOpen(plan);
    await expectStillOpen(other.plan);
  });

  it("decides no other step of the same plan", async () => {
    const plan = await trovella.createPlan(2);
    const [first, second] = [await trovella.nextStep(plan), await trovella.nextStep(plan)];
    const requestState = stateOf(await send(first));
    await send(second);
    const text = await textOf(send(second, { requestState, ...approve }));
    expect(text).toMatch(/^INVALID_INPUT: requestState/);
    expect(await reviewRows(plan.planId)).toMatchObject([{ decision: null }, { decision: null }]);
  });

  it("decides no later review of the same step", async () => {
    const { plan, step, requestState } = await asked();
    await trovella.decide(plan, "modify", { feedback: "Only green tea." });
    await send(step);
    const { result } = await send(step, { requestState, ...approve });
    expect(result?.structuredContent).toMatchObject({ decision: "modify", decidedVia: "relayed" });
    expect(await reviewRows(plan.planId)).toMatchObject([
      { decision: "modify" },
      { decision: null },
    ]);
  });
});

describe("an answer that comes twice", () => {
  it("gets the same reply with replayed: true, and has one effect", async () => {
    const { plan, step, requestState } = await asked();
    const first = await send(step, { requestState, ...approve });
    const before = await history(plan.planId);
    const again = await send(step, { requestState, ...approve });
    expect(again.result?.structuredContent).toEqual({
      ...first.result?.structuredContent,
      replayed: true,
    });
    expect(await history(plan.planId)).toEqual(before);
  });

  it("concurrently has one effect too", async () => {
    const { plan, step, requestState } = await asked();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => send(step, { requestState, ...approve })),
    );
    const replayed = replies.map(({ result }) => result?.structuredContent?.replayed === true);
    expect(replayed.sort()).toEqual([false, true, true, true, true]);
    const decided = (await history(plan.planId)).filter((row) => row === "user_reviewed approve");
    expect(decided).toHaveLength(1);
  });

  it("is refused if it differs the second time", async () => {
    const { plan, step, requestState } = await asked();
    await send(step, { requestState, ...approve });
    const other = answer({ decision: "reject", feedback: "No." });
    expect(await textOf(send(step, { requestState, ...other }))).toMatch(/^IDEMPOTENCY_CONFLICT: /);
    expect(await reviewRows(plan.planId)).toMatchObject([{ decision: "approve" }]);
  });

  it("cannot replace an unusable first one", async () => {
    const { plan, step, requestState } = await asked();
    const useless = answer({ decision: "modify" });
    const { result } = await send(step, { requestState, ...useless });
    expect(result?.resultType).toBe("input_required");
    expect(await textOf(send(step, { requestState, ...approve }))).toMatch(/^IDEMPOTENCY_CONFLICT/);
    const again = await send(step, { requestState, ...useless });
    expect(again.result?.structuredContent).toMatchObject({ status: "awaiting_review" });
    await expectStillOpen(plan);
  });
});

describe("an answer that does not match the requested schema", () => {
  it.each([
    ["no decision", answer({ feedback: "Fine." })],
    ["an unknown decision", answer({ decision: "maybe" })],
    ["no content", { inputResponses: { decision: { action: "accept" } } }],
    ["an answer to something else", { inputResponses: { colour: { action: "accept" } } }],
    ["no answer at all", {}],
  ])("%s is asked again twice, then dropped", async (_what, responses) => {
    const { plan, step, requestState } = await asked();
    const second = stateOf(await send(step, { requestState, ...responses }));
    const third = stateOf(await send(step, { requestState: second, ...responses }));
    const last = await send(step, { requestState: third, ...responses });
    expect(last.result?.structuredContent).toMatchObject({ status: "awaiting_review" });
    await expectStillOpen(plan);
  });
});

it("leaves plans that their audit logs rebuild exactly", async () => {
  expect(await findDifferences()).toEqual([]);
});

const approve = answer({ decision: "approve" });

function answer(content: object) {
  return { inputResponses: { decision: { action: "accept", content } } };
}

async function stepInProgress(): Promise<{ plan: PlanHandle; step: StepHandle }> {
  const plan = await trovella.createPlan(2);
  return { plan, step: await trovella.nextStep(plan) };
}

/** A step whose review was requested, with the state of the question that came back. */
async function asked() {
  const { plan, step } = await stepInProgress();
  return { plan, step, requestState: stateOf(await send(step)) };
}

async function expectStillOpen({ planId }: PlanHandle): Promise<void> {
  expect((await planRow(planId)).status).toBe("awaiting_review");
  expect(await reviewRows(planId)).toMatchObject([{ decision: null, decided_via: null }]);
}

interface Message {
  readonly error?: object;
  readonly result?: {
    readonly resultType: string;
    readonly requestState?: string;
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Record<string, unknown>;
  };
}

/** One request_user_review from a client that supports elicitation. */
async function send(step: object, parameters: object = {}): Promise<Message> {
  const name = "request_user_review";
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: { ...step, summary: "Two sources agree." },
        ...parameters,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "by-hand", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
        },
      },
    }),
  });
  return (await response.json()) as Message;
}

function stateOf({ result }: Message): string {
  if (!result?.requestState) throw new Error(`Nothing was asked: ${JSON.stringify(result)}`);
  return result.requestState;
}

async function textOf(sent: Promise<Message>): Promise<string | undefined> {
  const { result } = await sent;
  expect(result?.isError).toBe(true);
  return result?.content?.[0]?.text;
}

/** The same seal on a state of another round. */
function withOtherContent(state: string): string {
  const [version, content = "", seal] = state.split(".");
  const decoded = Buffer.from(content, "base64url").toString("utf8");
  const changed = decoded.replace('"round":1', '"round":0');
  return [version, Buffer.from(changed).toString("base64url"), seal].join(".");
}
