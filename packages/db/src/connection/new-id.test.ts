import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ID_PREFIXES, newHandle, newId, newLeaseToken } from "./new-id.ts";

const KINDS = Object.keys(ID_PREFIXES) as (keyof typeof ID_PREFIXES)[];

describe("an id", () => {
  it.each(KINDS)("of a %s says what it names", (kind) => {
    const [prefix, rest] = newId(kind).split("_");
    expect(prefix).toBe(ID_PREFIXES[kind]);
    expect(rest).toMatch(/^[0-9a-f]{32}$/);
  });

  it("says so for one kind alone", () => {
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(KINDS.length);
  });

  it("sorts by the time it was made, also within a millisecond", async () => {
    const ids: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      ids.push(...Array.from({ length: 1_000 }, () => newId("plan")));
      await delay(2);
    }
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a handle", () => {
  it.each([
    ["of a plan", newHandle, /^p-[2-9b-df-hj-km-np-tv-xz]{6}$/],
    ["of a lease", newLeaseToken, /^[2-9b-df-hj-km-np-tv-xz]{10}$/],
  ])("%s is short, random and without look-alikes", (_, make, form) => {
    const made = Array.from({ length: 1_000 }, make);
    for (const one of made) expect(one).toMatch(form);
    expect(new Set(made).size).toBeGreaterThan(990);
  });
});
