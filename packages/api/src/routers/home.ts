import type { TenantContext } from "@trovella/db";
import {
  CARDS_PER_KIND,
  type ConsolePlan,
  type DayCount,
  failedSince,
  hasCalled,
  listConsolePlans,
  listLatestOutputs,
  listOpenReviews,
  readConsolePlans,
  readDayCounts,
  readPlanHealth,
} from "@trovella/db/console";
import type { PlanActivity } from "@trovella/plan-engine";
import { answerIn } from "@trovella/research";
import { z } from "zod";
import { decisionEffects } from "../condition-in-words.ts";
import { countOn, daysAgo, listDays } from "../days.ts";
import { readHidden } from "../hidden-items.ts";
import * as input from "../inputs.ts";
import { planCard } from "../plan-card.ts";
import { reviewPeople } from "../review-people.ts";
import { procedure, router } from "../trpc.ts";

const WEEK_DAYS = 7;

export const homeRouter = router({
  summary: procedure("read")
    .input(z.object({ whose: input.whose }).prefault({}))
    .query(async ({ ctx: { context, now, caller, rule: readRule }, input: { whose } }) => {
      const rule = await readRule();
      const of = whose === "mine" ? { userId: caller.userId, rule } : null;
      const { hidden } = await readHidden(context, { caller, now });
      const everybody = await readPlanHealth(context, now, { hidden });
      const health = of ? await readPlanHealth(context, now, { of, hidden }) : everybody;
      const reviews = await listOpenReviews(context, {
        hidden,
        of,
        planId: null,
        after: null,
        limit: CARDS_PER_KIND,
      });
      const open = (await readConsolePlans(context, { ids: health.lastChanged, now })).map(
        planCard,
      );
      const inKind = (kind: OpenKind) =>
        open
          .filter((plan) => kindOf(plan) === kind && !hidden.includes(plan.id))
          .slice(0, CARDS_PER_KIND);
      const cards = { whose: of?.userId, now };
      const failed = await listCards(context, { ...cards, word: "failed", except: hidden });
      const finished = await listCards(context, { ...cards, word: "completed" });
      const counts = await readDayCounts(context, daysAgo(now, WEEK_DAYS - 1));
      const days = listDays(now, WEEK_DAYS);
      const kpi = (kind: DayCount["kind"]) => {
        const byDay = days.map((day) => countOn(counts, day, kind));
        return { total: byDay.reduce((sum, count) => sum + count, 0), byDay };
      };
      return {
        needsYou: {
          reviews: reviews.map(({ position: _, instructions: __, ...review }) => ({
            ...review,
            ...reviewPeople(review, rule),
            effects: decisionEffects(review.stepOrder),
          })),
          closing: inKind("closing"),
          stalled: inKind("stalled"),
          waiting: inKind("waiting_for_assistant"),
          failed: failed.filter(({ updatedAt }) => updatedAt >= failedSince(now)),
          counts: health.inbox,
          /** Items of other people, which are not listed. */
          others: everybody.inbox.total - health.inbox.total,
        },
        workingNow: {
          plans: open.filter(isWorking).slice(0, CARDS_PER_KIND),
          count: health.byActivity.working,
        },
        recentlyFinished: {
          plans: await withAnswers(context, finished),
          count: health.byActivity.completed,
        },
        /** Whether a client ever called in the caller's name. */
        hasCalled: await hasCalled(context, caller.userId),
        isEmpty: Object.values(everybody.byActivity).every((count) => count === 0),
        days,
        kpis: {
          plansStarted: kpi("created"),
          plansCompleted: kpi("completed"),
          artifactsStored: kpi("artifacts"),
          outputsStored: kpi("outputs"),
          runs: kpi("runs"),
        },
      };
    }),
});

const MAX_ANSWER = 400;

/** Finished plans with their report and the beginning of its answer, as Markdown. */
async function withAnswers<Plan extends { readonly id: string }>(
  context: TenantContext,
  plans: readonly Plan[],
) {
  const ids = plans.map(({ id }) => id);
  const outputs = ids.length > 0 ? await listLatestOutputs(context, ids) : [];
  return plans.map((plan) => {
    const output = outputs.find(({ planId }) => planId === plan.id);
    const answer = output ? answerIn(output.beginning, MAX_ANSWER) : null;
    return { ...plan, outputId: output?.outputId ?? null, answer };
  });
}

type OpenKind = PlanActivity | "closing";

/** A plan that closes early is one item, which also says how else it stands. */
function kindOf({
  phase,
  closingAcceptedAt,
  activity,
}: Pick<ConsolePlan, "phase" | "closingAcceptedAt" | "activity">): OpenKind {
  return phase !== "open" && closingAcceptedAt === null ? "closing" : activity;
}

function isWorking({ activity }: Pick<ConsolePlan, "activity">): boolean {
  return activity === "working";
}

interface CardsRequest {
  readonly word: PlanActivity;
  readonly whose: string | undefined;
  readonly now: Date;
  readonly except?: readonly string[];
}

/** So many hidden plans are read along at most. */
const MAX_EXCEPTIONS = 200;

async function listCards(context: TenantContext, { word, whose, now, except = [] }: CardsRequest) {
  const page = {
    status: [word],
    whose,
    sort: "updated",
    after: null,
    limit: CARDS_PER_KIND + Math.min(except.length, MAX_EXCEPTIONS),
    now,
  } as const;
  const plans = await listConsolePlans(context, page);
  return plans
    .filter(({ id }) => !except.includes(id))
    .slice(0, CARDS_PER_KIND)
    .map(planCard);
}
