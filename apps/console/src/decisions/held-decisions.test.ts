import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHeldDecisions, HOLD_MS, type Verdict } from "./held-decisions.ts";

const PLAN = { handle: "p-aaaaaa", title: "Heat pumps" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a held decision", () => {
  it("is sent once, when its time is over, and not before", async () => {
    const { held, sent } = start();
    held.hold(verdict("rev_1"), PLAN);
    await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(["rev_1"]);
  });

  it("is never sent once it is undone, by its id or as the last one", async () => {
    const { held, sent, noted } = start();
    held.hold(verdict("rev_1"), PLAN);
    held.hold(verdict("rev_2"), PLAN);
    held.hold(verdict("rev_3"), PLAN);
    expect(held.undo()?.verdict.reviewId).toBe("rev_3");
    expect(held.undo("rev_1")?.verdict.reviewId).toBe("rev_1");
    held.leaveWindow();
    held.leavePage();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(["leaving rev_2"]);
    expect([...noted]).toEqual([]);
    expect(held.undo()).toBeNull();
  });

  it("cannot be undone while it is on its way", async () => {
    const { held, sent } = start();
    held.hold(verdict("rev_1"), PLAN);
    held.sendNow("rev_1");
    expect([held.undo(), held.undo("rev_1")]).toEqual([null, null]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(["rev_1"]);
  });

  it("is held once, however often it is sent", async () => {
    const { held, sent } = start();
    held.hold(verdict("rev_1"), PLAN);
    held.hold({ ...verdict("rev_1"), decision: "skip" }, PLAN);
    expect(held.all().map((each) => each.verdict.decision)).toEqual(["approve"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(["rev_1"]);
  });

  it("is sent at once when three others are held", () => {
    const { held, sent } = start();
    for (const id of ["rev_1", "rev_2", "rev_3"]) held.hold(verdict(id), PLAN);
    expect(sent).toEqual([]);
    held.hold(verdict("rev_4"), PLAN);
    expect(sent).toEqual(["rev_1"]);
  });

  it("is sent on leaving the window only if its prompt was copied", () => {
    const { held, sent } = start();
    held.hold(verdict("rev_1"), PLAN);
    held.hold(verdict("rev_2"), PLAN, { isPromptCopied: true });
    held.leaveWindow();
    expect(sent).toEqual(["rev_2"]);
    held.promptCopied("rev_1");
    held.leaveWindow();
    expect(sent).toEqual(["rev_2", "rev_1"]);
  });
});

describe("leaving the page", () => {
  it("sends at once what is held and what is on its way, and keeps a note until it is saved", () => {
    const { held, sent, noted } = start({ send: () => new Promise(() => undefined) });
    held.hold(verdict("rev_1"), PLAN);
    held.hold(verdict("rev_2"), PLAN);
    held.sendNow("rev_1");
    held.leavePage();
    expect(sent).toEqual(["rev_1", "leaving rev_1", "leaving rev_2"]);
    expect([...noted]).toEqual(["rev_1", "rev_2"]);
  });
});

describe("signing out", () => {
  it("waits until everything that is held is sent, whether it is saved or not", async () => {
    const { held, sent } = start({ send: () => Promise.reject(new Error("away")) });
    held.hold(verdict("rev_1"), PLAN);
    held.hold(verdict("rev_2"), PLAN);
    await held.sendAll();
    expect(sent).toEqual(["rev_1", "rev_2"]);
    expect(held.all().map(({ state }) => state)).toEqual(["failed", "failed"]);
  });
});

describe("a decision that could not be saved", () => {
  it("keeps its note and error, and can be sent again", async () => {
    let isDown = true;
    const { held, sent, noted, saved } = start({
      send: () => (isDown ? Promise.reject(new Error("away")) : Promise.resolve()),
    });
    held.hold(verdict("rev_1"), PLAN);
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(held.all()).toMatchObject([{ state: "failed", error: { message: "away" } }]);
    expect([...noted]).toEqual(["rev_1"]);
    isDown = false;
    held.sendNow("rev_1");
    await vi.advanceTimersByTimeAsync(1);
    expect(held.all()).toMatchObject([{ state: "saved", error: null }]);
    expect([sent, saved, [...noted]]).toEqual([["rev_1", "rev_1"], ["rev_1"], []]);
  });

  it("of an earlier page is shown, but sent only when the user says so", async () => {
    const { held, sent } = start();
    held.addFailed(verdict("rev_1"), PLAN, new Error("closed"));
    held.leavePage();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    held.sendNow("rev_1");
    expect(sent).toEqual(["rev_1"]);
  });

  it("is forgotten when the user dismisses it", async () => {
    const { held, noted } = start({ send: () => Promise.reject(new Error("away")) });
    held.hold(verdict("rev_1"), PLAN);
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    held.dismiss("rev_1");
    expect([held.all(), [...noted]]).toEqual([[], []]);
  });
});

function verdict(reviewId: string): Verdict {
  return { planId: "plan_1", reviewId, decision: "approve" };
}

function start({ send = async () => undefined as unknown } = {}) {
  const sent: string[] = [];
  const saved: string[] = [];
  const noted = new Set<string>();
  const held = createHeldDecisions({
    now: Date.now,
    send: ({ reviewId }) => {
      sent.push(reviewId);
      return send();
    },
    sendOnLeaving: ({ reviewId }) => {
      sent.push(`leaving ${reviewId}`);
      return send();
    },
    remember: (each) => noted.add(each.verdict.reviewId),
    forget: (reviewId) => noted.delete(reviewId),
    onSaved: ({ reviewId }) => saved.push(reviewId),
    onSettled: () => undefined,
  });
  return { held, sent, saved, noted };
}
