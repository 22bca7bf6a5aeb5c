import type { Decision, DecisionWay } from "./face.ts";
import { attempt, callTool, type Host } from "./host.ts";
import { type BoardView, type ReviewView, readBoard, refusalOf } from "./read-board.ts";

export interface GivenDecision {
  readonly decision: Decision;
  readonly feedback?: string;
}

/** By ticket if the server gave one; else in the person's own words, if the plan takes them; else in the console. */
export function decisionWay(host: Host | null, view: BoardView | null): DecisionWay {
  const { serverTools, message } = host?.abilities ?? {};
  if (serverTools && view?.ticket) return "ticket";
  return message && view?.review?.canRelay ? "message" : "link";
}

/** The board after the decision; throws with the server's sentence when it was refused. */
export async function decideByTicket(
  host: Host,
  before: BoardView,
  given: GivenDecision,
): Promise<BoardView> {
  const { planId = null, stepId = null } = before.review ?? {};
  const input = { planId, ...(stepId ? { stepId } : {}), ...given, ticket: before.ticket };
  const result = await callTool(host, "submit_user_decision", input);
  const refusal = refusalOf(result);
  if (refusal) throw new Error(refusal);
  const after = readBoard({ input, result });
  const outcome = after.review?.outcome ?? null;
  // The plan may wait for another review by now; this card stays with the one that was decided.
  return { ...after, ticket: null, review: before.review && { ...before.review, outcome } };
}

/** The model learns of the decision without a turn, then is asked to go on. Returns what the person should know. */
export async function passOn(
  host: Host,
  { planId }: ReviewView,
  { decision }: GivenDecision,
): Promise<string> {
  const { updateModelContext, message } = host.abilities;
  const text = `The person decided the review of plan ${planId} in the card: ${decision}.`;
  if (updateModelContext) {
    await attempt(host, "ui/update-model-context", { content: [{ type: "text", text }] });
  }
  const isSent = message && (await say(host, "The review is decided. Call get_next_step."));
  return isSent ? "The assistant was told to go on." : "Ask the assistant to go on with the plan.";
}

/** Whether the decision was sent as the person's own message, for the assistant to relay. */
export function tellAssistant(
  host: Host,
  { planId, stepId }: ReviewView,
  { decision, feedback }: GivenDecision,
): Promise<boolean> {
  const step = stepId ? `step ${stepId} of plan ${planId}` : `the review of plan ${planId}`;
  const said = {
    approve: `I approve ${step}.`,
    modify: `Please change ${step}.`,
    skip: `Please skip ${step}.`,
    reject: `I reject ${step}; the plan ends.`,
  }[decision];
  return say(host, feedback ? `${said} ${feedback}` : said);
}

function say(host: Host, text: string): Promise<boolean> {
  return attempt(host, "ui/message", { role: "user", content: [{ type: "text", text }] });
}
