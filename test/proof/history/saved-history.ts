import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { History, LoggedCommand, RecordedCall } from "./record.ts";

/**
 * Saves a recorded history: a seed reproduces the agents but not the interleaving, so another run may not fail again.
 */
export function saveHistory(folder: string, name: string, history: History): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.history`);
  writeFileSync(file, serialize(history));
  return file;
}

export function loadHistory(file: string): History {
  return deserialize(readFileSync(file)) as History;
}

/** One line per call in order of start; times are in milliseconds since the first. */
export function formatHistory({ calls, commands }: History): string {
  const inOrder = calls.toSorted((one, other) => one.started.order - other.started.order);
  return inOrder
    .map((call) => {
      const made = commands.find(({ callId }) => callId === call.id);
      return `  ${formatCall(call, inOrder[0] ?? call)}${made ? formatCommand(made) : ""}`;
    })
    .join("\n");
}

/** Start and end; the clock at start, decision and end; input and reply. */
function formatCall(call: RecordedCall, { started: first }: RecordedCall): string {
  const { id, agent, tool, input, started, ended, decidedMs, answer } = call;
  const [from, to] = [started, ended].map(({ order }) => (order - first.order).toFixed(1));
  const clock = [started.clockMs, decidedMs, ended.clockMs]
    .map((time) => (time === null ? "?" : time - first.clockMs))
    .join("/");
  const { planId, sessionId, ...asked } = input;
  const facts = SHOWN_FIELDS.map((name) => [name, answer.reply?.[name]]);
  const answered = answer.refusal?.code ?? spell(facts);
  return `${from}–${to} clock ${clock} ${id} agent ${agent} ${tool} ${spell(Object.entries(asked))} → ${answered}`;
}

function formatCommand({ version, events }: LoggedCommand): string {
  return `; made version ${version}: ${events.map(({ type }) => type).join(", ")}`;
}

const SHOWN_FIELDS = [
  "status",
  "planStatus",
  "step",
  "lease",
  "leaseRenewed",
  "stalledSteps",
].concat("planVersion", "replayed");
const SHOWN_CHARACTERS = 120;

function spell(entries: readonly (readonly unknown[])[]): string {
  return entries
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${JSON.stringify(value).slice(0, SHOWN_CHARACTERS)}`)
    .join(", ");
}
