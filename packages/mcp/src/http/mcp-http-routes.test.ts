import { changedCall } from "@trovella/testing/mcp-http/changed-call";
import { stockListener } from "@trovella/testing/mcp-http/echo-servers";
import {
  exchangeOnce,
  messagesOf,
  type RawReply,
  rawRequest,
} from "@trovella/testing/mcp-http/raw-http-client";
import { BATCHES, type RawCase, ROUTE_CASES } from "@trovella/testing/mcp-http/route-cases";
import {
  listen,
  startMcpServer,
  type TestServer,
} from "@trovella/testing/mcp-http/test-http-server";
import { createHighLevelServer, createLowLevelServer } from "@trovella/testing/mcp-http/test-tools";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// No test here is about time, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

describe.each([
  { kind: "low-level", createServer: createLowLevelServer },
  { kind: "high-level", createServer: createHighLevelServer },
])("our handler and the SDK's, with $kind servers,", ({ kind, createServer }) => {
  let ours: TestServer;
  let stock: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    ours = await startMcpServer({ createServer });
    stock = await listen(stockListener(createServer));
  });
  afterAll(async () => {
    await ours.close();
    await stock.close();
  });

  it.each(Object.entries(ROUTE_CASES))("answer alike: %s", async (_name, testCase) => {
    const { answer, expected } = await sendToBoth(testCase);
    expect(answer).toEqual(expected);
  });

  it.each(Object.entries(BATCHES))("differ: ours refuses %s", async (_name, testCase) => {
    const { answer } = await sendToBoth(testCase);
    expect(answer).toMatchObject({
      status: 400,
      messages: [{ id: null, error: { code: -32600, message: expect.stringContaining("array") } }],
    });
  });

  it("answer alike whatever is left out of a call or changed in it", async () => {
    await fc.assert(
      fc.asyncProperty(changedCall(), async (changed) => {
        const { answer, expected } = await sendToBoth(changed);
        expect(answer).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("were compared on the routes they are meant for", () => {
    if (kind === "low-level") expect(ours.made.fast).toBeGreaterThan(50);
    else expect(ours.made.fast).toBe(1);
    expect(ours.made.stock).toBeGreaterThan(10);
  });

  async function sendToBoth({ headers, body }: RawCase) {
    const request = rawRequest({
      headers: { Authorization: "Bearer ann", ...headers },
      body: JSON.stringify(body),
    });
    const [ourReply, stockReply] = await Promise.all([
      exchangeOnce(ours.port, request),
      exchangeOnce(stock.port, request),
    ]);
    return { answer: answerOf(ourReply), expected: asOurs(answerOf(stockReply), kind) };
  }
});

interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly allow: string | undefined;
  readonly messages: unknown[];
}

function answerOf(reply: RawReply): Answer {
  const { "content-type": contentType, allow } = reply.headers;
  return { status: reply.status, contentType, allow, messages: messagesOf(reply) };
}

/**
 * The one difference that is meant: the SDK answers every request of 2025 with a stream, ours only
 * where there is more to say than the result.
 */
function asOurs(answer: Answer, kind: string): Answer {
  const isSingleReply = answer.messages.length === 1 && "id" in Object(answer.messages[0]);
  return kind === "low-level" && isSingleReply && answer.contentType === "text/event-stream"
    ? { ...answer, contentType: "application/json" }
    : answer;
}
