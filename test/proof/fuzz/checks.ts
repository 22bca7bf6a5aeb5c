import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { ERROR_CODES } from "@trovella/foundation";
import { TOOLS } from "@trovella/mcp";
import {
  BRANCH_ACTIONS,
  MODIFICATION_ACTIONS,
  PLAN_STATUSES,
  REVIEW_POLICIES,
  STEP_STATUSES,
} from "@trovella/plan-engine";
import { inputSchema } from "@trovella/testing/mcp/tool-texts";
import type { Exchange, Message } from "./http.ts";
import { leaksIn } from "./leaks.ts";

/** Outcome of a tool call. */
export type Outcome =
  | { readonly kind: "reply"; readonly reply: Record<string, unknown> }
  | { readonly kind: "refusal"; readonly code: string; readonly text: string }
  | { readonly kind: "protocol"; readonly code: number; readonly text: string };

/** JSON-RPC codes for invalid requests; an internal error is never acceptable. */
const PROTOCOL_CODES = [-32700, -32600, -32601, -32602, -32000, -32002, -32004, -32020];
/** Invisible characters, which replies must escape. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

const WORDS: ReadonlySet<string> = new Set([
  ...TOOLS.map(({ name }) => name),
  ...MODIFICATION_ACTIONS,
  ...PLAN_STATUSES,
  ...STEP_STATUSES,
  ...BRANCH_ACTIONS,
  ...REVIEW_POLICIES,
]);

const MEMORY_TOOLS = [
  "store_research",
  "search_sources",
  "extract_data",
  "store_subagent_report",
  "store_research_output",
  "submit_research_feedback",
  "log_skill_execution",
];
/** A search for 100 hits may be longer than other replies. */
const MAX_REPLY_LENGTH = { search: 41_000, other: 9_000 };

const validator = new AjvJsonSchemaValidator();
const OUTPUTS = new Map(
  TOOLS.map(({ name, listing }) => [
    name,
    validator.getValidator((listing.outputSchema ?? {}) as never),
  ]),
);
/** Table names that the tool's schema lists as enum values are no leak. */
const CHOICES = new Map(
  TOOLS.map(({ name }) => [name, JSON.stringify(choicesIn(inputSchema(name)))]),
);
const FIELDS = new Map(TOOLS.map(({ name }) => [name, namesIn(inputSchema(name).properties)]));

/** The outcome of an exchange from the client's view. */
export function outcomeOf({ messages }: Exchange): Outcome | null {
  const [message] = messages as [Message?];
  if (message?.error) {
    return { kind: "protocol", code: message.error.code, text: message.error.message };
  }
  const { result } = message ?? {};
  if (!result) return null;
  const text = result.content?.[0]?.text ?? "";
  if (result.isError) return { kind: "refusal", code: text.split(":", 1)[0] ?? "", text };
  return { kind: "reply", reply: result.structuredContent ?? {} };
}

/** Invariants of every reply to a tool call, regardless of the input. */
export function problemsOf(
  toolName: string,
  exchange: Exchange,
  { canary, names }: { readonly canary: string; readonly names: readonly string[] },
): string[] {
  const outcome = outcomeOf(exchange);
  const { status, body } = exchange;
  return [
    ...(status >= 500 ? [`HTTP ${status}`] : []),
    ...(outcome ? [] : [`not a valid answer: ${body.slice(0, 200)}`]),
    ...(body.includes(canary) ? ["another tenant's canary"] : []),
    ...(UNSEEN.test(body) ? ["unseen characters"] : []),
    ...(outcome?.kind === "reply" ? replyProblems(toolName, exchange) : []),
    ...(outcome?.kind === "refusal" ? refusalProblems(toolName, outcome, names) : []),
    ...(outcome?.kind === "protocol" ? protocolProblems(outcome) : []),
  ];
}

function replyProblems(toolName: string, { messages }: Exchange): string[] {
  const result = messages[0]?.result;
  const checked = OUTPUTS.get(toolName)?.(result?.structuredContent);
  const isTwice =
    JSON.stringify(result?.structuredContent) ===
    JSON.stringify(JSON.parse(result?.content?.[0]?.text ?? "null"));
  return [
    ...(checked?.valid ? [] : [`a reply that does not match its schema: ${checked?.errorMessage}`]),
    ...(isTooLong(toolName, result?.structuredContent) ? ["a reply that is too long"] : []),
    ...(isTwice ? [] : ["a text that differs from its structured content"]),
  ];
}

function refusalProblems(
  toolName: string,
  { code, text }: { readonly code: string; readonly text: string },
  names: readonly string[],
): string[] {
  const next = text.slice(text.indexOf("Next:"));
  const words = next.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  const unknown = words.filter((word) => !WORDS.has(word));
  const fields = FIELDS.get(toolName) ?? [];
  const namesField = [...fields, ...names, "arguments"].some((name) => text.includes(name));
  return [
    ...(ERROR_CODES.includes(code as never) ? [] : [`an unknown code: ${text.slice(0, 200)}`]),
    ...(code === "INTERNAL" || code === "UNAVAILABLE" ? [text] : []),
    ...(text.includes("Next: ") ? [] : [`no "Next:" in ${text}`]),
    ...unknown.map((word) => `a hint to ${word}, which does not exist: ${text}`),
    ...(code === "INVALID_INPUT" && !namesField ? [`no field named: ${text}`] : []),
    ...(text.length > 3_000 ? [`${text.length} characters of refusal`] : []),
    ...leaksIn(withoutGiven(text), CHOICES.get(toolName)).map(
      (leak) => `${leak} in ${text.slice(0, 300)}`,
    ),
  ];
}

/** A refusal repeats the wrong value that the caller sent. */
function withoutGiven(text: string): string {
  return text.replaceAll(/, not "(?:[^"\\]|\\.)*"/g, "");
}

export function protocolProblems({
  code,
  text,
  sent = "",
}: {
  readonly code: number;
  readonly text: string;
  readonly sent?: string;
}): string[] {
  return [
    ...(PROTOCOL_CODES.includes(code) ? [] : [`JSON-RPC ${code}: ${text.slice(0, 200)}`]),
    ...leaksIn(text, sent).map((leak) => `${leak} in ${text.slice(0, 300)}`),
  ];
}

/** All field names of a schema, recursively. */
function namesIn(properties: unknown): string[] {
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).flatMap(([name, property]) => [
    name,
    ...namesIn((property as { properties?: unknown }).properties),
    ...namesIn((property as { items?: { properties?: unknown } }).items?.properties),
  ]);
}

function choicesIn({ properties = {} }: { readonly properties?: object }): unknown[] {
  return Object.values(properties).flatMap((property) => (property as { enum?: [] }).enum ?? []);
}

/** Tools that read stored research have page limits of their own; a search is limited by its number of hits. */
function isTooLong(toolName: string, reply: unknown): boolean {
  const { length } = JSON.stringify(reply ?? null);
  return (
    MEMORY_TOOLS.includes(toolName) &&
    length > MAX_REPLY_LENGTH[toolName === "search_sources" ? "search" : "other"]
  );
}
