import { withClient } from "@trovella/db";
import { AppError, permissionsOf, type Role, SCOPES } from "@trovella/foundation";
import { WHO_DECIDES, type WhoDecides } from "@trovella/plan-engine";
import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import {
  callerOf,
  createPlan,
  createTestServer,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCaller } from "./index.ts";

/** Ada's plan, which Grace is asked to review. */
const PEOPLE = {
  ada: "member",
  grace: "member",
  charles: "member",
  linus: "admin",
  boss: "owner",
  vera: "viewer",
} as const satisfies Record<string, Role>;
type Person = keyof typeof PEOPLE;
const EVERYBODY = Object.keys(PEOPLE) as Person[];
const CHANNELS = ["console", "api", "relayed", "elicitation"] as const;
type Channel = (typeof CHANNELS)[number];

const DECIDERS: Readonly<Record<WhoDecides, readonly Person[]>> = {
  anyone: ["ada", "grace", "charles", "linus", "boss"],
  owner_and_admins: ["ada", "linus", "boss"],
  assignee: ["grace", "linus", "boss"],
};
const SENTENCES: Readonly<Record<WhoDecides, string>> = {
  anyone: "",
  owner_and_admins: "Only Ada or an owner or admin of the organization (Linus, Boss) may decide",
  assignee: "Only Grace or an owner or admin of the organization (Linus, Boss) may decide",
};

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
  for (const [person, role] of Object.entries(PEOPLE)) await join(person, role);
});
beforeEach(() => setRule("anyone"));
afterAll(() => server.close());

describe.each(WHO_DECIDES)("under %s", (whoDecides) => {
  it.each(CHANNELS)(
    "R39 a decision by %s is taken from those who may decide, alone",
    async (via) => {
      const given: Record<string, string> = {};
      for (const person of EVERYBODY) {
        await setRule("anyone");
        const review = await awaitReview("ada", "grace");
        await setRule(whoDecides);
        given[person] = await decide(via, person, review);
      }
      const expected = EVERYBODY.map((person) => [
        person,
        DECIDERS[whoDecides].includes(person) ? `decided by ${via}` : "FORBIDDEN",
      ]);
      expect(given).toEqual(Object.fromEntries(expected));
    },
  );
});

describe("a refused decision", () => {
  it.each(["owner_and_admins", "assignee"] as const)(
    "R39 names under %s who may decide, and is in the security log",
    async (whoDecides) => {
      const review = await awaitReview("ada", "grace");
      await setRule(whoDecides);
      const { message } = await refusal(() => verdictOf("charles", review));
      expect(message).toContain(SENTENCES[whoDecides]);
      const relayed = await server.outcome(
        "submit_user_decision",
        { planId: review.planId, decision: "approve" },
        { caller: { ...caller("charles"), clientName: "a client" } },
      );
      expect(relayed).toMatchObject({ kind: "failure", code: "FORBIDDEN" });
      const { rows } = await query(
        `SELECT actor_user_id, after FROM security_event WHERE kind = 'review_decision_refused' AND subject_id = '${review.planId}'`,
      );
      expect(rows).toEqual([
        { actor_user_id: "charles", after: { whoDecides } },
        { actor_user_id: "charles", after: { whoDecides } },
      ]);
    },
  );

  it("R39 that came too late says so, as it does to those who may decide", async () => {
    const review = await awaitReview("ada", "grace");
    await setRule("assignee");
    expect(await decide("console", "grace", review)).toBe("decided by console");
    expect((await refusal(() => verdictOf("charles", review))).code).toBe("ALREADY_DECIDED");
  });
});

describe("the way around a checkpoint", () => {
  it("R39 is closed to the assistants of those who may not decide it", async () => {
    const steps = [
      { stepType: "search", instructions: "Look." },
      { stepType: "checkpoint", instructions: "Ask." },
    ];
    const { planId, steps: made } = await createPlan(
      server,
      1,
      { steps },
      { caller: caller("ada") },
    );
    const stepId = made[1].stepId;
    await setRule("owner_and_admins");
    const removal = { planId, action: "remove_step", stepId, modificationRationale: "Not needed." };
    const add = { planId, action: "add_steps", steps: [steps[0]], modificationRationale: "More." };
    const outcome = (person: Person, input: object) =>
      server.outcome("modify_plan", input, { caller: caller(person) });
    expect(await outcome("charles", removal)).toMatchObject({ kind: "failure", code: "FORBIDDEN" });
    expect(await outcome("charles", add)).toMatchObject({ kind: "reply" });
    expect(await outcome("ada", removal)).toMatchObject({ kind: "reply" });
  });
});

describe("asking for a review", () => {
  const DIALOGUE = { isPossible: true, canOpenUrl: false, reply: null };

  it("R38 names in the reply who is asked, unless it is the caller's own person", async () => {
    const own = await awaitReview("ada", null);
    expect(own.next).not.toContain("waits for");
    const status = await server.call("get_plan_status", own, { caller: caller("charles") });
    expect(status.next).toContain("It waits for Ada.");
    expect(
      (await server.call("get_plan_status", own, { caller: caller("ada") })).next,
    ).not.toContain("waits for");
    expect((await awaitReview("ada", "grace")).next).toContain("It waits for Grace.");
  });

  it("R39 does not ask a person in the client who may not decide", async () => {
    const { planId } = await createPlan(server, 1, {}, { caller: caller("ada") });
    const { step } = await server.call("get_next_step", { planId }, { caller: caller("charles") });
    await setRule("owner_and_admins");
    const outcome = await server.outcome(
      "request_user_review",
      { planId, stepId: step.stepId, summary: "Look." },
      { caller: caller("charles"), dialogue: DIALOGUE },
    );
    expect(outcome).toMatchObject({ kind: "reply" });
    expect(JSON.stringify(outcome)).toContain(SENTENCES.owner_and_admins);
  });
});

describe("assigning a plan", () => {
  it("R38 says in the audit log who assigned whom", async () => {
    const { planId } = await createPlan(server, 1, {}, { caller: caller("ada") });
    expect(await assign("charles", planId, "grace")).toMatchObject({ assigneeId: "grace" });
    const { events } = await as("ada").researchPlan.events({ planId, direction: "backward" });
    expect(events[0]).toMatchObject({
      action: "plan_assigned",
      actorUserId: "charles",
      actorVia: "console",
    });
    expect(events[0]?.payload).toContain("grace");
    // The owner is stored as nobody, in one way.
    expect(await assign("charles", planId, "ada")).toMatchObject({ assigneeId: null });
  });

  it("R38 answers for people of other organizations, viewers and those who left as for unknown ids", async () => {
    const { planId } = await createPlan(server, 1, {}, { caller: caller("ada") });
    const answers = new Set<string>();
    for (const userId of ["usr_org_b", "vera", "nobody"]) {
      const { code, message, details } = await refusal(() => assign("ada", planId, userId));
      expect(code).toBe("NOT_FOUND");
      answers.add(`${message} ${JSON.stringify(details)}`);
    }
    expect(answers.size).toBe(1);
    const foreign = createCaller({ services: api.services, caller: apiCaller("org_b") });
    const { code } = await refusal(() => foreign.researchPlan.assign({ planId, assigneeId: null }));
    expect(code).toBe("NOT_FOUND");
  });

  it("R38 needs a person with the right to write", async () => {
    const { planId } = await createPlan(server, 1, {}, { caller: caller("ada") });
    const token = createCaller({
      services: api.services,
      caller: { ...caller("ada"), isPerson: false },
    });
    const assignment = { planId, assigneeId: "grace" };
    expect((await refusal(() => token.researchPlan.assign(assignment))).code).toBe("FORBIDDEN");
    expect((await refusal(() => assign("vera", planId, "grace"))).code).toBe("FORBIDDEN");
  });

  it("R38 is under assignee for those who may decide: nobody takes a review to decide it", async () => {
    const { planId } = await createPlan(server, 1, {}, { caller: caller("ada") });
    await assign("ada", planId, "grace");
    await setRule("assignee");
    for (const person of ["charles", "ada"] as const) {
      const { code, message } = await refusal(() => assign(person, planId, person));
      expect([code, message]).toEqual(["FORBIDDEN", expect.stringContaining("Only Grace or")]);
    }
    expect(await assign("grace", planId, "charles")).toMatchObject({ assigneeId: "charles" });
    expect(await assign("linus", planId, null)).toMatchObject({ assigneeId: null });
  });

  it("R38 falls back to the owner, then to the admins, as people leave or become viewers", async () => {
    await join("guest", "member");
    await join("host", "member");
    const plan = await awaitReview("host", "guest");
    await setRule("assignee");
    const deciders = async () => {
      const { message } = await refusal(() => verdictOf("charles", plan));
      return /Only (.*) may decide/.exec(message)?.[1];
    };
    expect(await deciders()).toMatch(/^Guest or an owner/);
    await query("UPDATE member SET role = 'viewer' WHERE user_id = 'guest'");
    expect(await deciders()).toMatch(/^Host or an owner/);
    await query(`UPDATE "user" SET disabled_at = now() WHERE id = 'host'`);
    expect(await deciders()).toMatch(/^an owner or admin of the organization \(Linus, Boss\)$/);
    await query("DELETE FROM member WHERE user_id IN ('guest', 'host')");
    expect(await decide("console", "linus", plan)).toBe("decided by console");
  });
});

interface OpenReview {
  readonly planId: string;
  readonly stepId: string;
  readonly reviewId: string;
  readonly next: string;
}

/** A plan of its owner, assigned and waiting for a review. */
async function awaitReview(owner: string, assignee: string | null): Promise<OpenReview> {
  const own = { caller: caller(owner) };
  const { planId, steps } = await createPlan(server, 2, {}, own);
  if (assignee) await assign(owner, planId, assignee);
  const { step } = await server.call("get_next_step", { planId }, own);
  const { stepId } = step;
  const asked = await server.call("request_user_review", { planId, stepId, summary: "Look." }, own);
  const { reviews } = await as(owner).review.list({ planId });
  const reviewId = reviews[0]?.id ?? "";
  return { planId, stepId: steps[0].stepId, reviewId, next: asked.next };
}

/** Tries to approve, and says how that went. */
async function decide(via: Channel, person: Person, review: OpenReview): Promise<string> {
  const { planId, stepId, reviewId } = review;
  if (via === "console" || via === "api") {
    try {
      const { decidedVia } = await verdictOf(person, review, via === "console");
      return `decided by ${decidedVia}`;
    } catch (error) {
      return causeOf(error).code;
    }
  }
  const answer = { action: "accept", decision: "approve", feedback: undefined } as const;
  const state = { planId, stepId, reviewId, round: 1, nonce: `nonce-${reviewId}` };
  const outcome =
    via === "relayed"
      ? await server.outcome(
          "submit_user_decision",
          { planId, decision: "approve" },
          { caller: caller(person) },
        )
      : await server.outcome(
          "request_user_review",
          { planId, stepId, summary: "Look." },
          {
            caller: caller(person),
            dialogue: { isPossible: true, canOpenUrl: false, reply: { state, answer } },
          },
        );
  if (outcome.kind === "failure") return outcome.code;
  const { decidedVia } = outcome.kind === "reply" ? (outcome.reply as { decidedVia?: string }) : {};
  return `decided by ${decidedVia}`;
}

function verdictOf(person: string, { planId, reviewId }: OpenReview, isPerson = true) {
  const deciding = createCaller({
    services: api.services,
    caller: { ...caller(person), isPerson },
  });
  return deciding.review.decide({ planId, reviewId, decision: "approve" });
}

function assign(person: string, planId: string, assigneeId: string | null) {
  return as(person).researchPlan.assign({ planId, assigneeId });
}

function as(person: string) {
  return createCaller({ services: api.services, caller: caller(person) });
}

function caller(person: string) {
  const role: Role = PEOPLE[person as Person] ?? "member";
  const permissions = permissionsOf(role, SCOPES);
  return { ...callerOf("org_a"), userId: person, userName: person, isPerson: true, permissions };
}

async function join(person: string, role: Role): Promise<void> {
  const name = person[0]?.toUpperCase() + person.slice(1);
  await query(
    `INSERT INTO "user" (id, name, email) VALUES ('${person}', '${name}', '${person}@test.example')`,
  );
  await query(
    `INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_${person}', 'org_a', '${person}', '${role}')`,
  );
}

async function setRule(whoDecides: WhoDecides): Promise<void> {
  await query(`UPDATE organization SET who_decides = '${whoDecides}' WHERE id = 'org_a'`);
}

function query(text: string) {
  return withClient(server.test.asSuperuser, (client) => client.query(text));
}

async function refusal(work: () => Promise<unknown>): Promise<AppError> {
  try {
    await work();
  } catch (error) {
    return causeOf(error);
  }
  throw new Error("It was not refused.");
}

function causeOf(error: unknown): AppError {
  const cause = error instanceof TRPCError ? error.cause : error;
  if (cause instanceof AppError) return cause;
  throw error;
}
