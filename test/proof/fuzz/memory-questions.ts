import type { Json } from "../history/record.ts";
import type { ForeignIds } from "./foreign.ts";
import type { KnownPlan } from "./world.ts";

export type StoredIds = Pick<
  ForeignIds,
  "artifactId" | "sourceId" | "outputId" | "executionId" | "userId" | "canary"
>;

/** A tool with its arguments for a plan, a step and their stored rows. */
export type ToolQuestion = readonly [
  string,
  (planId: string, stepId: string, stored: StoredIds) => Json,
];

/** Stores and searches with every kind of reference. */
export function memoryQuestions({
  planId: ownPlan,
  stepIds: [ownStep = ""],
}: KnownPlan): ToolQuestion[] {
  const storing = {
    store_research: { artifactType: "note", title: "x", content: "x" },
    extract_data: { schema: { type: "object" }, data: {} },
    store_subagent_report: { task: "x", report: "x" },
  };
  const output = { title: "x", mediaType: "markdown", content: "x" };
  const feedback = { feedbackType: "initial", satisfaction: "neutral", feedbackSummary: "x" };
  const query = "prepared finding";
  return [
    ...Object.entries(storing).flatMap(([tool, input]): ToolQuestion[] => [
      [tool, (planId, stepId) => ({ ...input, planId, stepId })],
      [tool, (_planId, stepId) => ({ ...input, planId: ownPlan, stepId })],
      [tool, (planId) => ({ ...input, planId, stepId: ownStep })],
    ]),
    ["store_research", (planId) => ({ ...storing.store_research, planId })],
    [
      "extract_data",
      (_planId, _stepId, { artifactId: sourceArtifactId }) => ({
        ...storing.extract_data,
        sourceArtifactId,
      }),
    ],
    ["store_research_output", (planId) => ({ ...output, planId })],
    [
      "store_research_output",
      (_planId, _stepId, { sourceId }) => ({
        ...output,
        planId: ownPlan,
        content: `# x\n\nIt is so [src:${sourceId}].`,
      }),
    ],
    ["submit_research_feedback", (planId) => ({ ...feedback, planId })],
    ["log_skill_execution", (planId) => ({ skillName: "x", status: "started", planId })],
    [
      "log_skill_execution",
      (_planId, _stepId, { executionId }) => ({
        executionId,
        status: "failed",
        metadata: { x: 1 },
      }),
    ],
    ["search_sources", (planId) => ({ query, planId })],
    ["search_sources", (_planId, _stepId, { userId }) => ({ query, userId })],
    ["search_sources", (_planId, _stepId, { canary }) => ({ query: canary })],
    ["search_sources", (_planId, _stepId, { artifactId }) => ({ query: artifactId })],
  ];
}
