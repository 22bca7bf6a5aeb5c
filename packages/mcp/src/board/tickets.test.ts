import { createRequestStateCodec } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { createTickets, TICKET_PREFIX, type Ticket } from "./tickets.ts";

const SECRET = "a secret for tests, longer than thirty-two characters";
const TICKET: Ticket = {
  planId: "plan_1",
  stepId: "step_1",
  reviewId: "review_1",
  userId: "usr_1",
  organizationId: "org_1",
  clientName: "chat",
  nonce: "call_1",
};
const tickets = createTickets(SECRET);

it("a ticket opens as it was sealed", async () => {
  expect(await tickets.open(await tickets.seal(TICKET))).toEqual(TICKET);
});

it("a ticket does not open with any of its characters changed", async () => {
  const sealed = await tickets.seal(TICKET);
  for (const index of Array.from(sealed).keys()) {
    const other = sealed[index] === "A" ? "B" : "A";
    expect(await tickets.open(sealed.slice(0, index) + other + sealed.slice(index + 1))).toBeNull();
  }
});

it("the last bits of a seal can be written in one way only", async () => {
  const sealed = await tickets.seal(TICKET);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const opened = await Promise.all(
    Array.from(letters, (letter) => tickets.open(sealed.slice(0, -1) + letter)),
  );
  expect(opened.filter(Boolean)).toHaveLength(1);
});

it("a ticket does not open when it is old, or sealed with another secret", async () => {
  expect(await tickets.open(await createTickets(SECRET, -1).seal(TICKET))).toBeNull();
  expect(await tickets.open(await createTickets(`${SECRET}.`).seal(TICKET))).toBeNull();
});

it("the sealed state of a question is no ticket", async () => {
  const codec = createRequestStateCodec<Ticket>({ key: SECRET, ttlSeconds: 60 });
  expect(await tickets.open(TICKET_PREFIX + (await codec.mint(TICKET)))).toBeNull();
});

it.each(["", "v1.", TICKET_PREFIX, `${TICKET_PREFIX}v1.e30.AAAA`, `${TICKET_PREFIX}v1.é.é`])(
  "nothing opens: %s",
  async (text) => {
    expect(await tickets.open(text)).toBeNull();
  },
);
