import { describe, expect, it } from "vitest";
import { ticksOf, timeScale } from "./time-scale.ts";

describe("the time axis", () => {
  it("does not exist without intervals", () => {
    expect(timeScale([])).toBeNull();
  });

  it("is linear during work", () => {
    const scale = timeScale([
      { from: 50, to: 100 },
      { from: 0, to: 60 },
    ]);
    expect([0, 25, 100].map((moment) => scale?.shareAt(moment))).toEqual([0, 0.25, 1]);
    expect(scale?.pauses).toEqual([]);
  });

  it("keeps short pauses", () => {
    const scale = timeScale([
      { from: 0, to: 40 },
      { from: 50, to: 100 },
    ]);
    expect(scale?.shareAt(45)).toBeCloseTo(0.45);
  });

  it("shortens long pauses", () => {
    const scale = timeScale([
      { from: 0, to: 50 },
      { from: 100_050, to: 100_100 },
    ]);
    expect(scale?.shareAt(50)).toBeCloseTo(50 / 112);
    expect(scale?.shareAt(100_050)).toBeCloseTo(62 / 112);
    expect(scale?.pauses).toMatchObject([{ from: 50, to: 100_050 }]);
  });

  it("does not let one wait of days crush the work", () => {
    const work = Array.from({ length: 5 }, (_, step) => ({ from: step * 60, to: step * 60 + 56 }));
    const waiting = { from: 296, to: 400_000 };
    const scale = timeScale(work, [...work, waiting]);
    expect(scale?.shareAt(296)).toBeGreaterThan(0.85);
    expect(scale?.shareAt(400_000)).toBe(1);
    expect(scale?.pauses).toMatchObject([{ from: 296, to: 400_000, toShare: 1 }]);
  });

  it("gives many pauses less than half of the axis", () => {
    const work = Array.from({ length: 50 }, (_, step) => ({
      from: step * 10_000,
      to: step * 10_000 + 10,
    }));
    const scale = timeScale(work);
    const lost = scale?.pauses.reduce((sum, pause) => sum + pause.toShare - pause.fromShare, 0);
    expect(scale?.pauses).toHaveLength(49);
    expect(lost).toBeLessThan(0.5);
  });

  it("leads back from a place to its moment", () => {
    const scale = timeScale([
      { from: 0, to: 50 },
      { from: 100_050, to: 100_100 },
    ]);
    for (const moment of [0, 25, 50, 70_000, 100_060, 100_100]) {
      expect(scale?.momentAt(scale.shareAt(moment))).toBeCloseTo(moment);
    }
  });

  it("handles intervals without duration, and moments outside", () => {
    const scale = timeScale([{ from: 5, to: 5 }]);
    expect([4, 5, 6].map((moment) => scale?.shareAt(moment))).toEqual([0, 0, 1]);
    expect(scale && ticksOf(scale)).toEqual([{ share: 0, moment: 5 }]);
  });
});

describe("its labels", () => {
  it("are several", () => {
    const scale = timeScale([{ from: 0, to: 300 }]);
    expect(scale && ticksOf(scale).map(({ moment }) => moment)).toEqual([0, 100, 200, 300]);
  });

  it("leave out pauses, where time does not run evenly", () => {
    const scale = timeScale([
      { from: 0, to: 50 },
      { from: 100_050, to: 100_100 },
    ]);
    const moments = scale && ticksOf(scale).map(({ moment }) => moment);
    expect(moments).toHaveLength(4);
    expect(moments?.every((moment) => moment <= 50 || moment >= 100_050)).toBe(true);
  });
});
