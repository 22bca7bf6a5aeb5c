import { BUDGETS, bookkeepingShare } from "./budgets.ts";
import { type Figures, TASKS, type TaskFigures } from "./figures.ts";
import type { Size } from "./transcript.ts";

/** Prints what the tasks cost in 0.1 and what they cost now, then the budgets. */
export function printTable(old: Figures, now: Figures): void {
  console.log(row("", "calls", "bookkeeping", "written", "replies"));
  for (const task of TASKS) {
    console.log(row(task, ...taskCells(old.tasks[task], now.tasks[task])));
  }
  console.log("\nFixed costs of a conversation");
  console.log(row("tools, instructions", change(old.definitions, now.definitions)));
  for (const task of ["scan", "deep", "resume"] as const) {
    console.log(row(`skills, ${task}`, change(old.skills[task], now.skills[task])));
  }
  console.log("\nBudgets");
  for (const { name, limit, unit, spent } of BUDGETS) {
    const value = spent(now);
    const verdict = value <= limit ? "holds" : "BROKEN";
    console.log(`${verdict.padEnd(7)} ${name}: ${value} of ${limit} ${unit}`);
  }
}

function taskCells(old: TaskFigures, now: TaskFigures): string[] {
  return [
    `${old.calls} → ${now.calls}`,
    `${bookkeepingOf(old)} → ${bookkeepingOf(now)}`,
    change(old.written, now.written),
    change(old.read, now.read),
  ];
}

function bookkeepingOf(figures: TaskFigures): string {
  return `${figures.bookkeeping} (${bookkeepingShare(figures)} %)`;
}

function change(old: Size, now: Size): string {
  return `${sizeText(old)} → ${sizeText(now)}`;
}

function sizeText({ characters, tokens }: Size): string {
  return `${(characters / 1_000).toFixed(1)}k/${(tokens / 1_000).toFixed(1)}k`;
}

function row(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(20)}${cells.map((cell) => cell.padEnd(27)).join("")}`.trimEnd();
}
