import { TOOLS } from "@trovella/mcp";
import { MODIFICATION_ACTIONS } from "@trovella/plan-engine";
import { describe, expect, it } from "vitest";
import { freeTexts, mapFreeTexts, type Schema, textFields } from "./free-text.ts";
import { inputSchema, textActions, withTexts } from "./tool-texts.ts";

const SCHEMA: Schema = {
  type: "object",
  required: ["kind"],
  properties: {
    planId: { type: "string" },
    kind: { type: "string", enum: ["a", "b"] },
    level: { type: "string", enum: ["low", "high"] },
    note: { type: "string", maxLength: 3 },
    day: { type: "string", format: "date" },
    code: { type: "string", pattern: "^x$" },
    tags: { type: "array", items: { type: "string" } },
    stepIds: { type: "array", items: { type: "string" } },
    count: { type: "integer" },
    data: {},
    more: { type: "object" },
    parts: { type: "array", items: { type: "object", properties: { text: { type: "string" } } } },
    rules: {
      type: "array",
      items: { type: "object", required: ["count"], properties: { count: { type: "integer" } } },
    },
  },
};

describe("the free texts of a schema", () => {
  it("are strings, lists of strings, nested records and any JSON, but not ids, choices and formats", () => {
    expect(freeTexts(SCHEMA, "text")).toEqual({
      kind: "a",
      note: "tex",
      tags: ["text"],
      data: "text",
      more: { text: "text" },
      parts: [{ text: "text" }],
    });
    const free = textFields(SCHEMA).filter(({ isFree }) => isFree);
    const paths = free.map(({ path }) => path);
    expect(paths).toEqual(["note", "tags[]", "data", "more", "parts[].text"]);
  });

  it("are replaced in an input, and nothing else is", () => {
    const input = { ...freeTexts(SCHEMA, "x"), planId: "p", level: "low", data: { y: ["z", 1] } };
    const changed = mapFreeTexts(SCHEMA, input, (text) => `<${text}>`);
    expect(changed).toEqual({
      planId: "p",
      kind: "a",
      level: "low",
      note: "<x>",
      tags: ["<x>"],
      data: { y: ["<z>", 1] },
      more: { x: "<x>" },
      parts: [{ text: "<x>" }],
    });
  });
});

describe("the free texts of the tools", () => {
  it.each(TOOLS.map(({ name }) => name))("are all filled for %s", (tool) => {
    const given = {
      modify_plan: MODIFICATION_ACTIONS.map((action) => ({ action })),
      store_research_output: [{}, { outputId: "o1" }],
    }[tool] ?? [{}];
    const inputs = given.map((one) => withTexts(tool, "text", one));
    const names = inputs.flatMap((input) => Object.keys(input));
    const free = textFields(inputSchema(tool)).filter(({ isFree }) => isFree);
    const missing = free.filter(({ path }) => !names.includes(path.replace(/[.[].*$/, "")));
    expect(missing).toEqual([]);
  });

  it("belong to the action of modify_plan that is called", () => {
    const input = withTexts("modify_plan", "text", { action: "fail_step", stepId: "s" });
    expect(input).toMatchObject({ stepId: "s", reason: "text", modificationRationale: "text" });
    expect(input).not.toHaveProperty("steps");
    expect(textActions()).toContain("add_steps");
    expect(textActions()).not.toContain("fail_step");
  });
});
