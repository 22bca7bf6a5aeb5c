import { withClient } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { SEEDED_CLAIMS, seedClaims } from "@trovella/testing/console/seed-claims";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCaller } from "../index.ts";

let server: TestServer;
let api: TestApi;
let planId: string;
let otherPlanId: string;
let claimIds: readonly string[];
let sourceId: (name: string) => string;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
  ({ planId } = await createPlan(server, 1));
  const place = { organizationId: "org_a", planId, key: "a" };
  ({ claimIds, sourceId } = await seedClaims(server.test.asSuperuser, place));
  otherPlanId = (await createPlan(server, 1)).planId;
  await seedClaims(server.test.asSuperuser, { ...place, planId: otherPlanId, key: "b" });
});
afterAll(() => server.close());

describe("claims in the console", () => {
  it("of one plan are listed key first, then by risk, and what was withdrawn last", async () => {
    const { claims, nextCursor } = await a().claims.list({ planId });
    expect(nextCursor).toBeNull();
    expect(claims.map(({ number }) => number)).toEqual([2, 1, 3, 9, 4, 7, 5, 6, 8, 10]);
    expect(claims.at(-1)?.isWithdrawn).toBe(true);
    expect(claims[2]).toMatchObject({
      status: "contradicted",
      problemCodes: ["CONTRADICTED"],
      sourceCount: 2,
      audit: null,
      planId,
    });
  });

  it.each([{ planId: true }, { planId: false }])(
    "are read in pages, each once: %o",
    async (one) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const filters = one.planId ? { planId } : {};
        const page: Awaited<ReturnType<typeof list>> = await list({ ...filters, limit: 3, cursor });
        seen.push(...page.claims.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      const expected = one.planId ? claimIds.length : 2 * SEEDED_CLAIMS;
      expect(seen).toHaveLength(expected);
      expect(new Set(seen).size).toBe(expected);
      if (!one.planId) expect(seen).toEqual([...seen].sort().reverse());
    },
  );

  it("are filtered by status, importance, source and whether somebody looked", async () => {
    const numbers = async (filter: Parameters<typeof list>[0]) =>
      (await list({ planId, ...filter })).claims.map(({ number }) => number).sort();
    expect(await numbers({ status: "weak" })).toEqual([4]);
    expect(await numbers({ isKey: true })).toEqual([1, 2]);
    expect(await numbers({ isUnaudited: true })).toHaveLength(claimIds.length);
    expect(await numbers({ sourceId: sourceId("agency") })).toEqual([3, 9]);
    expect(await numbers({ sourceId: "src_nowhere" })).toEqual([]);
    // The source of the other plan is the same page.
    const both = await list({ sourceId: sourceId("agency") });
    expect(both.claims).toHaveLength(4);
  });

  it("have a detail with the captured text around the quote, and the same figures marked", async () => {
    const detail = await a().claims.detail({ claimId: claimId(1) });
    const [evidence] = detail.evidence;
    const { text, quoteStart, quoteEnd, figures } = evidence?.shown ?? missing();
    expect(text.slice(quoteStart, quoteEnd)).toBe(evidence?.quote);
    expect(text.slice(quoteEnd)).toMatch(/^, and by 21 % in the coldest zone/);
    expect(text.slice(quoteEnd)).toHaveLength(600);
    expect(text.slice(0, quoteStart)).toMatch(/^Summary\. .*four winters\. $/);
    expect(evidence).toMatchObject({
      sourceNumber: 1,
      title: "Field trial of heat pumps in 41 homes",
      link: "https://trials.example.org/heat-pumps",
      verdict: "exact",
      capturedBy: "server",
      difference: null,
    });
    const figure = detail.figures.find(({ group }) => group !== null) ?? missing();
    expect(detail.statement.slice(figure.start, figure.end)).toBe("34 %");
    expect(
      figures
        .filter(({ group }) => group === figure.group)
        .map(({ start, end }) => text.slice(start, end)),
    ).toEqual(["34 %"]);
  });

  it("find the passage after characters that PostgreSQL counts differently", async () => {
    const { evidence } = await a().claims.detail({ claimId: claimId(8) });
    const { text, quoteStart, quoteEnd } = evidence[0]?.shown ?? missing();
    expect(text.slice(quoteStart, quoteEnd)).toBe("Two owners went back to gas.");
    await rewrite(
      "UPDATE source_capture SET text = '🏠🏠🏠 ' || text WHERE id = 'cap_afield'; UPDATE claim_evidence SET start_at = start_at + 7, end_at = end_at + 7 WHERE capture_id = 'cap_afield'",
    );
    const [moved] = (await a().claims.detail({ claimId: claimId(8) })).evidence;
    expect(moved?.shown?.text).toBe(text);
  });

  it("say in words what is wrong, without what a model should do", async () => {
    const altered = await a().claims.detail({ claimId: claimId(2) });
    expect(altered.problems).toEqual([
      {
        code: "QUOTE_ALTERED",
        isWeakening: true,
        message: 'The source says "21", the quote "31".',
        sourceId: null,
      },
    ]);
    expect(altered.evidence[0]?.difference).toContainEqual({ kind: "quote", text: "31" });
    expect(altered.evidence[0]?.difference).toContainEqual({ kind: "source", text: "21" });
    const elided = await a().claims.detail({ claimId: claimId(5) });
    expect(elided.evidence[0]?.difference).toContainEqual({
      kind: "elided",
      text: "most of which had been insulated during the last decade,",
    });
    const absent = await a().claims.detail({ claimId: claimId(9) });
    expect(absent.evidence[0]).toMatchObject({ shown: null, difference: null });
    expect(absent.evidence[0]?.closest).toContain("one in six");
    const gone = await a().claims.detail({ claimId: claimId(7) });
    expect(gone.evidence[0]).toMatchObject({ failure: "dead", httpStatus: 404, capturedBy: null });
    const derived = await a().claims.detail({ claimId: claimId(6) });
    expect(derived.restsOn.map(({ number }) => number)).toEqual([1, 5]);
  });

  it("are counted for a source over all plans that mention it", async () => {
    const found = await a().claims.ofSource({ sourceId: sourceId("field") });
    expect(found).toMatchObject({ claims: 12, plans: 2 });
    expect(found.newest).toHaveLength(12);
    const contradicted = found.newest.find(({ number }) => number === 3);
    expect(contradicted).toMatchObject({ stance: "supports", verdict: "exact" });
    expect(await a().claims.ofSource({ sourceId: "src_nowhere" })).toEqual({
      claims: 0,
      plans: 0,
      newest: [],
    });
  });

  it("of another organization are not there", async () => {
    const b = api.as("org_b");
    expect((await b.claims.list({ planId })).claims).toEqual([]);
    expect((await failure(() => b.claims.detail({ claimId: claimId(1) }))).code).toBe("NOT_FOUND");
    expect((await b.claims.ofSource({ sourceId: sourceId("field") })).claims).toBe(0);
    expect((await b.claims.sample({ planId })).claims).toEqual([]);
    expect(await b.claims.auditSummary({ planId })).toMatchObject({ total: 0, expected: null });
    const verdict = { claimId: claimId(1), digest: "x", verdict: "agree" } as const;
    expect((await failure(() => b.claims.audit(verdict))).code).toBe("NOT_FOUND");
  });
});

describe("a person's verdict on a claim", () => {
  it("decides what the claim counts as, until it is taken back or the claim is amended", async () => {
    const claim = claimId(4);
    const digest = await digestOf(claim);
    const audit = (verdict: "agree" | "disagree" | "unsure", note?: string) =>
      a().claims.audit({ claimId: claim, digest, verdict, note, seconds: 12 });
    expect(await audit("agree")).toMatchObject({ claimId: claim, planId, status: "confirmed" });
    expect((await list({ planId, status: "confirmed" })).claims.map(({ id }) => id)).toEqual([
      claim,
    ]);
    expect((await list({ planId, status: "weak" })).claims).toEqual([]);
    expect((await audit("disagree", "  Grants paid 38 %. ")).status).toBe("disputed");
    expect((await list({ planId, status: "disputed" })).claims).toHaveLength(1);
    expect((await audit("unsure")).status).toBe("weak");
    expect((await list({ planId, status: "weak" })).claims).toHaveLength(1);
    expect((await list({ planId, isUnaudited: true })).claims).toHaveLength(claimIds.length - 1);

    const { audits, judgedStatus, status } = await a().claims.detail({ claimId: claim });
    expect([judgedStatus, status]).toEqual(["weak", "weak"]);
    expect(audits).toMatchObject([
      { verdict: "unsure", isCurrent: true },
      { verdict: "disagree", note: "Grants paid 38 %." },
      { verdict: "agree", note: null, seconds: 12, userId: "usr_org_a", via: "console" },
    ]);
    expect((await audit("agree")).status).toBe("confirmed");
    await rewrite(`UPDATE claim SET digest = 'amended' WHERE id = '${claim}'`);
    const amended = await a().claims.detail({ claimId: claim });
    expect(amended).toMatchObject({ status: "weak", audit: null });
    expect(amended.audits.every(({ isCurrent }) => !isCurrent)).toBe(true);
    const refused = await failure(() => audit("agree"));
    expect(refused.message).toContain("was amended since you saw it");
    expect(refused.transport).toBe("CONFLICT");
    expect((await a().claims.detail({ claimId: claim })).audits).toHaveLength(4);
  });

  it("is passed on to what follows from the claim", async () => {
    const statusOf = async (number: number) =>
      (await a().claims.detail({ claimId: claimId(number) })).status;
    const audit = async (verdict: "agree" | "disagree") =>
      a().claims.audit({
        ...{ claimId: claimId(5), digest: await digestOf(claimId(5)), verdict, note: "Looked." },
      });
    expect(await statusOf(6)).toBe("derived");
    await audit("disagree");
    expect(await statusOf(6)).toBe("unsupported");
    await audit("agree");
    expect(await statusOf(6)).toBe("derived");
    expect(api.failures).toEqual([]);
  });

  it("needs the right to review, a reason for disagreeing, and sane figures", async () => {
    const claim = claimId(1);
    const verdict = { claimId: claim, digest: await digestOf(claim) };
    const reader = api.as("org_a", ["read", "write"]);
    const refusals = [
      () => reader.claims.audit({ ...verdict, verdict: "agree" }),
      () => a().claims.audit({ ...verdict, verdict: "disagree" }),
      () => a().claims.audit({ ...verdict, verdict: "disagree", note: "   " }),
      () => a().claims.audit({ ...verdict, verdict: "agree", note: "x".repeat(2_001) }),
      () => a().claims.audit({ ...verdict, verdict: "agree", seconds: 3_601 }),
      () => a().claims.audit({ ...verdict, verdict: "agree", seconds: -1 }),
    ];
    const codes: string[] = [];
    for (const refused of refusals) codes.push((await failure(refused)).code);
    expect(codes).toEqual(["FORBIDDEN", ...Array(5).fill("INVALID_INPUT")]);
    expect((await a().claims.detail({ claimId: claim })).audits).toEqual([]);
  });

  it("counts from programs only where the plan accepts their decisions, and never without the PIN", async () => {
    const claim = claimId(1);
    const verdict = { claimId: claim, digest: await digestOf(claim), verdict: "agree" } as const;
    const program = as({ isPerson: false });
    await rewrite(`UPDATE research_plan SET review_policy = 'human_only' WHERE id = '${planId}'`);
    expect((await failure(() => program.claims.audit(verdict))).code).toBe("REVIEW_REQUIRES_HUMAN");
    await rewrite(
      `UPDATE research_plan SET review_policy = 'relayed_allowed' WHERE id = '${planId}'`,
    );
    expect((await program.claims.audit(verdict)).status).toBe("confirmed");
    const { audits, isPinRequired } = await a().claims.detail({ claimId: claim });
    expect(audits).toMatchObject([{ via: "api" }]);
    expect(isPinRequired).toBe(false);
    const locked = as({ isPerson: false, browserSessionId: "page" });
    expect((await failure(() => locked.claims.audit(verdict))).code).toBe("REVIEW_REQUIRES_HUMAN");
    expect((await locked.claims.detail({ claimId: claim })).isPinRequired).toBe(true);
  });
});

describe("auditing a sample", () => {
  it("has the key claims and others of the plan, the same ones every time", async () => {
    const { claims } = await a().claims.sample({ planId: otherPlanId });
    expect(claims).toHaveLength(SEEDED_CLAIMS);
    expect(claims.slice(0, 2).every(({ isKey }) => isKey)).toBe(true);
    expect(await a().claims.sample({ planId: otherPlanId })).toEqual({ claims });
  });

  it("says how much was seen and what to expect of the rest", async () => {
    expect(await a().claims.auditSummary({ planId: otherPlanId })).toEqual({
      total: SEEDED_CLAIMS,
      seen: 0,
      wrong: 0,
      unsure: 0,
      expected: null,
      medianSeconds: {},
    });
    const verdicts = [
      [1, "agree", 10],
      [2, "disagree", 30],
      [3, "agree", 20],
      [4, "unsure", 90],
      [5, "agree", 60],
    ] as const;
    for (const [number, verdict, seconds] of verdicts) {
      const claim = `clm_b0${number}`;
      const digest = await digestOf(claim);
      await a().claims.audit({ claimId: claim, digest, verdict, seconds, note: "Looked." });
    }
    const summary = await a().claims.auditSummary({ planId: otherPlanId });
    expect(summary).toMatchObject({
      total: SEEDED_CLAIMS,
      seen: 5,
      wrong: 1,
      unsure: 1,
      medianSeconds: { agree: 20, disagree: 30, unsure: 90 },
    });
    // 1 of 4 that somebody was sure of.
    expect(summary.expected?.low).toBeCloseTo(0.0456, 3);
    expect(summary.expected?.high).toBeCloseTo(0.6994, 3);
  });
});

function a() {
  return api.as("org_a");
}

function as(caller: Partial<Caller>) {
  const { services } = api;
  return createCaller({ services, caller: { ...apiCaller("org_a"), ...caller } });
}

function list(filter: NonNullable<Parameters<ReturnType<typeof a>["claims"]["list"]>[0]>) {
  return a().claims.list(filter);
}

function claimId(number: number): string {
  return claimIds[number - 1] ?? "";
}

async function digestOf(claimId: string): Promise<string> {
  return (await a().claims.detail({ claimId })).digest;
}

function rewrite(statements: string) {
  return withClient(server.test.asSuperuser, (client) => client.query(statements));
}

async function failure(work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    if (error instanceof TRPCError && error.cause instanceof AppError)
      return { code: error.cause.code, message: error.message, transport: error.code };
    throw error;
  }
  throw new Error("It was not refused.");
}

function missing(): never {
  throw new Error("It is missing.");
}
