import { expect, it } from "vitest";
import type { Replies } from "../../api/api.ts";
import { bugReport } from "./bug-report.ts";

type RunDetail = Replies["skillExecution"]["detail"];
type ToolCall = Replies["toolCall"]["list"]["toolCalls"][number];

const SECRET = "what a person wrote";

const detail = {
  execution: {
    id: "exec_1",
    skillName: SECRET,
    status: "failed",
    delegatedTo: SECRET,
    startedAt: "2026-01-01T00:00:00.000Z",
    completedAt: null,
    durationMs: null,
    claudeCodeSessionId: SECRET,
    errorMessage: SECRET,
    topic: SECRET,
    metadata: {
      topic: SECRET,
      [SECRET]: SECRET,
      clarifyingQuestions: [{ question: SECRET, answer: SECRET }],
      priorResearchCheck: { found: 2, userDecision: "refresh", userConversation: SECRET },
    },
  },
  plan: {
    id: "plan_1",
    handle: "p-k7q2x9",
    name: SECRET,
    researchQuestion: SECRET,
    status: "failed",
    stepCount: 3,
    outcome: { completed: 1, skipped: 0, failed: 1 },
  },
  auditLog: [
    { eventType: "step_started", payload: SECRET },
    { eventType: "step_started", payload: SECRET },
  ],
  toolCalls: { count: 9, errors: 1, p50Ms: 3, p95Ms: 12.4 },
} as unknown as RunDetail;

const calls = [
  { toolName: "get_next_step", isError: false, clientName: "codex", clientVersion: "1.0" },
  {
    toolName: "submit_step_result",
    isError: true,
    errorCode: "STALE_LEASE",
    clientName: "codex",
    clientVersion: "1.0",
    request: SECRET,
  },
] as ToolCall[];

it("contains ids, statuses, counts and versions", () => {
  const lines = bugReport(detail, calls, "0.1.0").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "Trovella: 0.1.0",
      "run: exec_1",
      "status: failed",
      "plan: p-k7q2x9, failed",
      "steps: 3: 1 completed, 0 skipped, 1 failed",
      "questions: 1",
      "prior research found: 2",
      "prior research decision: refresh",
      "notes of other names: 1",
      "events: 2 × step_started",
      "tool calls: 9, 1 failed",
      "95th percentile: 12 ms",
      "failed calls: 1 × submit_step_result STALE_LEASE",
      "clients: codex 1.0",
    ]),
  );
});

it("contains no text that a person wrote", () => {
  expect(bugReport(detail, calls, null)).not.toContain(SECRET);
});
