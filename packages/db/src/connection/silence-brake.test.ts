import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "./database-failure.ts";
import { SilenceBrake } from "./silence-brake.ts";

describe("the brake on silent connections", () => {
  it("refuses connections after ten silent ones within a minute, until a write went through", async () => {
    const { brake, probes } = testBrake();
    for (let count = 0; count < 9; count += 1) brake.note();
    brake.check();
    brake.note();
    expect(refusal(brake)).toSatisfy(isDatabaseUnavailable);
    brake.note();
    expect(probes).toHaveLength(1);
    probes[0]?.(true);
    await setImmediate();
    brake.check();
    brake.note();
    brake.check();
  });

  it("does not count those of an earlier minute", () => {
    const { brake, clock } = testBrake();
    for (let count = 0; count < 20; count += 1) {
      brake.note();
      clock.nowMs += 7_000;
    }
    brake.check();
  });

  it("stays on while no write goes through, with one probe at a time", async () => {
    const { brake, probes } = testBrake();
    for (let count = 0; count < 10; count += 1) brake.note();
    probes[0]?.(false);
    await setImmediate();
    expect(brake.isOn).toBe(true);
    expect(probes).toHaveLength(1);
    brake.close();
  });
});

function testBrake() {
  const clock = { nowMs: 1_000_000 };
  const probes: ((isWritable: boolean) => void)[] = [];
  const brake = new SilenceBrake(
    () => new Promise((resolve) => probes.push(resolve)),
    () => clock.nowMs,
  );
  return { brake, probes, clock };
}

function refusal(brake: SilenceBrake): unknown {
  try {
    brake.check();
    return null;
  } catch (error) {
    return error;
  }
}
