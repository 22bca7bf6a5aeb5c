import { isDeepStrictEqual } from "node:util";
import {
  MODIFICATION_ACTIONS,
  MODIFICATIONS,
  type ModificationAction,
} from "@trovella/plan-engine";
import {
  modificationInput,
  REFUSED_VALUES,
  valueKind,
} from "@trovella/testing/engine/modification-input";
import { Random } from "@trovella/testing/engine/random";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { UNCUT } from "../support/mcp-cutting-proxy.ts";
import { type Call, keyed, type PreparedCall, type RepeatCase } from "./repeat-case.ts";
import { MEMORY_CASES } from "./repeat-memory.ts";
import { claimedStep, newPlan, planInput, planWithFailedSteps } from "./repeat-plans.ts";

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
      refusal: "INVALID_LEASE",
    };
  }),
  ...MODIFICATION_ACTIONS.map(modification),
  keyed("request_user_review", async (call, label) => {
    const input = { ...(await claimedStep(call, label)), summary: "Is this right?" };
    return {
      planId: input.planId,
      input,
      otherInput: { ...input, summary: "Is this wrong?" },
      refusedInput: { ...input, leaseToken: "lease_of_long_ago" },
      refusal: "INVALID_LEASE",
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

function modification(action: ModificationAction): RepeatCase {
  return {
    name: `modify_plan ${action}`,
    tool: "modify_plan",
    keySuffix: action === "add_steps" ? "" : `-${action}`,
    isKeyed: true,
    async prepare(call, label) {
      const { planId, steps } = await planWithFailedSteps(call, label);
      const random = new Random(1);
      const draw = () => ({
        planId,
        ...modificationInput(action, { random, steps }),
        modificationRationale: "It turned out so.",
      });
      const input = draw();
      let otherInput = draw();
      while (isDeepStrictEqual(otherInput, input)) otherInput = draw();
      const [field] = MODIFICATIONS[action].required;
      const { value, refusal } = REFUSED_VALUES[valueKind(field)];
      return { planId, input, otherInput, refusedInput: { ...input, [field]: value }, refusal };
    },
  };
}

async function prepareNextStep(call: Call, label: string): Promise<PreparedCall> {
  const { planId, stepIds } = await newPlan(call, label);
  return {
    planId,
    // Without a key only the same session gets the same step again.
    input: { planId, agent: "one", sessionId: `${UNCUT}${label}` },
    otherInput: { planId, agent: "another", sessionId: `${UNCUT}${label}` },
    refusedInput: { planId, takeOverStepId: stepIds[0] },
    refusal: "INVALID_INPUT",
  };
}
