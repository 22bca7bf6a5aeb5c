import { TOOLS } from "@trovella/mcp";
import { MODIFICATION_ACTIONS } from "@trovella/plan-engine";
import { expect, it } from "vitest";
import { REPEAT_CASES } from "./proof/repeats/repeat-cases.ts";

// Lists that cannot be derived from the tools, compared with them.

it("the proof of retried calls tries every mutating tool and every action of modify_plan", () => {
  const tools = TOOLS.filter(({ isMutating }) => isMutating).map(({ name }) => name);
  const tried = REPEAT_CASES.map(({ tool }) => tool);
  expect(tools.filter((name) => !tried.includes(name))).toEqual([]);
  const names = REPEAT_CASES.map(({ name }) => name);
  const actions = MODIFICATION_ACTIONS.map((action) => `modify_plan ${action}`);
  expect(actions.filter((name) => !names.includes(name))).toEqual([]);
});
