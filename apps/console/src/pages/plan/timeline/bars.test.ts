import { expect, it } from "vitest";
import { layOutTimeline, stepTimesInWords } from "./bars.ts";

type TimelineStep = Parameters<typeof stepTimesInWords>[0];

const MINUTE_MS = 60_000;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

it("shows unstarted steps in planned order over the whole width", () => {
  const { barsOf, scale } = layOutTimeline([step("a"), step("b")]);
  expect(scale).toBeNull();
  expect(barsOf("a")).toMatchObject([{ kind: "pending", left: 0, width: 50 }]);
  expect(barsOf("b")).toMatchObject([{ kind: "pending", left: 50, width: 50 }]);
});

it("puts planned steps after past ones", () => {
  const done = step("a", {
    status: "completed",
    startedAt: at(0),
    completedAt: at(20),
    spans: [
      { kind: "active", from: at(0), to: at(16) },
      { kind: "waiting", from: at(16), to: at(20) },
    ],
  });
  const { barsOf, pastEnd } = layOutTimeline([done, step("b")]);
  expect(pastEnd).toBe(98);
  expect(barsOf("a")).toMatchObject([
    { kind: "active", left: 0, width: expect.closeTo(78.4) },
    { kind: "waiting", left: expect.closeTo(78.4), width: expect.closeTo(19.6) },
  ]);
  expect(barsOf("b")).toMatchObject([{ kind: "pending", left: 98, width: 2 }]);
});

it("gives planned steps little room, however many", () => {
  const done = step("a", { status: "completed", startedAt: at(0), completedAt: at(5) });
  const planned = Array.from({ length: 100 }, (_, index) => step(`p${index}`));
  expect(layOutTimeline([done, ...planned]).pastEnd).toBe(90);
});

it("hatches steps that were skipped before they started", () => {
  const skipped = step("b", { status: "skipped", completedAt: at(5) });
  const { barsOf } = layOutTimeline([step("a", { status: "failed", startedAt: at(0) }), skipped]);
  expect(barsOf("b")).toMatchObject([{ kind: "skipped", left: 0, width: 100 }]);
  expect(barsOf("a")).toMatchObject([{ kind: "failed", left: 0, width: 0 }]);
});

it("marks the last work of a failed step", () => {
  const failed = step("a", {
    status: "failed",
    spans: [
      { kind: "active", from: at(0), to: at(1) },
      { kind: "active", from: at(2), to: at(3) },
    ],
  });
  expect(layOutTimeline([failed]).barsOf("a")).toMatchObject([
    { kind: "active" },
    { kind: "failed" },
  ]);
});

it("describes the bars in words", () => {
  const times = { activeMs: 4 * MINUTE_MS, waitingMs: MINUTE_MS, stalledMs: 0 };
  expect(stepTimesInWords(step("a", times))).toBe(
    "4 minutes active, 1 minute waiting for a person",
  );
});

function step(id: string, given: Partial<TimelineStep> = {}): TimelineStep {
  return {
    id,
    status: "pending",
    spans: [],
    startedAt: null,
    completedAt: null,
    activeMs: 0,
    waitingMs: 0,
    stalledMs: 0,
    ...given,
  };
}
