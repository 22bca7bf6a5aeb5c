import { readFileSync } from "node:fs";
import { median } from "../measure.ts";
import type { PeerCell } from "./contestant-process.ts";
import { type Entry, GOALS, type Goal } from "./entries.ts";

export interface Row extends Entry {
  readonly cells: PeerCell[];
}

export interface Outcome {
  readonly rows: readonly Row[];
  readonly repeats: number;
  readonly loadBefore: readonly number[];
  readonly loadAfter: readonly number[];
  readonly seconds: number;
}

interface Ratio extends Goal {
  readonly title: string;
  readonly peerTitle: string;
  /** In pairs per second, repeat by repeat. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Ratio of CPU time per pair over all processes, which is far less sensitive to other load. */
  readonly cpu: number;
  readonly isMet: boolean | null;
}

/** Above this load average before the start, pairs per second are unreliable. */
const BUSY_LOAD = 1;

export function describeOutcome(outcome: Outcome): string {
  const [loadNow = 0] = outcome.loadBefore;
  return [
    "",
    `Pairs (claim a step, submit its result), ${outcome.repeats} interleaved repeats, ${outcome.seconds.toFixed(0)} s in all`,
    "callers  who                                 pairs/s median (min..max)   p50 ms   CPU µs per pair: caller + server + PostgreSQL = all",
    ...outcome.rows.map(describeRow),
    "",
    ...ratiosOf(outcome).map(describeRatio),
    `Load average before: ${describeLoad(outcome.loadBefore)}, after: ${describeLoad(outcome.loadAfter)}.`,
    ...(loadNow > BUSY_LOAD
      ? ["The machine was busy before the start: trust the CPU figures more than pairs/s."]
      : []),
  ].join("\n");
}

export function toJson(outcome: Outcome): string {
  const { rows, ...rest } = outcome;
  const versions = { node: process.version, ...pinnedVersions() };
  return `${JSON.stringify({ ...rest, versions, ratios: ratiosOf(outcome), rows }, null, 2)}\n`;
}

function describeRow({ callers, title, cells }: Row): string {
  const speeds = cells.map(({ perSecond }) => perSecond);
  const of = (pick: (cell: PeerCell) => number) => median(cells.map(pick));
  const parts = [
    of((cell) => cell.clientCpuUs),
    of((cell) => cell.serverCpuUs),
    of((cell) => cell.postgresCpuUs),
  ];
  const range = `(${Math.min(...speeds).toFixed(0)}..${Math.max(...speeds).toFixed(0)})`;
  return [
    String(callers).padStart(7),
    ` ${title.padEnd(34)}`,
    median(speeds).toFixed(0).padStart(8),
    range.padEnd(18),
    of((cell) => cell.p50Ms)
      .toFixed(2)
      .padStart(8),
    `   ${parts.map((part) => part.toFixed(0)).join(" + ")} = ${of(totalCpuUs).toFixed(0)}`,
  ].join(" ");
}

function describeRatio({ title, peerTitle, callers, times, ...ratio }: Ratio): string {
  const caller = callers === 1 ? "1 caller" : `${callers} callers`;
  const goal = times === null ? "no goal" : `goal ≥ ${times}: ${ratio.isMet ? "met" : "missed"}`;
  return (
    `${title} does ${ratio.median.toFixed(1)} times (${ratio.min.toFixed(1)}..${ratio.max.toFixed(1)}) what ` +
    `${peerTitle} does at ${caller} (${goal}); ` +
    `by CPU time per pair ${ratio.cpu.toFixed(1)} times.`
  );
}

function ratiosOf({ rows }: Outcome): Ratio[] {
  return GOALS.flatMap((goal) => {
    const find = (name: string) =>
      rows.find((row) => row.contestant === name && row.callers === goal.callers);
    const [ours, peer] = [find(goal.own), find(goal.peer)];
    return ours && peer ? [compare(goal, ours, peer)] : [];
  });
}

function compare(goal: Goal, ours: Row, peer: Row): Ratio {
  const pairs = ours.cells.flatMap((cell, index) => {
    const other = peer.cells[index];
    return other ? [{ cell, other }] : [];
  });
  const speeds = pairs.map(({ cell, other }) => cell.perSecond / other.perSecond);
  const middle = median(speeds);
  return {
    ...goal,
    title: ours.title,
    peerTitle: peer.title,
    median: middle,
    min: Math.min(...speeds),
    max: Math.max(...speeds),
    cpu: median(pairs.map(({ cell, other }) => totalCpuUs(other) / totalCpuUs(cell))),
    isMet: goal.times === null ? null : middle >= goal.times,
  };
}

function totalCpuUs({ clientCpuUs, serverCpuUs, postgresCpuUs }: PeerCell): number {
  return clientCpuUs + serverCpuUs + postgresCpuUs;
}

function describeLoad(load: readonly number[]): string {
  return load.map((value) => value.toFixed(1)).join(" ");
}

function pinnedVersions(): Record<string, string> {
  const file = new URL("package.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).dependencies;
}
