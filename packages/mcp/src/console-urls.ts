import type { Permission } from "@trovella/foundation";
import { acceptsDecision, type Plan } from "@trovella/plan-engine";
import { outputFormat } from "@trovella/research";

/** The web console, to which tools link for reviews and outputs. */
export interface Console {
  /** Its public URL, without a trailing slash. */
  readonly url: string;
  /** Whether `trovella serve` runs, as far as this process knows. */
  isRunning(): boolean;
}

export function reviewUrl({ url }: Console, { handle }: Pick<Plan, "handle">): string {
  return `${url}/inbox?item=${encodeURIComponent(handle)}`;
}

export function planUrl({ url }: Console, { handle }: Pick<Plan, "handle">): string {
  return `${url}/plans/${encodeURIComponent(handle)}`;
}

/** The page of an output. */
export function reportUrl({ url }: Console, outputId: string): string {
  return `${url}/reports/${encodeURIComponent(outputId)}`;
}

/** The download URL of an output, in the format it was stored for. */
export function outputUrl(console: Console, outputId: string, mediaType: string): string {
  const format = outputFormat(mediaType) ?? "markdown";
  return `${console.url}/api/outputs/${encodeURIComponent(outputId)}?format=${format}`;
}

interface ShownItem {
  readonly id: string;
  readonly kind: string;
  readonly planHandle: string | null;
}

/** The page that shows a stored item; what has none of its own is on that of its plan. */
export function itemUrl(console: Console, { id, kind, planHandle }: ShownItem): string {
  if (kind === "output") return reportUrl(console, id);
  if (kind === "artifact") return `${console.url}/library/${encodeURIComponent(id)}`;
  return planHandle ? planUrl(console, { handle: planHandle }) : `${console.url}/library`;
}

/** How the caller's person stands to the review of a plan. */
export interface ReviewAsker {
  readonly mayDecide: boolean;
  /** What the model is told first; null when the caller's own person is asked. */
  readonly notice: string | null;
  /** Whether the caller's token may pass on a decision. */
  readonly mayRelay: boolean;
}

/** The caller's own person is asked. */
export function ownReview({ may }: { may(permission: Permission): boolean }): ReviewAsker {
  return { mayDecide: true, notice: null, mayRelay: may("review") };
}

/** Tells the model how the user can decide an open review. */
export function waitForReview(
  console: Console,
  plan: Pick<Plan, "handle" | "reviewPolicy">,
  { mayDecide, notice, mayRelay }: ReviewAsker,
): string {
  const start = console.isRunning() ? "" : " (start it with `trovella serve`)";
  const place = `in the console at ${reviewUrl(console, plan)}${start}`;
  if (!mayDecide) {
    return `${notice} Tell your person so; it is decided ${place}. ${WAIT}`;
  }
  const before = notice ? `${notice} ` : "";
  if (!acceptsDecision(plan.reviewPolicy, "relayed")) {
    return `${before}Only a person may decide: ask them to do it ${place}. ${WAIT}`;
  }
  return !mayRelay
    ? `${before}Your access has no right to relay decisions: ask the person to decide ${place}. ${WAIT}`
    : `${before}Ask the person to decide ${place}, or to tell you the decision, and relay it with submit_user_decision. ${WAIT}`;
}

const WAIT =
  "Then get_next_step with waitSeconds: 50 answers when they have; if they take longer, end your turn with the link.";
