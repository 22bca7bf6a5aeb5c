import { describe, expect, it } from "vitest";
import { type AvailabilityChange, Outage } from "./outage.ts";

describe("an outage", () => {
  it("is told of once when it begins and once when it ends", () => {
    const { outage, changes, clock } = testOutage();
    const error = new Error("refused");
    outage.end();
    outage.begin(error);
    outage.begin(new Error("another"));
    clock.nowMs += 1_500;
    outage.end();
    outage.end();
    expect(changes).toEqual([
      { isAvailable: false, error },
      { isAvailable: true, unavailableMs: 1_500 },
    ]);
  });

  it("makes calls wait while it is young, and refuses them later", async () => {
    const { outage, clock } = testOutage();
    outage.begin(new Error("refused"));
    clock.nowMs += 4_999;
    expect(await outage.pause(0)).toBe(true);
    clock.nowMs += 1;
    expect(await outage.pause(0)).toBe(false);
    outage.end();
    outage.begin(new Error("refused again"));
    expect(await outage.pause(0)).toBe(true);
  });

  it("lets a limited number of calls wait", async () => {
    const { outage } = testOutage();
    outage.begin(new Error("refused"));
    const pauses = Array.from({ length: 205 }, () => outage.pause(0));
    const waited = (await Promise.all(pauses)).filter(Boolean);
    expect(waited).toHaveLength(200);
    expect(await outage.pause(0)).toBe(true);
  });
});

function testOutage() {
  const clock = { nowMs: 1_000 };
  const changes: AvailabilityChange[] = [];
  const outage = new Outage(
    (change) => changes.push(change),
    () => clock.nowMs,
  );
  return { outage, changes, clock };
}
