import { formatCount } from "../format-count.ts";
import type { Assistant } from "./assistant.ts";
import type { Run } from "./run-research.ts";

/** Returns the handle of the output. */
export async function deliver(assistant: Assistant, run: Run): Promise<string> {
  const { planId, sourceRefs, stage } = run;
  const { output, feedback } = run.research;
  await assistant.call("get_research_context", { planId });
  const { outputId, lint } = await assistant.call("store_research_output", {
    planId,
    title: output.title,
    mediaType: output.mediaType,
    content: resolveCitations(output.markdown, sourceRefs),
  });
  const sources = formatCount(sourceRefs.size, "source");
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
  return `${planId}/${outputId}`;
}

function resolveCitations(markdown: string, sourceRefs: ReadonlyMap<string, number>): string {
  return markdown.replace(/\[src:([a-z-]+)\]/g, (marker, key) => {
    const ref = sourceRefs.get(key);
    return ref ? `[src:${ref}]` : marker;
  });
}
