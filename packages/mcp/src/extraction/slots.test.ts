import { describe, expect, it } from "vitest";
import { Slots } from "./slots.ts";

const NEVER = new AbortController().signal;

describe("slots", () => {
  it("let so many run at once, and the others in the order in which they came", async () => {
    const slots = new Slots({ atOnce: 2, maxWaiting: 10 });
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((index) =>
      slots.during(NEVER, async () => {
        started.push(index);
        await new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await settle();
    expect(started).toEqual([0, 1]);
    ends[1]?.();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await settle();
    ends[3]?.();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it("are free again after a failure", async () => {
    const slots = new Slots({ atOnce: 1, maxWaiting: 0 });
    const failing = slots.during(NEVER, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await slots.during(NEVER, async () => "yes")).toBe("yes");
  });

  it("turn away who would have to stand too far back", async () => {
    const slots = new Slots({ atOnce: 1, maxWaiting: 1 });
    const ends: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => ends.push(resolve));
    const running = [slots.during(NEVER, work), slots.during(NEVER, work)];
    await expect(slots.during(NEVER, work)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await settle();
    ends[0]?.();
    await settle();
    ends[1]?.();
    await Promise.all(running);
  });

  it("forget who has stopped waiting", async () => {
    const slots = new Slots({ atOnce: 1, maxWaiting: 5 });
    const ends: (() => void)[] = [];
    const first = slots.during(NEVER, () => new Promise<void>((resolve) => ends.push(resolve)));
    const impatient = new AbortController();
    const second = slots.during(impatient.signal, async () => "never");
    const third = slots.during(NEVER, async () => "third");
    impatient.abort(new Error("tired"));
    await expect(second).rejects.toThrow("tired");
    ends[0]?.();
    await first;
    expect(await third).toBe("third");
  });
});

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
