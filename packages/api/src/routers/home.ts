import type { TenantContext } from "@trovella/db";
import {
  CARDS_PER_KIND,
  type ConsolePlan,
  type DayCount,
  failedSince,
  listConsolePlans,
  listOpenReviews,
  readConsolePlans,
  readDayCounts,
  readPlanHealth,
} from "@trovella/db/console";
import type { PlanActivity } from "@trovella/plan-engine";
import { decisionEffects } from "../condition-in-words.ts";
import { countOn, daysAgo, listDays } from "../days.ts";
import { planCard } from "../plan-card.ts";
import { procedure, router } from "../trpc.ts";

const WEEK_DAYS = 7;

export const homeRouter = router({
  summary: procedure("read").query(async ({ ctx: { context, now } }) => {
    const health = await readPlanHealth(context, now);
    const reviews = await listOpenReviews(context, {
      planId: null,
      after: null,
      limit: CARDS_PER_KIND,
    });
    const open = (await readConsolePlans(context, { ids: health.lastChanged, now })).map(planCard);
    const inKind = (kind: OpenKind) =>
      open.filter((plan) => kindOf(plan) === kind).slice(0, CARDS_PER_KIND);
    const failed = await listCards(context, "failed", now);
    const finished = await listCards(context, "completed", now);
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
          effects: decisionEffects(review.stepOrder),
        })),
        closing: inKind("closing"),
        stalled: inKind("stalled"),
        waiting: inKind("waiting_for_assistant"),
        failed: failed.filter(({ updatedAt }) => updatedAt >= failedSince(now)),
        counts: health.inbox,
      },
      workingNow: {
        plans: open.filter(isWorking).slice(0, CARDS_PER_KIND),
        count: health.byActivity.working,
      },
      recentlyFinished: { plans: finished, count: health.byActivity.completed },
      isEmpty: Object.values(health.byActivity).every((count) => count === 0),
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

async function listCards(context: TenantContext, word: PlanActivity, now: Date) {
  const page = {
    status: [word],
    sort: "updated",
    after: null,
    limit: CARDS_PER_KIND,
    now,
  } as const;
  return (await listConsolePlans(context, page)).map(planCard);
}
