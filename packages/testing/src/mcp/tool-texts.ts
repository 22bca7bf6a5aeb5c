import { TOOLS } from "@trovella/mcp";
import {
  MODIFICATION_ACTIONS,
  MODIFICATIONS,
  type ModificationAction,
} from "@trovella/plan-engine";
import { type Filling, freeTexts, type Schema } from "./free-text.ts";

type Input = Readonly<Record<string, unknown>>;

/** The input given, and this text in every other field of the tool that takes any text. */
export function withTexts(tool: string, filling: Filling, given: Input = {}): Input {
  const texts = freeTexts(inputSchema(tool), filling);
  if (tool !== "modify_plan") return { ...texts, ...given };
  // Fields of other actions would be refused.
  const { required, optional } = MODIFICATIONS[given.action as ModificationAction];
  const foreign = Object.values(MODIFICATIONS)
    .flatMap((one): string[] => [...one.required, ...one.optional])
    .filter((name) => ![...required, ...optional].some((own) => own === name));
  const own = Object.entries(texts).filter(([name]) => !foreign.includes(name));
  return { ...Object.fromEntries(own), ...given };
}

/** The actions of modify_plan that need nothing but texts. */
export function textActions(): ModificationAction[] {
  const texts = freeTexts(inputSchema("modify_plan"), "x");
  return MODIFICATION_ACTIONS.filter((action) =>
    MODIFICATIONS[action].required.every((name) => name in texts),
  );
}

export function inputSchema(tool: string): Schema {
  const found = TOOLS.find(({ name }) => name === tool);
  if (!found) throw new Error(`There is no tool ${tool}.`);
  return found.listing.inputSchema as Schema;
}
