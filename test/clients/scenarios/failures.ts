import type { Fields } from "../model/conversation.ts";
import { call, type Scenario } from "./scenario.ts";

interface WrongCall {
  readonly tool: string;
  readonly input: Fields;
  /** What the model must be able to read in the reply. */
  readonly mustSay: RegExp;
}

const STEP = { stepType: "dance", instructions: "Dance." };
const PLAN = { name: "Wrong", researchQuestion: "What is wrong?" };

/** Clients check types themselves, so of those only the name of the field is sure to arrive; a number may count as text. */
export const WRONG_CALLS: readonly WrongCall[] = [
  {
    tool: "get_plan_status",
    input: { planId: "p-000000" },
    mustSay: /NOT_FOUND: .+Next: /s,
  },
  { tool: "create_research_plan", input: PLAN, mustSay: /steps/ },
  { tool: "create_research_plan", input: { ...PLAN, steps: [STEP] }, mustSay: /stepType/ },
  { tool: "get_next_step", input: { planId: 7 }, mustSay: /planId|NOT_FOUND/ },
];

/** Calls that are wrong, one after the other. */
export const failures: Scenario = (told) => {
  const next = WRONG_CALLS[told.length];
  return next ? call(next.tool, next.input) : { done: {} };
};
