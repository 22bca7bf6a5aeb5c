import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { History, LoggedCommand, RecordedCall } from "./record.ts";

/**
 * Writes a history down as it was recorded: the same seed makes the same agents, but who comes first
 * is another each time, so running it again need not show the same.
 */
export function keepHistory(folder: string, name: string, history: History): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.history`);
  writeFileSync(file, serialize(history));
  return file;
}

export function readHistory(file: string): History {
  return deserialize(readFileSync(file)) as History;
}

/** Every call in the order of their beginnings, a line each; times are in milliseconds since the first. */
export function tellHistory({ calls, commands }: History): string {
  const inOrder = calls.toSorted((one, other) => one.started.order - other.started.order);
  return inOrder
    .map((call) => {
      const made = commands.find(({ callId }) => callId === call.id);
      return `  ${tellCall(call, inOrder[0] ?? call)}${made ? tellCommand(made) : ""}`;
    })
    .join("\n");
}

/** When it was sent and answered; the clock then, when it was decided, and at the end; what was asked and told. */
function tellCall(call: RecordedCall, { started: first }: RecordedCall): string {
  const { id, agent, tool, input, started, ended, decidedMs, answer } = call;
  const [from, to] = [started, ended].map(({ order }) => (order - first.order).toFixed(1));
  const clock = [started.clockMs, decidedMs, ended.clockMs]
    .map((time) => (time === null ? "?" : time - first.clockMs))
    .join("/");
  const { planId, sessionId, ...asked } = input;
  const told = TOLD.map((name) => [name, answer.reply?.[name]]);
  const answered = answer.refusal?.code ?? spell(told);
  return `${from}–${to} clock ${clock} ${id} agent ${agent} ${tool} ${spell(Object.entries(asked))} → ${answered}`;
}

function tellCommand({ version, events }: LoggedCommand): string {
  return `; made version ${version}: ${events.map(({ type }) => type).join(", ")}`;
}

const TOLD = ["status", "planStatus", "step", "lease", "leaseRenewed", "stalledSteps"].concat(
  "planVersion",
  "replayed",
);
const SHOWN_CHARACTERS = 120;

function spell(entries: readonly (readonly unknown[])[]): string {
  return entries
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${JSON.stringify(value).slice(0, SHOWN_CHARACTERS)}`)
    .join(", ");
}
