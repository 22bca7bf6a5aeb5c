import { expect, it } from "vitest";
import { ticksOf } from "./idle-stop.ts";

it.each([
  { idleStopMs: 600_000, tickMs: 100_000, ticks: 6 },
  { idleStopMs: 600, tickMs: 300, ticks: 2 },
  { idleStopMs: 1, tickMs: 300, ticks: 1 },
])("looks six times in $idleStopMs ms, but not more often than every 300 ms", (given) => {
  const { idleStopMs, ...expected } = given;
  expect(ticksOf(idleStopMs)).toEqual(expected);
});
