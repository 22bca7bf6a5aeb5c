import { withClient } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCaller } from "../index.ts";

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
});
afterAll(() => server.close());

describe("a review decided in the console", () => {
  it("is stored as such, and the waiting client goes on", async () => {
    const { planId, reviewId, stepId } = await awaitReview();
    const detail = await a().review.detail({ reviewId });
    expect(detail).toMatchObject({ planId, stepOrder: 1, askedBy: "test 1", summary: "Look." });
    const decided = await a().review.decide({
      planId,
      reviewId,
      decision: "approve",
      feedback: "Fine.",
    });
    expect(decided).toMatchObject({
      planStatus: "executing",
      stepId,
      stepStatus: "completed",
      decidedVia: "console",
      decidedBy: "usr_org_a",
    });
    expect((await server.call("get_next_step", { planId })).step.stepOrder).toBe(2);
    const { reviews } = await a().review.list({ state: "decided", planId });
    expect(reviews).toMatchObject([
      { id: reviewId, decision: "approve", feedback: "Fine.", decidedVia: "console" },
    ]);
    expect(reviews[0]?.decidedByName).toBe("Ada");
    expect((await a().review.detail({ reviewId })).decidedByName).toBe("Ada");
    expect((await person("usr_grace").review.detail({ reviewId })).decidedByName).toBeNull();
    const { events } = await a().researchPlan.events({ planId, direction: "backward" });
    expect(events.find(({ action }) => action === "approve")).toMatchObject({
      actorVia: "console",
      actorUserId: "usr_org_a",
    });
  });

  it("can send the step back, which needs feedback", async () => {
    const { planId, reviewId } = await awaitReview();
    const verdict = { planId, reviewId, decision: "modify" } as const;
    expect((await failure(() => a().review.decide(verdict))).code).toBe("INVALID_INPUT");
    expect(await a().review.decide({ ...verdict, feedback: "More." })).toMatchObject({
      stepStatus: "in_progress",
    });
    expect((await server.call("get_next_step", { planId })).step.instructions).toContain("More.");
  });

  it("can end the plan", async () => {
    const { planId, reviewId } = await awaitReview();
    expect(await a().review.decide({ planId, reviewId, decision: "reject" })).toMatchObject({
      planStatus: "failed",
    });
  });

  it("is what the person saw: another attempt is refused", async () => {
    const { planId, stepId } = await awaitReview();
    const verdict = { planId, stepId, decision: "approve" } as const;
    expect((await failure(() => a().review.decide({ ...verdict, expectedAttempt: 7 }))).code).toBe(
      "STALE_LEASE",
    );
    expect((await failure(() => a().review.decide(verdict))).code).toBe("INVALID_INPUT");
    expect(await a().review.decide({ ...verdict, expectedAttempt: 1 })).toMatchObject({
      stepStatus: "completed",
    });
  });

  it("is won by one of two at once; the other learns who, when and where", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { planId, reviewId } = await awaitReview();
      const outcomes = await Promise.allSettled(
        [person("usr_grace"), person("usr_linus")].map((caller) =>
          caller.review.decide({ planId, reviewId, decision: "approve" }),
        ),
      );
      const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
      const lost = outcomes.filter((outcome) => outcome.status === "rejected");
      expect([won.length, lost.length]).toEqual([1, 1]);
      const cause = (lost[0]?.reason as TRPCError | undefined)?.cause;
      expect(cause).toBeInstanceOf(AppError);
      expect((cause as AppError).code).toBe("ALREADY_DECIDED");
      const winner = won[0]?.value;
      expect((cause as AppError).details).toMatchObject({
        decision: "approve",
        decidedVia: "console",
        decidedBy: winner?.decidedBy,
        decidedAt: winner?.decidedAt?.toISOString(),
      });
      expect((cause as AppError).message).toContain(String(winner?.decidedBy));
    }
  });

  it("comes too late when the assistant has relayed a decision", async () => {
    const { planId, reviewId } = await awaitReview();
    await server.call("submit_user_decision", { planId, decision: "skip" });
    const { code, details } = await failure(() =>
      a().review.decide({ planId, reviewId, decision: "approve" }),
    );
    expect([code, details]).toMatchObject([
      "ALREADY_DECIDED",
      { decidedVia: "relayed", decision: "skip", decidedByName: "Ada" },
    ]);
  });
});

describe("a review decided by a program", () => {
  it("is recorded as such, with the program's name", async () => {
    const { planId, reviewId } = await awaitReview();
    const decided = await program().review.decide({ planId, reviewId, decision: "approve" });
    expect(decided).toMatchObject({ decidedVia: "api", decidedBy: "usr_org_a" });
    const { events } = await a().researchPlan.events({ planId, direction: "backward" });
    expect(events.find(({ action }) => action === "approve")).toMatchObject({
      actorVia: "api",
      actorClient: "curl/8",
    });
  });

  it.each(["client_attested", "human_only"] as const)(
    "is refused under %s, which the security log shows",
    async (reviewPolicy) => {
      const { planId, reviewId } = await awaitReview({ reviewPolicy });
      const verdict = { planId, decision: "approve" } as const;
      const refused = await failure(() => program().review.decide({ ...verdict, reviewId }));
      expect(refused.code).toBe("REVIEW_REQUIRES_HUMAN");
      const relayed = await server.outcome("submit_user_decision", verdict);
      expect(relayed).toMatchObject({ kind: "failure", code: "REVIEW_REQUIRES_HUMAN" });
      const rows = await withClient(server.test.asSuperuser, (client) =>
        client.query(
          `SELECT kind, actor_user_id, subject_label, after FROM security_event WHERE subject_id = '${planId}' ORDER BY id`,
        ),
      );
      const event = { kind: "review_decision_refused", actor_user_id: "usr_org_a" };
      expect(rows.rows).toEqual([
        { ...event, subject_label: "curl/8", after: { reviewPolicy, decidedVia: "api" } },
        { ...event, subject_label: null, after: { reviewPolicy, decidedVia: "relayed" } },
      ]);
      expect(await a().review.decide({ ...verdict, reviewId })).toMatchObject({
        decidedVia: "console",
      });
    },
  );

  it("is refused from a page that lacks the review PIN, which is told so before", async () => {
    const { planId, reviewId } = await awaitReview();
    const locked = { isPerson: false, browserSessionId: "a-page" };
    const page = createCaller({
      services: api.services,
      caller: { ...apiCaller("org_a"), ...locked },
    });
    expect(await page.review.detail({ reviewId })).toMatchObject({ isPinRequired: true });
    expect(await a().review.detail({ reviewId })).toMatchObject({ isPinRequired: false });
    const refused = await failure(() =>
      page.review.decide({ planId, reviewId, decision: "approve" }),
    );
    expect(refused).toMatchObject({
      code: "REVIEW_REQUIRES_HUMAN",
      details: { pinRequired: true },
    });
  });
});

describe("the review PIN", () => {
  it("is entered in the console, where there is one", async () => {
    const unlocked: string[] = [];
    const reviewLock = {
      unlock: async (sessionId: string, pin: string) => void unlocked.push(`${sessionId} ${pin}`),
    };
    const local = { ...api.services, reviewLock };
    const caller = { ...apiCaller("org_a"), isPerson: false };
    const page = createCaller({
      services: local,
      caller: { ...caller, browserSessionId: "a-page" },
    });
    expect(await page.review.unlock({ pin: "1234" })).toEqual({ isUnlocked: true });
    expect(unlocked).toEqual(["a-page 1234"]);
    const outside = createCaller({ services: local, caller });
    expect((await failure(() => outside.review.unlock({ pin: "1234" }))).code).toBe("FORBIDDEN");
    expect((await failure(() => a().review.unlock({ pin: "1234" }))).code).toBe("UNAVAILABLE");
  });
});

describe("a list in pages", () => {
  it("neither loses nor repeats a plan, though others are added meanwhile", async () => {
    for (let count = 0; count < 5; count += 1) await createPlan(server, 1);
    for (const sort of ["updated", "created"] as const) {
      const before = await allPlans(sort, () => Promise.resolve());
      const during = await allPlans(sort, () => createPlan(server, 1));
      expect(new Set(during).size).toBe(during.length);
      expect(during.slice(0, before.length)).toEqual(before);
    }
  });

  it("neither loses nor repeats an open review", async () => {
    for (let count = 0; count < 3; count += 1) await awaitReview();
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { reviews: { id: string }[]; nextCursor: string | null } = await a().review.list({
        limit: 2,
        cursor,
      });
      ids.push(...page.reviews.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual((await a().review.list({ limit: 50 })).reviews.map(({ id }) => id));
  });
});

function a() {
  return api.as("org_a");
}

/** A program with a token, or a plain request in local mode. */
function program() {
  const caller = { ...apiCaller("org_a"), isPerson: false, clientName: "curl/8" };
  return createCaller({ services: api.services, caller });
}

function person(userId: string) {
  return createCaller({ services: api.services, caller: { ...apiCaller("org_a"), userId } });
}

async function awaitReview(
  fields: object = {},
): Promise<{ planId: string; stepId: string; reviewId: string }> {
  const { planId, steps } = await createPlan(server, 2, fields);
  const { step } = await server.call("get_next_step", { planId });
  await server.call("request_user_review", { planId, stepId: step.stepId, summary: "Look." });
  const { reviews } = await a().review.list({ planId });
  return { planId, stepId: steps[0].stepId, reviewId: reviews[0]?.id ?? "" };
}

async function allPlans(
  sort: "updated" | "created",
  between: () => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { plans: { id: string }[]; nextCursor: string | null } =
      await a().researchPlan.list({ sort, limit: 2, cursor });
    ids.push(...page.plans.map(({ id }) => id));
    cursor = page.nextCursor;
    await between();
  } while (cursor);
  return ids;
}

async function failure(attempt: () => Promise<unknown>): Promise<AppError> {
  const error = await attempt().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TRPCError);
  return (error as TRPCError).cause as AppError;
}
