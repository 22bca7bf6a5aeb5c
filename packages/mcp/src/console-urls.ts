import type { Plan } from "@trovella/plan-engine";
import { outputFormat } from "@trovella/research";

/** Where people review and read; tools point to it. */
export interface Console {
  /** Its address as people reach it, without a slash at the end. */
  readonly url: string;
  /** As far as known: somebody must have started `trovella serve`. */
  isRunning(): boolean;
}

export function reviewUrl(console: Console, planId: string): string {
  return `${console.url}/inbox?item=${encodeURIComponent(planId)}`;
}

/** Where an output is downloaded, in the format it was stored for. */
export function outputUrl(console: Console, outputId: string, mediaType: string): string {
  const format = outputFormat(mediaType) ?? "markdown";
  return `${console.url}/api/outputs/${encodeURIComponent(outputId)}?format=${format}`;
}

/** How a plan that waits for a person goes on, for the model to tell that person. */
export function waitForReview(
  console: Console,
  { id, reviewPolicy }: Pick<Plan, "id" | "reviewPolicy">,
): string {
  const start = console.isRunning() ? "" : " (start it with `trovella serve`)";
  const place = `in the console at ${reviewUrl(console, id)}${start}`;
  return reviewPolicy === "human_only"
    ? `Only a person may decide: ask them to do it ${place}. Then call get_next_step.`
    : `Ask the person to decide ${place}, or to tell you the decision, and relay it with submit_user_decision. Then call get_next_step.`;
}
