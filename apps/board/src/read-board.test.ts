import { describe, expect, it } from "vitest";
import { readBoard, refusalOf } from "./read-board.ts";

const BOARD = {
  planId: "p-k7q2x9",
  name: "[Deep] Tea",
  status: "executing",
  progress: 50,
  totalSteps: 2,
  steps: [
    { stepId: "s2", stepOrder: 2, stepType: "analyze", status: "pending" },
    { stepId: "s1", stepOrder: 1, stepType: "search", status: "completed", about: "Found tea." },
  ],
  planUrl: "http://127.0.0.1:4737/plans/p-k7q2x9",
};

function read(structuredContent: object, meta: object = {}, input: object = {}) {
  return readBoard({ input, result: { structuredContent, _meta: meta } });
}

describe("a reply with what only the card gets", () => {
  it("shows the plan with its steps in order", () => {
    const { plan, review, report } = read({}, { "trovella/board": BOARD });
    expect(plan).toMatchObject({ planId: "p-k7q2x9", progress: 50, status: "executing" });
    expect(plan.steps.map(({ stepId, about }) => [stepId, about])).toEqual([
      ["s1", "Found tea."],
      ["s2", null],
    ]);
    expect([review, report]).toEqual([null, null]);
  });

  it("shows the open review with the ticket that decides it", () => {
    const review = { stepId: "s1", summary: "Go on?", reviewUrl: "https://example.org/inbox" };
    const meta = { "trovella/board": { ...BOARD, review }, "trovella/ticket": "sealed" };
    const shown = read({}, meta, { summary: "Go on? In full." });
    expect(shown.ticket).toBe("sealed");
    expect(shown.review).toMatchObject({ stepId: "s1", summary: "Go on? In full.", outcome: null });
  });

  it("shows who decided", () => {
    const reply = { stepId: "s1", decidedVia: "app", planStatus: "executing" };
    const { review } = read(
      reply,
      { "trovella/board": BOARD },
      { decision: "modify", feedback: "Less." },
    );
    expect(review?.outcome).toEqual({ decision: "modify", decidedVia: "app", feedback: "Less." });
  });
});

describe("a reply without it", () => {
  it("shows the steps that get_plan_status lists, the one in review included", () => {
    const { plan } = read({
      planId: "p-k7q2x9",
      status: "awaiting_review",
      completedSteps: [{ stepId: "s1", stepOrder: 1, stepType: "search", status: "skipped" }],
      currentStep: { stepId: "s2", stepOrder: 2, stepType: "checkpoint", status: "awaiting_input" },
      pendingSteps: [{ stepId: "s3", stepOrder: 3, stepType: "analyze" }],
      inProgressSteps: [],
      failedSteps: [],
    });
    expect(plan.steps.map(({ stepId, status }) => `${stepId} ${status}`)).toEqual([
      "s1 skipped",
      "s2 awaiting_input",
      "s3 pending",
    ]);
  });

  it("shows the instructions of a new plan, which are in the arguments", () => {
    const steps = [{ stepId: "s1", stepOrder: 1, stepType: "search" }];
    const { plan } = read({ planId: "p-1", steps }, {}, { steps: [{ instructions: "Find tea." }] });
    expect(plan.steps[0]?.about).toBe("Find tea.");
  });

  it("shows the review of the arguments, without a ticket", () => {
    const reply = { status: "awaiting_review", reviewUrl: "http://127.0.0.1:4737/inbox?item=p-1" };
    const shown = read(reply, {}, { planId: "p-1", stepId: "s1", summary: "Go on?" });
    expect(shown.ticket).toBeNull();
    expect(shown.review).toMatchObject({ planId: "p-1", stepId: "s1", canRelay: true });
  });

  it("shows a stored document, and of its problems only what people need", () => {
    const lint = [{ code: "X", message: "[src:9] names no source. Next: cite another." }];
    const { report } = read({
      downloadUrl: "https://example.org/1",
      version: 2,
      draft: true,
      lint,
    });
    expect(report).toMatchObject({
      version: 2,
      isDraft: true,
      problems: ["[src:9] names no source."],
    });
  });
});

it.each([undefined, null, 3, "text", [], { structuredContent: [] }, { _meta: "x" }])(
  "a result of any form can be shown: %j",
  (result) => {
    const { plan, review, report, ticket } = readBoard({ input: result, result });
    expect([plan.steps, review, report, ticket]).toEqual([[], null, null, null]);
  },
);

it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//example.org", ""])(
  "%s is no page to open",
  (url) => {
    const { report, plan } = read({ downloadUrl: url }, { "trovella/board": { planUrl: url } });
    expect([report?.downloadUrl, plan.planUrl]).toEqual([null, null]);
  },
);

it("a refusal is shown without its code and without what models should do", () => {
  const text = "INVALID_INPUT: ticket is not valid here. Next: call get_plan_status.";
  expect(refusalOf({ isError: true, content: [{ type: "text", text }] })).toBe(
    "ticket is not valid here.",
  );
  expect(refusalOf({ content: [] })).toBeNull();
});
