import { afterEach, describe, expect, it, vi } from "vitest";
import { FairQueue, type FairQueueOptions } from "./fair-queue.ts";

describe("a fair queue", () => {
  it("gives a single key everything, and the rest in the order in which it came", async () => {
    const { add, started, end } = openQueue({ atOnce: 3, perKey: 1 });
    add("a1", "a2", "a3", "a4", "a5");
    expect(await started()).toEqual(["a1", "a2", "a3"]);
    end("a2");
    expect(await started()).toEqual(["a1", "a2", "a3", "a4"]);
    end("a1", "a3");
    expect(await started()).toEqual(["a1", "a2", "a3", "a4", "a5"]);
  });

  it("keeps each key to its share once there is another", async () => {
    const { add, started, end } = openQueue({ atOnce: 4, perKey: 2 });
    add("a1", "a2", "a3", "b1", "a4");
    expect(await started()).toEqual(["a1", "a2", "a3", "b1"]);
    end("a1");
    expect(await started()).toEqual(["a1", "a2", "a3", "b1"]);
    add("b2");
    expect(await started()).toEqual(["a1", "a2", "a3", "b1", "b2"]);
    end("a2");
    expect(await started()).toEqual(["a1", "a2", "a3", "b1", "b2", "a4"]);
  });

  it("serves keys in turn, however many wait of one of them", async () => {
    const { add, started, end } = openQueue({ atOnce: 1, perKey: 1 });
    add("a1", "a2", "a3", "a4", "b1", "c1", "b2");
    for (const name of ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]) {
      expect((await started()).at(-1)).toBe(name);
      end(name);
    }
  });

  it("refuses one key's work beyond its queue, and nobody else's", async () => {
    const { add, failed, started, waiting } = openQueue({
      atOnce: 1,
      perKey: 1,
      maxWaitingPerKey: 2,
    });
    add("a1", "a2", "a3", "a4", "a5", "b1", "b2");
    await started();
    expect(failed).toEqual(["a4: too many", "a5: too many"]);
    expect(waiting()).toBe(4);
  });

  it("counts waiting work by its weight", async () => {
    const queue = new FairQueue({ ...DEFAULTS, atOnce: 1, maxWaitingPerKey: 10 });
    const weights = [1, 6, 5, 4, 1];
    const never = () => new Promise<void>(() => undefined);
    const refused: number[] = [];
    for (const weight of weights) {
      queue.run("a", never, { weight }).catch(() => refused.push(weight));
    }
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(refused).toEqual([5, 1]);
  });

  it("refuses work that has waited too long, and forgets it", async () => {
    vi.useFakeTimers();
    const { add, failed, started, end, waiting } = openQueue({ atOnce: 1, maxWaitMs: 1_000 });
    add("a1", "a2");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(failed).toEqual(["a2: too many"]);
    expect(waiting()).toBe(0);
    end("a1");
    add("a3");
    expect(await started()).toEqual(["a1", "a3"]);
  });

  it("forgets work whose caller has gone", async () => {
    const { add, started, end, failed } = openQueue({ atOnce: 1 });
    const caller = new AbortController();
    add("a1");
    add("a2", caller.signal);
    add("a3");
    caller.abort(new Error("gone"));
    end("a1");
    expect(await started()).toEqual(["a1", "a3"]);
    expect(failed).toEqual(["a2: gone"]);
  });

  it("frees the place of work that failed", async () => {
    const queue = new FairQueue({ ...DEFAULTS, atOnce: 1, maxWaitingPerKey: 0 });
    await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run("a", async () => "yes")).toBe("yes");
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const DEFAULTS: FairQueueOptions = {
  atOnce: 2,
  perKey: 1,
  maxWaitingPerKey: 100,
  maxWaitMs: 60_000,
  refusal: () => new Error("too many"),
};

/** Work is named by its key and a number. */
function openQueue(options: Partial<FairQueueOptions>) {
  const queue = new FairQueue({ ...DEFAULTS, ...options });
  const names: string[] = [];
  const failed: string[] = [];
  const ends = new Map<string, () => void>();
  const addOne = (name: string, signal?: AbortSignal) => {
    const work = () => {
      names.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    };
    queue
      .run(name.slice(0, 1), work, { signal })
      .catch((error: Error) => failed.push(`${name}: ${error.message}`));
  };
  return {
    add(...given: (string | AbortSignal)[]) {
      const signal = given.find((one) => one instanceof AbortSignal);
      for (const one of given) if (typeof one === "string") addOne(one, signal);
    },
    async started() {
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      return [...names];
    },
    end(...ended: string[]) {
      for (const name of ended) ends.get(name)?.();
    },
    failed,
    waiting: () => queue.waiting,
  };
}
