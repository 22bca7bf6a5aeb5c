import { PLAN_MODES } from "@trovella/plan-engine";
import type { Replies } from "../../api/api.ts";
import { readNotes } from "./metadata.ts";

type RunDetail = Replies["skillExecution"]["detail"];
type ToolCall = Replies["toolCall"]["list"]["toolCalls"][number];

/** Machine-made ids and names are one word; anything else may be text that a person wrote. */
const ONE_WORD = /^[\w.:+@/-]{1,100}$/;
/** Self-declared client names. */
const CLIENT = /^[\w.:+@/() -]{1,60}$/;
const DECISIONS = ["use_existing", "refresh", "unique"];

/** A shareable summary of a run: ids, statuses, counts and versions, but no text that a person wrote. */
export function bugReport(
  { execution, plan, auditLog, toolCalls }: RunDetail,
  calls: readonly ToolCall[],
  version: string | null,
): string {
  const { metadata } = execution;
  const notes = readNotes(metadata);
  const check = Object(metadata?.priorResearchCheck) as { userDecision?: unknown };
  const failures = calls
    .filter(({ isError }) => isError)
    .map(({ toolName, errorCode }) => `${plain(toolName)} ${plain(errorCode)}`);
  const lines: readonly (readonly [string, string])[] = [
    ["Trovella", plain(version)],
    ["run", execution.id],
    ["skill", plain(execution.skillName)],
    ["status", execution.status],
    ["mode", known(execution.delegatedTo, PLAN_MODES)],
    ["started", execution.startedAt],
    ["completed", execution.completedAt ?? "no"],
    ["duration", execution.durationMs === null ? "open" : `${execution.durationMs} ms`],
    ["session", plain(execution.claudeCodeSessionId)],
    ["error message", execution.errorMessage ? "yes (not included)" : "no"],
    ["plan", plan ? `${plan.handle}, ${plan.status}` : "none"],
    ["steps", plan ? `${plan.stepCount}: ${counts(plan.outcome)}` : "none"],
    ["questions", String(notes.questions.length)],
    ["prior research found", String(notes.priorResearch?.found ?? "not noted")],
    ["prior research decision", known(check.userDecision, DECISIONS)],
    ["notes of other names", String(notes.other.length)],
    ["events", tally(auditLog.map(({ eventType }) => eventType))],
    ["tool calls", `${toolCalls.count}, ${toolCalls.errors} failed`],
    ["95th percentile", toolCalls.p95Ms === null ? "none" : `${Math.round(toolCalls.p95Ms)} ms`],
    ["failed calls", tally(failures)],
    ["clients", [...new Set(calls.map(clientName))].join(", ") || "none"],
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join("\n");
}

function plain(text: string | null | undefined): string {
  if (!text) return "unknown";
  return ONE_WORD.test(text) ? text : "(not included)";
}

function clientName({ clientName, clientVersion }: ToolCall): string {
  const name = [clientName, clientVersion].filter(Boolean).join(" ") || "unknown";
  return CLIENT.test(name) ? name : "(not included)";
}

function known(value: unknown, values: readonly string[]): string {
  if (value === null || value === undefined) return "not noted";
  return values.find((one) => one === value) ?? "(not included)";
}

function counts(record: object): string {
  return Object.entries(record)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

function tally(names: readonly string[]): string {
  const counted = new Map<string, number>();
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1);
  return [...counted].map(([name, count]) => `${count} × ${name}`).join(", ") || "none";
}
