import { type Call, keyed, type PreparedCall, type RepeatCase } from "./repeat-case.ts";
import { claimedStep } from "./repeat-plans.ts";

/** Tools that store rows beside the plan: none may store them twice. */
export const MEMORY_CASES: readonly RepeatCase[] = [
  storing("store_research", { artifacts: 1, sources: 2, chunks: 1 }, (place, label) => {
    const sources = [
      { title: "First", url: "https://example.com/1", retrievedAt: "2026-01-02" },
      { title: "Second", doi: "10.1000/182", quote: label },
    ];
    const content = { found: label, pages: [1, 2] };
    return { ...place, artifactType: "finding", title: label, content, sources };
  }),
  storing("record_claims", { claims: 2, chunks: 2 }, (place, label) => ({
    ...place,
    claims: [{ statement: label, key: true }, { statement: `${label} follows.` }],
  })),
  storing("extract_data", { extractions: 1, chunks: 1 }, (place, label) => ({
    ...place,
    schema: { type: "object", properties: { label: { type: "string" } } },
    data: { label },
  })),
  storing("store_research_output", { outputs: 1, chunks: 1 }, ({ planId }, label) => ({
    planId,
    title: label,
    mediaType: "markdown",
    content: `# ${label}`,
  })),
  storing("submit_research_feedback", { feedback: 1 }, ({ planId }, label) => ({
    planId,
    feedbackType: "initial",
    satisfaction: "satisfied",
    feedbackSummary: label,
  })),
  storing("log_skill_execution", { executions: 1 }, ({ planId }, label) => ({
    planId,
    skillName: label,
    status: "executing",
    metadata: { topic: label },
  })),
  storing("store_subagent_report", { reports: 1 }, (place, label) => ({
    ...place,
    task: label,
    report: "It looked everywhere.",
  })),
];

type Place = Awaited<ReturnType<typeof claimedStep>>;

/** Variants differ in one text; refused ones name no plan. */
function storing(
  tool: string,
  stores: PreparedCall["stores"] & object,
  inputFor: (place: Place, label: string) => Record<string, unknown> & { planId: string },
): RepeatCase {
  return keyed(tool, async (call: Call, label: string) => {
    const place = await claimedStep(call, label);
    return {
      planId: place.planId,
      stores,
      isCounted: tool === "store_subagent_report",
      input: inputFor(place, label),
      otherInput: inputFor(place, `${label}, but another`),
      refusedInput: { ...inputFor(place, label), planId: "plan_unknown" },
      refusal: "NOT_FOUND",
    };
  });
}
