import type { ModificationAction } from "@trovella/plan-engine";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { type Call, keyed, type PreparedCall, type RepeatCase } from "./repeat-case.ts";
import { MEMORY_CASES } from "./repeat-memory.ts";
import { claimedStep, type NewPlan, newPlan, planInput, step } from "./repeat-plans.ts";

export const REPEAT_CASES: readonly RepeatCase[] = [
  keyed("create_research_plan", async (_call, label) => {
    const input = planInput(label);
    const condition = {
      afterStepOrder: 1,
      conditionExpression: "result.",
      ifTrueAction: "continue",
    };
    return {
      planId: null,
      input,
      otherInput: { ...input, researchQuestion: "Another one?" },
      refusedInput: { ...input, branchingConditions: [condition] },
      refusal: "INVALID_EXPRESSION",
    };
  }),
  keyed("get_next_step", prepareNextStep),
  {
    ...keyed("get_next_step", prepareNextStep),
    name: "get_next_step, no key",
    keySuffix: "-none",
    isKeyed: false,
  },
  keyed("submit_step_result", async (call, label) => {
    const { planId, stepId, leaseToken } = await claimedStep(call, label);
    const input = { planId, stepId, leaseToken, result: { label }, stepExecutionReport: REPORT };
    return {
      planId,
      input,
      otherInput: { ...input, result: { label, isOther: true } },
      refusedInput: { ...input, leaseToken: "lease_of_long_ago" },
      refusal: "STALE_LEASE",
    };
  }),
  modification("add_steps", ({ planId }) => {
    const input = { planId, action: "add_steps", insertAfterOrder: 1, steps: [step("Added.")] };
    return {
      input,
      otherInput: { ...input, steps: [step("Added, but another.")] },
      refusedInput: { ...input, insertAfterOrder: 99 },
      refusal: "INVALID_INPUT",
    };
  }),
  modification("remove_step", ({ planId, stepIds: [, second, third] }) => {
    const input = { planId, action: "remove_step", stepId: second };
    return {
      input,
      otherInput: { ...input, stepId: third },
      refusedInput: { ...input, stepId: "step_unknown" },
      refusal: "NOT_FOUND",
    };
  }),
  modification("reorder_steps", ({ planId, stepIds }) => {
    const input = { planId, action: "reorder_steps", stepIds: stepIds.toReversed() };
    return {
      input,
      otherInput: { ...input, stepIds: [...stepIds.slice(1), ...stepIds.slice(0, 1)] },
      refusedInput: { ...input, stepIds: stepIds.slice(1) },
      refusal: "INVALID_INPUT",
    };
  }),
  modification("update_step_instructions", ({ planId, stepIds: [first] }) => {
    const action = "update_step_instructions";
    const input = { planId, action, stepId: first, instructions: "Search better." };
    return {
      input,
      otherInput: { ...input, instructions: "Search worse." },
      refusedInput: { ...input, stepId: "step_unknown" },
      refusal: "NOT_FOUND",
    };
  }),
  modification("fail_step", ({ planId, stepIds: [first, second] }) => {
    const input = { planId, action: "fail_step", stepId: first };
    return {
      input,
      otherInput: { ...input, stepId: second },
      refusedInput: { ...input, stepId: "step_unknown" },
      refusal: "NOT_FOUND",
    };
  }),
  modification(
    "retry_step",
    ({ planId, stepIds: [first, second, third] }) => {
      const input = { planId, action: "retry_step", stepId: first };
      return {
        input,
        otherInput: { ...input, stepId: second },
        refusedInput: { ...input, stepId: third },
        refusal: "INVALID_TRANSITION",
      };
    },
    async (call, { planId, stepIds }) => {
      for (const stepId of stepIds.slice(0, 2)) {
        await call("modify_plan", { planId, action: "fail_step", stepId });
      }
    },
  ),
  keyed("request_user_review", async (call, label) => {
    const input = { ...(await claimedStep(call, label)), summary: "Is this right?" };
    return {
      planId: input.planId,
      input,
      otherInput: { ...input, summary: "Is this wrong?" },
      refusedInput: { ...input, leaseToken: "lease_of_long_ago" },
      refusal: "STALE_LEASE",
    };
  }),
  keyed("submit_user_decision", async (call, label) => {
    const claimed = await claimedStep(call, label);
    await call("request_user_review", { ...claimed, summary: "Is this right?" });
    const { planId } = claimed;
    return {
      planId,
      input: { planId, decision: "approve" },
      otherInput: { planId, decision: "skip" },
      refusedInput: { planId, decision: "modify" },
      refusal: "INVALID_INPUT",
    };
  }),
  ...MEMORY_CASES,
];

function modification(
  action: ModificationAction,
  inputsFor: (plan: NewPlan) => Omit<PreparedCall, "planId">,
  before: (call: Call, plan: NewPlan) => Promise<void> = async () => undefined,
): RepeatCase {
  return {
    name: `modify_plan ${action}`,
    tool: "modify_plan",
    keySuffix: action === "add_steps" ? "" : `-${action}`,
    isKeyed: true,
    async prepare(call, label) {
      const plan = await newPlan(call, label);
      await before(call, plan);
      return { planId: plan.planId, ...inputsFor(plan) };
    },
  };
}

async function prepareNextStep(call: Call, label: string): Promise<PreparedCall> {
  const { planId, stepIds } = await newPlan(call, label);
  return {
    planId,
    input: { planId, agent: "one" },
    otherInput: { planId, agent: "another" },
    refusedInput: { planId, takeOverStepId: stepIds[0] },
    refusal: "INVALID_INPUT",
  };
}
