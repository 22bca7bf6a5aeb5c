import { AppError } from "@trovella/foundation";
import { checkHistory } from "@trovella/testing/engine/check-history";
import { Coverage } from "@trovella/testing/engine/history-coverage";
import { histories } from "@trovella/testing/engine/history-spec";
import { examplePlanFields } from "@trovella/testing/engine/plan-field-examples";
import {
  countingIds,
  creation,
  decision,
  exampleModification,
  failedGate,
  NOW,
  next,
  planOf,
  review,
  run,
  submit,
} from "@trovella/testing/engine/test-support";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { acceptsDecision } from "./accepts-decision.ts";
import { PLAN_EVENT_TYPES } from "./audit-event-type.ts";
import type { Command } from "./command.ts";
import { COMMAND_TYPES } from "./command-shape.ts";
import { decide } from "./decide.ts";
import { MODIFICATION_ACTIONS } from "./modifications.ts";
import { DECIDED_VIA, PLAN_STATUSES, STEP_STATUSES } from "./plan.ts";
import { REVIEW_POLICIES } from "./plan-fields.ts";
import { PLAN_TRANSITIONS, STEP_TRANSITIONS } from "./plan-transitions.ts";

/** Each policy meets a result for a checkpoint and a decision from every channel that it takes. */
const REVIEWED = REVIEW_POLICIES.flatMap((policy) => [
  `${policy} result_refused REVIEW_REQUIRED`,
  ...DECIDED_VIA.filter((via) => acceptsDecision(policy, via)).map(
    (via) => `${policy} review_decided ${via}`,
  ),
]);

describe("any history of commands", () => {
  it("keeps every rule, over 10,000 random ones that together try every pair of statuses", () => {
    const coverage = new Coverage();
    // Most of the time goes into the stacks of refusals, which nobody reads.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    onTestFinished(() => {
      Error.stackTraceLimit = stackTraceLimit;
    });
    fc.assert(
      fc.property(histories, (spec) => checkHistory(spec, coverage)),
      { numRuns: 10_000 },
    );
    expect(coverage.planPairsTried.size).toBe(PLAN_STATUSES.length ** 2);
    expect(coverage.stepPairsTried.size).toBe(STEP_STATUSES.length ** 2);
    expect([...coverage.stepMoves].sort()).toEqual(pairsOf(STEP_TRANSITIONS));
    const unused = ["planning failed", "stalled failed"];
    expect([...coverage.planMoves].sort()).toEqual(
      pairsOf(PLAN_TRANSITIONS).filter((pair) => !unused.includes(pair)),
    );
    // Retention removes texts, no command does.
    const decided = PLAN_EVENT_TYPES.filter((type) => type !== "texts_removed");
    expect([...coverage.eventTypes].sort()).toEqual([...decided].sort());
    expect(coverage.accepted / coverage.commands).toBeGreaterThan(0.4);
    expect(coverage.held).toBeGreaterThan(1000);
    expect([...coverage.reviewed].sort()).toEqual(expect.arrayContaining(REVIEWED));
  }, 300_000);
});

describe("any input", () => {
  const plans = [
    planOf(2),
    run(planOf(2), [next()]),
    run(planOf(2), [next(), review("step-1")]),
    run(planOf(1), [submit("step-1")]),
  ];
  const commands: readonly Command[] = [
    next(),
    submit("step-1", { gate: failedGate(), repairStepId: "step-9" }),
    review("step-1"),
    decision("modify"),
    { type: "decline_review", stepId: "step-1" },
    { type: "reopen_plan", by: "person" },
    { type: "accept_closing", by: "person" },
    { type: "assign_plan", by: "person", assigneeId: "user-1" },
    { type: "cancel_plan", by: "person", reason: "Enough." },
    { type: "archive_plan", by: "person" },
    { type: "restore_plan", by: "person" },
    { type: "rename_plan", by: "person", name: "Coffee" },
    { type: "set_tags", by: "person", tags: ["tea"] },
    { type: "skip_step", by: "person", stepId: "step-2", reason: "Known." },
    {
      type: "edit_step",
      by: "person",
      stepId: "step-2",
      stepType: "analyze",
      instructions: "Better.",
      requiresReview: true,
    },
    {
      type: "ask_for_checkpoint",
      by: "person",
      newId: countingIds("asked-"),
      instructions: "Show me.",
      insertAfterOrder: 1,
    },
    {
      type: "record_usage",
      stepId: "step-1",
      usage: { toolCalls: 1, client: { tokens: 9, costUsd: 0.1 } },
    },
    { type: "detect_stall" },
    { type: "resume_session", sessionId: "s", isKnown: false },
    ...MODIFICATION_ACTIONS.map((action) => exampleModification(action, planOf(2))),
    {
      ...creation(1, examplePlanFields()),
      stallThresholdMs: 60_000,
      branchingConditions: [
        { afterStepOrder: 1, conditionExpression: "a > 1", ifTrueAction: "fail", actionParams: {} },
      ],
    },
  ];
  it("is tried with every kind of command", () => {
    const tried = commands.map((command) => ("action" in command ? command.action : command.type));
    const modifications: string[] = [...MODIFICATION_ACTIONS];
    const others = COMMAND_TYPES.filter((type) => type !== "modify_plan");
    expect(tried.sort()).toEqual([...modifications, ...others].sort());
  });

  const junk = fc.oneof(
    fc.anything({ withDate: true, withMap: true, withBigInt: true, withNullPrototype: true }),
    fc.constantFrom(
      "",
      " ",
      "\0",
      "\ud800",
      "__proto__",
      "x".repeat(60_000),
      Number.NaN,
      -1,
      1e308,
      [],
    ),
  );

  it("is decided or refused with an AppError, never anything else", () => {
    fc.assert(
      fc.property(fc.constantFrom(null, ...plans), junk, junk, (plan, command, now) => {
        expectOnlyAppError(() => decide(plan, command as Command, now as Date));
        expectOnlyAppError(() => decide(plan, command as Command, NOW));
      }),
      { numRuns: 3000 },
    );
  });

  it("is so too when one field of a good command is junk", () => {
    const fields = commands.flatMap((command) =>
      Object.keys(command).map((field) => ({ command, field })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(null, ...plans),
        fc.constantFrom(...fields),
        junk,
        (plan, { command, field }, value) => {
          const damaged: unknown = { ...command, [field]: value };
          expectOnlyAppError(() => decide(plan, damaged as Command, NOW));
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

function expectOnlyAppError(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message).toMatch(/^\S.*\.$/s);
    expect(error.message.length).toBeLessThan(1000);
  }
}

function pairsOf(map: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(map)
    .flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`))
    .sort();
}
