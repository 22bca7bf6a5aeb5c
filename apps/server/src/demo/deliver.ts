import { formatCount } from "../format-count.ts";
import type { Assistant } from "./assistant.ts";
import type { Run } from "./run-research.ts";

export async function deliver(assistant: Assistant, run: Run): Promise<string> {
  const { research, planId, executionId, stage } = run;
  const { output, feedback } = research;
  await assistant.call("get_research_context", { planId });
  const { outputId, lint } = await assistant.call("store_research_output", {
    planId,
    title: output.title,
    mediaType: output.mediaType,
    content: resolveCitations(output.markdown, run.sourceIds),
  });
  const sources = formatCount(run.sourceIds.size, "source");
  const warnings = lint.length === 0 ? "no problems" : formatCount(lint.length, "problem");
  await stage.say("Trovella", `The output is stored with ${sources}; the check found ${warnings}.`);
  await assistant.call("submit_research_feedback", {
    planId,
    feedbackType: "initial",
    ...feedback,
  });
  await assistant.call("submit_research_feedback", {
    planId,
    feedbackType: "closing",
    satisfaction: feedback.satisfaction,
    feedbackSummary: "Nothing more to add.",
  });
  await stage.say("Person", `“${feedback.feedbackSummary}”`);
  const { completedSteps } = await assistant.call("get_plan_status", { planId });
  await assistant.call("log_skill_execution", {
    executionId,
    status: "completed",
    metadata: {
      stepsCompleted: completedSteps.length,
      artifactsStored: run.artifactCount,
      mode: research.mode,
      checkpointFeedback: run.checkpointFeedback,
    },
  });
  return outputId;
}

function resolveCitations(markdown: string, sourceIds: ReadonlyMap<string, string>): string {
  return markdown.replace(/\[src:([a-z-]+)\]/g, (marker, key) => {
    const id = sourceIds.get(key);
    return id ? `[src:${id}]` : marker;
  });
}
