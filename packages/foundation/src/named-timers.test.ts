import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NamedTimers } from "./named-timers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs each purpose once, the latest of those with the same name", () => {
  const timers = new NamedTimers();
  const done: string[] = [];
  timers.set("sweep", 10, () => done.push("first"));
  timers.set("sweep", 20, () => done.push("second"));
  timers.set("retry", 15, () => done.push("retry"));
  vi.advanceTimersByTime(100);
  expect(done).toEqual(["retry", "second"]);
});

it("runs nothing after it was closed", () => {
  const timers = new NamedTimers();
  const done: string[] = [];
  timers.set("sweep", 10, () => done.push("before"));
  timers.close();
  timers.set("sweep", 10, () => done.push("after"));
  vi.advanceTimersByTime(100);
  expect(done).toEqual([]);
});
