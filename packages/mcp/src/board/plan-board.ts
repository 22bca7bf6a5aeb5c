import type { Plan, Step } from "@trovella/plan-engine";
import type { ClaimCounts, PlanDocument } from "@trovella/research";
import { type Console, planUrl, reportUrl, reviewUrl } from "../console-urls.ts";
import { planHandle } from "../replies/handles.ts";
import type { openReviewOf } from "../replies/open-review.ts";
import { wholeBudgetOf } from "../replies/plan-budget.ts";
import { heldStep, progressOf, stepWithStatus } from "../replies/plan-progress.ts";
import { excerptToFit, showInvisible } from "../text/show-invisible.ts";

/** Hosts pass it on with every reply. */
export const MAX_BOARD_BYTES = 8_000;

export interface BoardFacts {
  readonly plan: Plan;
  readonly claims: ClaimCounts | null;
  readonly document: Pick<PlanDocument, "id" | "version" | "origin"> | null;
  readonly review: Awaited<ReturnType<typeof openReviewOf>>;
  readonly console: Console;
  readonly now: Date;
}

interface Detail {
  readonly about: number;
  readonly steps: number;
  readonly summary: number;
}

/** From all there is room for on a screen down to what always fits. */
const DETAILS: readonly Detail[] = [
  { about: 200, steps: 200, summary: 800 },
  { about: 80, steps: 200, summary: 800 },
  { about: 80, steps: 40, summary: 800 },
  { about: 0, steps: 30, summary: 400 },
  { about: 0, steps: 12, summary: 100 },
];

/** A plan as the board shows it. All of it but the links is in the reply of get_plan_status, too. */
export function planBoard(facts: BoardFacts): object {
  const boards = DETAILS.map((detail) => shown(boardWith(facts, detail)));
  const fitting = boards.find((one) => Buffer.byteLength(one.json) <= MAX_BOARD_BYTES);
  return (fitting ?? boards.at(-1))?.board ?? {};
}

function shown(board: object): { board: object; json: string } {
  const revealed = showInvisible(board, JSON.stringify(board)) as object;
  return { board: revealed, json: JSON.stringify(revealed) };
}

function boardWith(facts: BoardFacts, detail: Detail) {
  const { plan, claims, document, console, now } = facts;
  const steps = stepsAround(plan.steps, detail.steps);
  return {
    planId: planHandle(plan),
    name: excerptToFit(plan.name, detail.summary),
    status: plan.status,
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    steps: steps.map((step) => stepOnBoard(step, detail)),
    ...wholeBudgetOf(plan, now),
    ...(claims ? { claims: { ...claims } } : {}),
    ...(document
      ? {
          document: {
            outputId: `o${document.version}`,
            origin: document.origin,
            documentUrl: reportUrl(console, document.id),
          },
        }
      : {}),
    ...reviewOnBoard(facts, detail),
    planUrl: planUrl(console, plan),
  };
}

/** So many steps, with the current one in view. */
function stepsAround(steps: readonly Step[], count: number): readonly Step[] {
  const current = steps.findIndex(({ status }) => !["completed", "skipped"].includes(status));
  const wanted = (current < 0 ? steps.length : current) - Math.floor(count / 2);
  const from = Math.max(0, Math.min(wanted, steps.length - count));
  return steps.slice(from, from + count);
}

function stepOnBoard(step: Step, { about: room }: Detail) {
  const about = step.status === "failed" ? step.failureReason : step.resultSummary;
  return {
    ...stepWithStatus(step),
    ...(about && room > 0 ? { about: excerptToFit(about, room) } : {}),
    ...(step.status === "in_progress" ? heldStep(step) : {}),
  };
}

function reviewOnBoard({ review: { review }, plan, console }: BoardFacts, { summary }: Detail) {
  if (!review) return {};
  const { questions, keyClaims, ...rest } = review;
  const short = summary < 400 ? {} : { questions, keyClaims };
  return {
    review: {
      ...rest,
      ...short,
      summary: excerptToFit(review.summary, summary),
      reviewUrl: reviewUrl(console, plan),
    },
  };
}
