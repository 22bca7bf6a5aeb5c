import { describe, expect, it } from "vitest";
import { loop } from "./loop.ts";
import { isFailure, replyFields, type Told } from "./scenario.ts";

const REPLY = { planId: "p-1", text: 'a "quoted" } brace' };
const JSON_TEXT = JSON.stringify(REPLY);

describe("the reply of a tool", () => {
  it.each([
    ["as it is", JSON_TEXT],
    ["after other words", `Wall time: 1 s {not json}\nOutput:\n${JSON_TEXT}`],
    ["in a list of contents", JSON.stringify([{ type: "text", text: JSON_TEXT }])],
    ["in a whole result", JSON.stringify({ content: [{ type: "text", text: JSON_TEXT }] })],
    ["beside its structured content", JSON.stringify({ content: [], structuredContent: REPLY })],
    ["in marks", `<untrusted_context>\n${JSON_TEXT}\n</untrusted_context>`],
  ])("is read %s", (_, text) => {
    expect(replyFields(text)).toEqual(REPLY);
  });

  it("that was cut is not read as a whole one", () => {
    expect(replyFields(JSON_TEXT.slice(0, -1))).toEqual({});
  });
});

it("knows Trovella's errors by their text where an API does not mark them", () => {
  const told = (reply: string) => ({ tool: "ping", input: {}, reply, isError: false });
  expect(isFailure(told("STALE_LEASE: It is over. Next: call get_next_step."))).toBe(true);
  expect(isFailure(told(JSON_TEXT))).toBe(false);
});

describe("the loop", () => {
  const step = {
    status: "step_ready",
    step: { stepId: "s1", stepType: "search" },
    lease: { token: "lease_1" },
  };
  const before = [
    told("create_research_plan", { planId: "p-1" }),
    told("get_next_step", step),
    told("store_research", { sourceIds: ["w1"] }),
  ];

  it("submits with a lease that is not the step's first, and with the right one when refused", () => {
    const wrong = loop(before, { label: "x" });
    expect(wrong).toMatchObject({ call: "submit_step_result", input: { stepId: "s1" } });
    const input = "input" in wrong ? wrong.input : {};
    const refused = { ...told("submit_step_result", {}), input, isError: true };
    expect(loop([...before, refused], { label: "x" })).toMatchObject({
      input: { leaseToken: "lease_1" },
    });
    expect(loop([...before, { ...refused, isError: false }], { label: "x" })).toEqual({
      failed: "a wrong lease was accepted",
    });
  });

  it("lets a person decide in the console when the client declined for them", () => {
    const declined = told("request_user_review", { status: "awaiting_review", declined: true });
    expect(loop([...before, declined], { label: "x" })).toMatchObject({
      call: "get_next_step",
      afterPerson: { planId: "p-1", stepId: "s1" },
    });
  });

  it.each(["MCP tool call requires approval", "REVIEW_REQUIRES_HUMAN: No. Next: ask them."])(
    "lets a person decide when the decision cannot be relayed: %s",
    (reply) => {
      const refused = { ...told("submit_user_decision", {}), reply };
      expect(loop([...before, refused], { label: "x" })).toMatchObject({
        afterPerson: { stepId: "s1" },
      });
    },
  );

  it("ends at a failure that it does not expect", () => {
    const failed = { ...told("ping", {}), reply: "no", isError: true };
    expect(loop([failed], { label: "x" })).toEqual({ failed: "ping: no" });
  });
});

function told(tool: string, reply: object): Told {
  return { tool, input: {}, reply: JSON.stringify(reply), isError: false };
}
