import { builtInTemplates, expandTemplate, type Template } from "@trovella/skills";
import { describe, expect, it } from "vitest";
import { hasCheckpoint, withCheckpoints } from "./with-checkpoints.ts";

const SCAN = template("scan/general_topic");
const DEEP = template("deep/decision_support");

describe("checkpoints that a person asks for", () => {
  it("come before every step that waits for nothing", () => {
    const { steps } = expandTemplate(withCheckpoints(SCAN, ["start"]), {
      fill: { question: "Why?" },
      steps: [],
    });
    expect(steps.map(({ stepType, dependsOn }) => [stepType, dependsOn])).toEqual([
      ["checkpoint", undefined],
      ["search", [1]],
      ["synthesize", [2]],
    ]);
    expect(steps[0]?.instructions).toContain("Why?");
  });

  it("come before the answer, which waits for them", () => {
    const { steps } = expandTemplate(withCheckpoints(SCAN, ["answer"]), { fill: {}, steps: [] });
    expect(steps.map(({ stepType, dependsOn }) => [stepType, dependsOn])).toEqual([
      ["search", undefined],
      ["checkpoint", [1]],
      ["synthesize", [1, 2]],
    ]);
  });

  it("are not doubled where the template has one", () => {
    expect(hasCheckpoint(DEEP)).toBe(true);
    expect(withCheckpoints(DEEP, ["answer"])).toEqual(DEEP);
    expect(withCheckpoints(DEEP, [])).toEqual(DEEP);
  });

  it("keep the gates of the template at their steps", () => {
    const both = expandTemplate(withCheckpoints(DEEP, ["start", "answer"]), {
      fill: {},
      steps: [],
    });
    const plain = expandTemplate(DEEP, { fill: {}, steps: [] });
    expect(both.branchingConditions.map(({ afterStepOrder }) => afterStepOrder)).toEqual(
      plain.branchingConditions.map(({ afterStepOrder }) => afterStepOrder + 1),
    );
  });
});

function template(name: string): Template {
  const found = builtInTemplates().get(name);
  if (!found) throw new Error(`There is no template ${name}.`);
  return found;
}
