import {
  countingIds,
  creation,
  decision,
  failedGate,
  modify,
  NOW,
  next,
  planOf,
  refusal,
  review,
  run,
  step,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { decide } from "./decide.ts";
import { LIMITS } from "./limits.ts";
import { MODIFICATION_FIELDS } from "./modifications.ts";
import type { Plan } from "./plan.ts";
import { PLAN_FIELDS } from "./plan-fields.ts";

const running = run(planOf(2), [next({ agent: "ada" })]);
const waiting = run(running, [review("step-1")]);
const failing = modify({ action: "fail_step", stepId: "step-1" });
const adding = modify({ action: "add_steps", steps: [step()] });
const changing = modify({ action: "change_budget", budget: { attempts: 100 } });
const removing = modify({ action: "remove_step", stepId: "step-2" });
const reordering = modify({ action: "reorder_steps", stepIds: ["step-2", "step-1"] });
const updating = modify({
  action: "update_step_instructions",
  stepId: "step-1",
  instructions: "x",
});
const resuming = { type: "resume_session", sessionId: "s", isKnown: false };
const tagging = { type: "set_tags", by: "person", tags: [] };
const asking = {
  type: "ask_for_checkpoint",
  by: "person",
  newId: countingIds("asked-"),
  instructions: "Show me.",
};
const GATE = failedGate();
const FAILING = GATE.failing[0];
const textOf = (length: number) => "x".repeat(length);
const condition = {
  afterStepOrder: 1,
  conditionExpression: "a > 1",
  ifTrueAction: "continue",
  actionParams: {},
};

/** A good command, one of its fields, values that are refused, and values that are taken. */
const FIELDS: [Plan | null, object, string, unknown[], unknown[]][] = [
  [null, creation(1), "planId", ["", textOf(201), 7], [textOf(200)]],
  [null, creation(1), "handle", [undefined, "", textOf(201), 7], ["p-k7q2x9"]],
  [null, creation(1), "newId", [undefined, "id"], []],
  [
    null,
    creation(1),
    "name",
    ["", "  ", textOf(301), null, "a\0b", "\ud800"],
    [textOf(300), "名前 💥"],
  ],
  [null, creation(1), "researchQuestion", [undefined, textOf(10_001)], [textOf(10_000)]],
  [null, creation(1), "steps", [[], {}, null, "x"], []],
  [null, creation(1), "branchingConditions", ["x", {}], [[], undefined, null]],
  [
    null,
    creation(1),
    "planDesignRationale",
    ["", textOf(20_001)],
    [undefined, null, textOf(20_000)],
  ],
  [null, creation(1), "outputFormattingNotes", [7, textOf(20_001)], [undefined, textOf(20_000)]],
  [
    null,
    creation(1),
    "stallThresholdMs",
    [0, 1.5, "9", Number.NaN, 2_592_000_001],
    [1, 2_592_000_000],
  ],
  [null, creation(1), "reviewPolicy", ["nobody", 1], ["human_only", undefined]],
  [null, creation(1), "evidencePolicy", ["lenient", 1, true], ["off", "strict", undefined, null]],
  [null, creation(1), "minLevel", [0, 4, 1.5, "2"], [1, 3, undefined, null]],
  [null, creation(1), "minSources", [0, 6, 1.5, "2"], [1, 5, undefined, null]],
  [
    null,
    creation(1),
    "budget",
    [7, "x"],
    [
      undefined,
      null,
      {},
      { steps: 1, attempts: 9, workMinutes: 0.5 + 1, tokens: 1, costUsd: 0.01 },
    ],
  ],
  [running, changing, "budget", [undefined, [], 7], [{ subagents: 5, reserve: 0.05 }]],
  [running, next(), "newLeaseToken", ["", undefined, textOf(201)], []],
  [running, next(), "agent", ["", 7, textOf(201)], [textOf(200), undefined, null]],
  [running, next(), "reclaim", ["yes", 1], [true, false, undefined, null]],
  [running, next(), "takeOverStepId", ["", 7], ["step-1", undefined]],
  [running, submit("step-1"), "stepId", ["", 7, undefined], []],
  [running, submit("step-1"), "leaseToken", ["", 7], [undefined, null]],
  [running, submit("step-1"), "result", [], [undefined, null, 7, "x", [], {}]],
  [running, submit("step-1"), "resultDigest", ["", undefined], []],
  [running, submit("step-1"), "reportDigest", ["", undefined], []],
  [running, submit("step-1"), "resultSummary", ["", textOf(10_001)], [textOf(10_000), undefined]],
  [
    running,
    submit("step-1"),
    "confidence",
    [-0.01, 1.01, "1", Number.NaN],
    [0, 1, undefined, null],
  ],
  [running, submit("step-1"), "outputFormattingNotes", [[]], [undefined, "Table."]],
  [
    running,
    submit("step-1"),
    "gate",
    [7, []],
    [undefined, null, GATE, { ...GATE, counts: {}, failing: [] }],
  ],
  [
    running,
    submit("step-1"),
    "usage",
    [7, []],
    [undefined, null, {}, { toolCalls: 0, subagents: 0, model: { tokens: 0, costUsd: 0 } }],
  ],
  [running, submit("step-1"), "repairStepId", ["", 7], [undefined, null, "step-9"]],
  [running, review("step-1"), "reviewId", ["", undefined], []],
  [running, review("step-1"), "stepId", ["", undefined], []],
  [running, review("step-1"), "leaseToken", ["", 7], [undefined]],
  [running, review("step-1"), "summary", ["", textOf(10_001), undefined], [textOf(10_000)]],
  [running, review("step-1"), "questions", ["x"], [[], undefined]],
  [waiting, decision("approve"), "stepId", ["", 7], ["step-1", undefined]],
  [waiting, decision("approve"), "decision", ["maybe", undefined], ["skip"]],
  [waiting, decision("modify"), "feedback", ["", " ", textOf(20_001)], [textOf(20_000)]],
  [waiting, decision("approve"), "decidedVia", ["guess", undefined], ["relayed"]],
  [waiting, decision("approve"), "decidedBy", ["", 7], [undefined, "user-1"]],
  [waiting, decision("skip"), "resultDigest", ["", 7], [undefined]],
  [running, failing, "action", ["drop", undefined], []],
  [running, failing, "stepId", ["", undefined], []],
  [running, failing, "reason", ["", textOf(5001)], [undefined, textOf(5000)]],
  [running, failing, "modificationRationale", ["", textOf(20_001)], [undefined, "Because."]],
  [running, adding, "newId", [undefined], []],
  [running, adding, "steps", [undefined, []], []],
  [running, adding, "insertAfterOrder", [-1, 0.5, "1", 201], [0, 2, undefined, null]],
  [running, adding, "modificationRationale", [7], ["Gap."]],
  [running, removing, "stepId", [undefined], []],
  [running, removing, "modificationRationale", [7], ["Gap."]],
  [running, reordering, "stepIds", [[], "x"], []],
  [running, reordering, "modificationRationale", [7], ["Gap."]],
  [running, updating, "instructions", ["", undefined, textOf(50_001)], [textOf(50_000)]],
  [running, updating, "stepId", [undefined], []],
  [running, modify({ action: "retry_step", stepId: "step-1" }), "stepId", [undefined], []],
  [running, tagging, "tags", ["tea", Array(25).fill("tea")], [[], Array(24).fill("tea")]],
  [running, asking, "insertAfterOrder", [-1, 0.5, "1", 201], [0, 2, undefined, null]],
  [running, resuming, "sessionId", ["", undefined], []],
  [running, resuming, "isKnown", [undefined, 1], [true]],
];

describe("the shape of a command", () => {
  it.each(FIELDS)(
    "%#: a bad field is refused by name, a good one is taken",
    (plan, command, field, bad, good) => {
      for (const value of bad) {
        const error = refusal(() => decideAnything(plan, { ...command, [field]: value }));
        expect(error).toMatchObject({ code: "INVALID_INPUT", details: { field } });
        expect(error.message).toMatch(new RegExp(`^${field} must .*Next:`));
      }
      for (const value of good) decideAnything(plan, { ...command, [field]: value });
    },
  );

  it("is tried with every field of a new plan and of the modifications", () => {
    const tried = FIELDS.map(([, command, field]) => `${(command as Command).type} ${field}`);
    expect(tried).toEqual(
      expect.arrayContaining([
        ...Object.keys(PLAN_FIELDS).map((field) => `create_plan ${field}`),
        ...Object.keys(MODIFICATION_FIELDS).map((field) => `modify_plan ${field}`),
      ]),
    );
  });

  it("names a field inside a list", () => {
    const inStep = (change: object) => ({
      ...creation(1),
      steps: [step(), { ...step(), ...change }],
    });
    expect(fieldOf(inStep({ stepType: "guess" }))).toBe("steps[1].stepType");
    expect(fieldOf(inStep({ instructions: "" }))).toBe("steps[1].instructions");
    expect(fieldOf(inStep({ dependsOn: 1 }))).toBe("steps[1].dependsOn");
    expect(fieldOf(inStep({ dependsOn: [1, "1"] }))).toBe("steps[1].dependsOn[1]");
    expect(fieldOf(inStep({ dependsOn: [Number.NaN] }))).toBe("steps[1].dependsOn[0]");
    expect(fieldOf({ ...creation(1), steps: [[]] })).toBe("steps[0]");
    const inCondition = (change: object) => ({
      ...creation(2),
      branchingConditions: [{ ...condition, ...change }],
    });
    expect(fieldOf(inCondition({ afterStepOrder: "1" }))).toBe(
      "branchingConditions[0].afterStepOrder",
    );
    expect(fieldOf(inCondition({ conditionExpression: 7 }))).toBe(
      "branchingConditions[0].conditionExpression",
    );
    expect(fieldOf(inCondition({ ifTrueAction: "jump" }))).toBe(
      "branchingConditions[0].ifTrueAction",
    );
    expect(fieldOf(inCondition({ actionParams: [] }))).toBe("branchingConditions[0].actionParams");
    expect(
      refusal(() => decideAnything(running, review("step-1", { questions: [""] }))).details.field,
    ).toBe("questions[0]");
  });

  it("takes a tag of twice its length, if normalizing makes it short enough", () => {
    const spaced = (length: number) => ({ ...tagging, tags: ["tea".padEnd(length)] });
    expect(decideAnything(running, spaced(80))).toMatchObject([{ tags: ["tea"] }]);
    expect(refusal(() => decideAnything(running, spaced(81))).details.field).toBe("tags[0]");
  });

  it("has limits for what a budget and a gate count", () => {
    const million = 1_000_000;
    const spending = (attempts: number) =>
      decideAnything(null, creation(1, { budget: { attempts } }));
    const judging = (total: number) =>
      decideAnything(running, { ...submit("step-1"), gate: { ...GATE, total } });
    for (const [command, field] of [
      [spending, "budget.attempts"],
      [judging, "gate.total"],
    ] as const) {
      expect(command(million)).not.toEqual([]);
      expect(refusal(() => command(million + 1)).details.field).toBe(field);
    }
  });

  it("R20 takes a reserve of up to a half", () => {
    const keeping = (reserve: number) => decideAnything(null, creation(1, { budget: { reserve } }));
    expect(keeping(0.5)).toMatchObject([{ budget: { reserve: 0.5 } }]);
    expect(refusal(() => keeping(0.51)).details.field).toBe("budget.reserve");
  });

  it("names a field of a gate", () => {
    const inGate = (change: object) =>
      refusal(() => decideAnything(running, { ...submit("step-1"), gate: { ...GATE, ...change } }))
        .details.field;
    const failing = (count: number, change: object) => ({
      failing: Array.from({ length: count }, () => ({ ...FAILING, ...change })),
    });
    const counts = (count: number) => ({
      counts: Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 1])),
    });
    expect(inGate({ total: -1 })).toBe("gate.total");
    expect(inGate({ key: 0.5 })).toBe("gate.key");
    expect(inGate({ counts: [] })).toBe("gate.counts");
    expect(inGate({ counts: { weak: "1" } })).toBe("gate.counts");
    expect(inGate(counts(21))).toBe("gate.counts");
    expect(inGate({ passed: "yes" })).toBe("gate.passed");
    expect(inGate({ digest: "" })).toBe("gate.digest");
    expect(inGate(failing(21, {}))).toBe("gate.failing");
    expect(inGate(failing(1, { handle: "" }))).toBe("gate.failing[0].handle");
    expect(inGate(failing(1, { statement: textOf(1_001) }))).toBe("gate.failing[0].statement");
    expect(inGate(failing(1, { problem: textOf(5_001) }))).toBe("gate.failing[0].problem");
    const largest = { statement: textOf(1_000), problem: textOf(5_000) };
    const gate = { ...GATE, ...counts(20), ...failing(20, largest) };
    decideAnything(running, { ...submit("step-1"), gate });
  });

  it("refuses what is no command at all", () => {
    for (const command of [undefined, null, 7, "next", [], () => 7]) {
      expect(refusal(() => decideAnything(running, command)).message).toMatch(
        /^The command must be an object/,
      );
    }
    for (const type of ["drop_tables", "__proto__", "toString", undefined]) {
      const error = refusal(() => decideAnything(running, { type }));
      expect(error.message).toContain("type must be one of create_plan, start_next_step");
    }
  });

  it("refuses a time that is none, or out of all proportion", () => {
    for (const now of [new Date(Number.NaN), new Date(-1), new Date(8.64e15), 0, undefined]) {
      const error = refusal(() => decide(running, { type: "detect_stall" }, now as Date));
      expect(error.details).toEqual({ field: "now" });
    }
    expect(decide(planOf(1), { type: "detect_stall" }, new Date(0))).toEqual([]);
    const last = new Date("9998-12-31T23:59:59.999Z");
    expect(
      decide(planOf(1, { stallThresholdMs: LIMITS.stallThresholdMs }), next(), last),
    ).toHaveLength(2);
    expect(
      refusal(() => decide(running, { type: "detect_stall" }, new Date(last.getTime() + 1))).code,
    ).toBe("INVALID_INPUT");
  });

  it("needs a plan for everything but creation", () => {
    expect(refusal(() => decide(null, next(), NOW)).code).toBe("NOT_FOUND");
  });
});

function decideAnything(plan: Plan | null, command: unknown): unknown {
  return decide(plan, command as Command, NOW);
}

function fieldOf(command: unknown): unknown {
  return refusal(() => decideAnything(null, command)).details.field;
}
