import type { ReviewPolicy } from "@trovella/plan-engine";

type Scope = "read" | "write" | "review" | "admin";

/** A credential and what it is good for, as SECURITY.md promises it. */
export interface Credential {
  readonly name: string;
  /** Permissions at the MCP endpoint and at the console's API; null where the credential does not count. */
  readonly mcp: readonly Scope[] | null;
  readonly api: readonly Scope[] | null;
  /** Whether the console's API takes it for a page that a person has open. */
  readonly isPerson: boolean;
  /** Whether the page still lacks the review PIN. */
  readonly isLocked?: boolean;
}

const ALL: readonly Scope[] = ["read", "write", "review"];
const SCOPES: readonly (readonly Scope[])[] = [
  ["read"],
  ["write"],
  ["review"],
  ["read", "write"],
  ["read", "review"],
  ["write", "review"],
  ["read", "write", "review"],
];

export const TEAM_CREDENTIALS: readonly Credential[] = [
  { name: "no credential", mcp: null, api: null, isPerson: false },
  { name: "session", mcp: null, api: ALL, isPerson: true },
  { name: "session, sent by another page", mcp: null, api: null, isPerson: false },
  ...[...SCOPES, ["admin"] as const, ["read", "write", "review", "admin"] as const].map(
    (scopes) => ({ name: `token ${scopes.join(" ")}`, mcp: scopes, api: scopes, isPerson: false }),
  ),
  ...SCOPES.map((scopes) => ({
    name: `OAuth ${scopes.join(" ")}`,
    mcp: scopes,
    api: null,
    isPerson: false,
  })),
];

export const LOCAL_CREDENTIALS: readonly Credential[] = [
  { name: "plain request", mcp: ALL, api: ALL, isPerson: false },
  { name: "cookie", mcp: ALL, api: ALL, isPerson: true },
  { name: "cookie, sent by a program", mcp: ALL, api: ALL, isPerson: false },
  { name: "cookie, sent by another page", mcp: ALL, api: null, isPerson: false },
  { name: "forged cookie", mcp: ALL, api: ALL, isPerson: false },
];

export const LOCKED_CREDENTIALS: readonly Credential[] = [
  { name: "plain request", mcp: ALL, api: ALL, isPerson: false },
  { name: "cookie without PIN", mcp: ALL, api: ALL, isPerson: false, isLocked: true },
  { name: "cookie with PIN", mcp: ALL, api: ALL, isPerson: true },
];

/** What becomes of the checkpoint. */
export type Fate = "open" | "settled" | "removed" | "overtaken" | "reworded";

interface Ending {
  /** The reply: "done", "waits", or the code of the refusal. */
  readonly reply: string;
  readonly fate: Fate;
  /** The channel of the decision, where there is one. */
  readonly decidedVia?: string;
}

interface Way {
  readonly edge: "mcp" | "api";
  readonly needs: readonly Scope[];
  readonly under: Readonly<Record<ReviewPolicy, Ending>>;
}

const refused = (reply: string): Ending => ({ reply, fate: "open" });
const onlyRelayed = (ending: Ending): Way["under"] => ({
  relayed_allowed: ending,
  client_attested: refused("REVIEW_REQUIRES_HUMAN"),
  human_only: refused("REVIEW_REQUIRES_HUMAN"),
});
const always = (ending: Ending): Way["under"] => ({
  relayed_allowed: ending,
  client_attested: ending,
  human_only: ending,
});
const MODIFIES = { edge: "mcp", needs: ["write"] } as const;

/** Every way to settle a checkpoint or to get around it, with what rules R31 and R35 say about it. */
export const WAYS = {
  "submit_step_result, held": { ...MODIFIES, under: always(refused("REVIEW_REQUIRED")) },
  "submit_step_result, pending": { ...MODIFIES, under: always(refused("REVIEW_REQUIRED")) },
  "take over and submit": { ...MODIFIES, under: always(refused("REVIEW_REQUIRED")) },
  "submit the step behind it": {
    ...MODIFIES,
    under: {
      relayed_allowed: { reply: "done", fate: "open" },
      client_attested: refused("STEP_BLOCKED"),
      human_only: refused("STEP_BLOCKED"),
    },
  },
  add_steps: { ...MODIFIES, under: always({ reply: "done", fate: "open" }) },
  remove_step: { ...MODIFIES, under: onlyRelayed({ reply: "done", fate: "removed" }) },
  fail_step: { ...MODIFIES, under: onlyRelayed({ reply: "done", fate: "settled" }) },
  update_step_instructions: {
    ...MODIFIES,
    under: onlyRelayed({ reply: "done", fate: "reworded" }),
  },
  "fail_step, retry_step and submit": {
    ...MODIFIES,
    under: onlyRelayed(refused("REVIEW_REQUIRED")),
  },
  reorder_steps: { ...MODIFIES, under: onlyRelayed({ reply: "done", fate: "overtaken" }) },
  "branch that skips": {
    ...MODIFIES,
    under: {
      relayed_allowed: { reply: "done", fate: "settled" },
      client_attested: { reply: "done", fate: "open" },
      human_only: { reply: "done", fate: "open" },
    },
  },
  submit_user_decision: {
    edge: "mcp",
    needs: ["review"],
    under: onlyRelayed({ reply: "done", fate: "settled", decidedVia: "relayed" }),
  },
  "review.decide": {
    edge: "api",
    needs: ["review"],
    under: onlyRelayed({ reply: "done", fate: "settled", decidedVia: "api" }),
  },
  "elicitation answered by a script": {
    edge: "mcp",
    needs: ["write"],
    under: {
      relayed_allowed: { reply: "done", fate: "settled", decidedVia: "elicitation" },
      client_attested: { reply: "done", fate: "settled", decidedVia: "elicitation" },
      human_only: { reply: "waits", fate: "open" },
    },
  },
} as const satisfies Readonly<Record<string, Way>>;
export type WayName = keyof typeof WAYS;

export function expectedEnding(
  credential: Credential,
  name: WayName,
  policy: ReviewPolicy,
): Ending {
  const { edge, needs, under }: Way = WAYS[name];
  const held = credential[edge];
  // Without `read` the MCP endpoint lets nothing in.
  const needed = edge === "mcp" ? [...needs, "read" as const] : needs;
  if (!held || !needed.every((scope) => held.includes(scope))) return refused("no access");
  if (name === "review.decide" && credential.isLocked) return refused("REVIEW_REQUIRES_HUMAN");
  if (name === "review.decide" && credential.isPerson) {
    return { reply: "done", fate: "settled", decidedVia: "console" };
  }
  // Nobody is asked who could not answer.
  if (name === "elicitation answered by a script" && !held.includes("review")) {
    return refused("waits");
  }
  return under[policy];
}
