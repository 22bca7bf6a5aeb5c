import { readFileSync } from "node:fs";
import path from "node:path";
import { builtInTemplates } from "@trovella/skills";
import { ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";
import { checkTemplate } from "./check-template.ts";

const SEARCH = { key: "search", stepType: "search", instructions: "Look." };
const VALID = { fill: {}, name: "[Scan] <topic>", steps: [SEARCH], gates: [] };

describe("checking a template", () => {
  it.each([...builtInTemplates()])("accepts the built-in one %s", (_name, template) => {
    expect(checkTemplate(template)).toEqual(template);
  });

  it("accepts the example in docs/templates.md", () => {
    const page = readFileSync(path.join(ROOT, "docs/templates.md"), "utf8");
    const [, format = ""] = page.split("## Format");
    const [, example = ""] = /```json\n(.*?)```/s.exec(format) ?? [];
    expect(checkTemplate(JSON.parse(example)).steps).toHaveLength(3);
  });

  it("names every problem of the form", () => {
    const steps = [
      { ...SEARCH, key: "No" },
      { ...SEARCH, colour: "red" },
    ];
    const problems = problemsOf({ ...VALID, steps, gates: undefined });
    expect(problems).toEqual([
      expect.stringMatching(/^steps\[0\]\.key: /),
      expect.stringMatching(/^steps\[1\]: .*colour/),
      expect.stringMatching(/^gates: /),
    ]);
  });

  it("names every step and gate that the engine would refuse", () => {
    const problems = problemsOf({
      ...VALID,
      steps: [
        { ...SEARCH, stepType: "dance" },
        { ...SEARCH, key: "other", instructions: " " },
      ],
      gates: [
        { after: "search", when: "confidence <", fail: "No." },
        {
          after: "search",
          when: "confidence < 1",
          add: [{ stepType: "search", instructions: "Look." }],
        },
        {
          after: "search",
          when: "confidence < 1",
          add: [{ stepType: "sing", instructions: "La." }],
        },
        { after: "search", when: "process.exit()", skipTo: "other" },
      ],
    });
    expect(problems).toEqual([
      expect.stringMatching(/^steps\[0\]\.stepType must be one of search, /),
      expect.stringMatching(/^steps\[1\]\.instructions must not be empty/),
      expect.stringMatching(/^gates\[2\]\.add\[0\]\.stepType must be one of search, /),
      expect.stringMatching(/^gates\[0\]\.when: /),
      expect.stringMatching(/^gates\[3\]\.when: /),
    ]);
  });

  it("names places that nothing fills", () => {
    expect(problemsOf({ ...VALID, name: "<unknown>" })).toEqual([
      "has the place <unknown>, which fill does not list",
    ]);
  });

  it.each([[null], [1], ["text"], [[]], [{}]])("refuses %j", (value) => {
    expect(problemsOf(value).length).toBeGreaterThan(0);
  });
});

function problemsOf(value: unknown): string[] {
  try {
    checkTemplate(value);
    return [];
  } catch (error) {
    const lines = String((error as Error).message).split("\n");
    expect(lines.at(-1)).toMatch(/^Next: /);
    return lines.slice(1, -1).map((line) => line.replace(/^- /, ""));
  }
}
