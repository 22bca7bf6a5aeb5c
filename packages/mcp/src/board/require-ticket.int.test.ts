import { newId, withClient } from "@trovella/db";
import {
  BOARD_SECRET,
  type BoardClient,
  connectBoardClient,
} from "@trovella/testing/mcp/board-client";
import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTickets, TICKET_PREFIX } from "./tickets.ts";

const TRIES = 100;

let server: TestServer;
let chat: BoardClient;
const clients: BoardClient[] = [];
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  chat = await connect();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

describe("a ticket", () => {
  it("decides its review as a click in the card, and is kept nowhere", async () => {
    const { planId, ticket, result } = await waiting();
    expect(ticket).toMatch(new RegExp(`^${TICKET_PREFIX}`));
    expect(JSON.stringify([result.content, result.structuredContent])).not.toContain(TICKET_PREFIX);
    const decided = await decide(chat, { planId, ticket });
    expect(decided.structuredContent).toMatchObject({ decidedVia: "app", decidedRank: 2 });
    expect(JSON.stringify(decided)).not.toContain(TICKET_PREFIX);
    expect(await decisions(planId)).toEqual(["approve app"]);
    await decide(chat, { planId, ticket, decision: ticket });
    await decide(chat, { planId, ticket, [ticket]: ticket });
    await server.services.log.flush();
    expect(await tablesWith(TICKET_PREFIX)).toEqual([]);
  });

  it("comes with the status of a waiting plan, too, and any of them decides once", async () => {
    const { planId, ticket } = await waiting();
    const status = await chat.call("get_plan_status", { planId });
    const other = status._meta?.["trovella/ticket"];
    expect(other).not.toBe(ticket);
    expect((await decide(chat, { planId, ticket: other })).isError).toBeUndefined();
    expect(textOf(await decide(chat, { planId, ticket }))).toMatch(/^INVALID_INPUT: ticket/);
    expect(await decisions(planId)).toEqual(["approve app"]);
  });

  it("is not given for a plan that takes no decisions from a card, nor to those who may not decide", async () => {
    const human = await waiting({ reviewPolicy: "human_only" });
    expect(human.ticket).toBeUndefined();
    const writer = await connect({ caller: callerOf("org_a", ["read", "write"]) });
    expect((await waiting({}, writer)).ticket).toBeUndefined();
    expect((await waiting({}, await connect({ showsBoard: false }))).ticket).toBeUndefined();
    expect((await waiting({}, await connect({ isBuilt: false }))).ticket).toBeUndefined();
  });

  it("does not decide where only the console counts, even if it is genuine", async () => {
    const { planId } = await waiting({ reviewPolicy: "human_only" });
    const ticket = await sealedFor(planId);
    expect(textOf(await decide(chat, { planId, ticket }))).toMatch(/^REVIEW_REQUIRES_HUMAN/);
    expect(await decisions(planId)).toEqual([]);
  });

  it("used again gets the first reply, and another decision with it is refused", async () => {
    const { planId, ticket } = await waiting();
    await decide(chat, { planId, ticket });
    const again = await decide(chat, { planId, ticket });
    expect(again.structuredContent).toMatchObject({ replayed: true });
    const other = await decide(chat, { planId, ticket, decision: "reject" });
    expect(textOf(other)).toMatch(/^IDEMPOTENCY_CONFLICT/);
    expect(await decisions(planId)).toEqual(["approve app"]);
  });
});

describe(`forged tickets, each kind ${TRIES} times`, () => {
  // Under this policy a decision that counted as relayed would be refused otherwise, which the texts show.
  const POLICY = { reviewPolicy: "client_attested" };

  it.each<[string, RegExp, (index: number, ticket: string, planId: string) => Promise<Attempt>]>([
    [
      "no ticket",
      /^REVIEW_REQUIRES_HUMAN/,
      async (_index, _ticket, planId) => ({ input: { planId } }),
    ],
    [
      "a changed character",
      /^INVALID_INPUT: .*ticket/,
      async (index, ticket, planId) => ({
        input: { planId, ticket: withChange(ticket, TICKET_PREFIX.length + 3 * index) },
      }),
    ],
    [
      "of another plan",
      /^INVALID_INPUT: ticket/,
      async (_index, _ticket, planId) => ({
        input: { planId, ticket: await once("plan", otherPlan) },
      }),
    ],
    [
      "of another user",
      /^INVALID_INPUT: ticket/,
      async (_index, ticket, planId) => ({
        input: { planId, ticket },
        by: await onceClient("user", { caller: { ...callerOf("org_a"), userId: "usr_other" } }),
      }),
    ],
    [
      "of another organization",
      /^(INVALID_INPUT: ticket|NOT_FOUND)/,
      async (_index, ticket, planId) => ({
        input: { planId, ticket },
        by: await onceClient("org", { caller: callerOf("org_b") }),
      }),
    ],
    [
      "that was used before",
      /^(INVALID_INPUT: ticket|IDEMPOTENCY_CONFLICT)/,
      async (_index, _ticket, planId) => ({
        input: { planId, ticket: await once("used", () => usedTicket(planId)) },
      }),
    ],
    [
      "that has expired",
      /^INVALID_INPUT: ticket/,
      async (_index, _ticket, planId) => ({
        input: { planId, ticket: await sealedFor(planId, -1) },
      }),
    ],
    [
      "from a client without the extension",
      /^INVALID_INPUT: ticket/,
      async (_index, ticket, planId) => ({
        input: { planId, ticket },
        by: await onceClient("plain", { showsBoard: false }),
      }),
    ],
    [
      "from another program",
      /^INVALID_INPUT: ticket/,
      async (_index, ticket, planId) => ({
        input: { planId, ticket },
        by: await onceClient("named", { name: "another" }),
      }),
    ],
  ])("%s: none decides anything", async (kind, refusal, forge) => {
    const { planId, ticket } = await waiting(POLICY);
    const before = kind === "that was used before" ? ["modify app"] : [];
    for (let index = 0; index < TRIES; index += 1) {
      const { input, by = chat } = await forge(index, ticket, planId);
      const result = await decide(by, input);
      expect([index, textOf(result)]).toEqual([index, expect.stringMatching(refusal)]);
      expect(textOf(result)).not.toContain(TICKET_PREFIX);
    }
    expect(await decisions(planId)).toEqual(before);
  });

  it("where relaying is allowed, a bad ticket does not count as relayed", async () => {
    const { planId, ticket } = await waiting();
    const bad = await decide(chat, { planId, ticket: withChange(ticket, 40) });
    expect(textOf(bad)).toMatch(/^INVALID_INPUT: ticket/);
    expect(await decisions(planId)).toEqual([]);
    const { structuredContent } = await decide(chat, { planId });
    expect(structuredContent).toMatchObject({ decidedVia: "relayed" });
  });

  async function otherPlan(): Promise<string> {
    return (await waiting(POLICY)).ticket;
  }
});

interface Attempt {
  readonly input: object;
  readonly by?: BoardClient;
}

const kept = new Map<string, Promise<string>>();
function once(name: string, make: () => Promise<string>): Promise<string> {
  const known = kept.get(name) ?? make();
  kept.set(name, known);
  return known;
}

const keptClients = new Map<string, Promise<BoardClient>>();
function onceClient(name: string, settings: Parameters<typeof connect>[0]): Promise<BoardClient> {
  const known = keptClients.get(name) ?? connect(settings);
  keptClients.set(name, known);
  return known;
}

async function connect(settings: Parameters<typeof connectBoardClient>[1] = {}) {
  const client = await connectBoardClient(server, settings);
  clients.push(client);
  return client;
}

/** A plan whose first step waits for a person, and the ticket that came with the request. */
async function waiting(fields: object = {}, client = chat) {
  const { planId } = await createPlan(server, 2, fields);
  const { step, lease } = await server.call("get_next_step", { planId });
  const result = await client.call("request_user_review", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    summary: "Two sources agree.",
  });
  return { planId, stepId: step.stepId, result, ticket: result._meta?.["trovella/ticket"] };
}

/** A ticket of this plan that was used to send the step back, with a new review open by now. */
async function usedTicket(planId: string): Promise<string> {
  const { _meta } = await chat.call("get_plan_status", { planId });
  const ticket = _meta?.["trovella/ticket"];
  await decide(chat, { planId, ticket, decision: "modify", feedback: "Only green tea." });
  const { step, lease } = await server.call("get_next_step", { planId });
  const request = { planId, stepId: step.stepId, leaseToken: lease.token, summary: "Again." };
  await chat.call("request_user_review", request);
  return ticket;
}

/** A ticket with the right seal for the open review of this plan. */
async function sealedFor(planId: string, ttlSeconds?: number): Promise<string> {
  const [review] = await rows<{ id: string; step_id: string }>(
    `SELECT id, step_id FROM plan_review WHERE plan_id = '${planId}' AND decision IS NULL`,
  );
  const { userId, tenant } = callerOf("org_a");
  return createTickets(BOARD_SECRET, ttlSeconds).seal({
    planId,
    stepId: review?.step_id ?? "",
    reviewId: review?.id ?? "",
    userId,
    ...tenant,
    clientName: "chat",
    nonce: newId("call"),
  });
}

function decide(client: BoardClient, input: object) {
  return client.call("submit_user_decision", { decision: "approve", ...input });
}

function withChange(ticket: string, index: number): string {
  const place = Math.min(index, ticket.length - 1);
  return ticket.slice(0, place) + (ticket[place] === "A" ? "B" : "A") + ticket.slice(place + 1);
}

function textOf({ isError, content }: Awaited<ReturnType<BoardClient["call"]>>): string {
  return isError ? (content[0]?.text ?? "") : "accepted";
}

async function decisions(planId: string): Promise<string[]> {
  const found = await rows<{ decision: string; decided_via: string }>(
    `SELECT decision, decided_via FROM plan_review WHERE plan_id = '${planId}' AND decision IS NOT NULL ORDER BY decided_at`,
  );
  return found.map(({ decision, decided_via }) => `${decision} ${decided_via}`);
}

/** The tables in which any row holds this text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await rows<{ count: string }>(
      `SELECT count(*) FROM ${name} AS one WHERE one::text LIKE '%${text}%'`,
    );
    if (row?.count !== "0") found.push(name);
  }
  return found;
}

async function rows<Row>(query: string): Promise<Row[]> {
  return withClient(
    server.test.asSuperuser,
    async (client) => (await client.query(query)).rows as Row[],
  );
}
