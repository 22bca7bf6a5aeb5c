import type { TenantContext } from "@trovella/db";
import {
  type DayCount,
  listConsolePlans,
  listOpenReviews,
  readDayCounts,
  readPlanHealth,
} from "@trovella/db/console";
import type { PlanStatus } from "@trovella/plan-engine";
import { decisionEffects } from "../condition-in-words.ts";
import { countOn, DAY_MS, daysAgo, listDays } from "../days.ts";
import { planCard } from "../plan-card.ts";
import { procedure, router } from "../trpc.ts";

const WEEK_DAYS = 7;
const CARDS = 10;
const RUNNING_CARDS = 20;

export const homeRouter = router({
  summary: procedure("read").query(async ({ ctx: { context, now } }) => {
    const health = await readPlanHealth(context, now);
    const reviews = await listOpenReviews(context, { planId: null, after: null, limit: CARDS });
    const running = await plans(
      context,
      ["executing", "planning", "awaiting_review"],
      RUNNING_CARDS,
      now,
    );
    const stalled = await plans(context, ["stalled"], CARDS, now);
    const failed = await plans(context, ["failed"], CARDS, now);
    const finished = await plans(context, ["completed"], CARDS, now);
    const counts = await readDayCounts(context, daysAgo(now, WEEK_DAYS - 1));
    const recently = now.getTime() - WEEK_DAYS * DAY_MS;
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
        reviewCount: health.openReviews,
        stalled: [...stalled, ...running.filter(({ isStalled }) => isStalled)].slice(0, CARDS),
        stalledCount: (health.byStatus.stalled ?? 0) + health.silent,
        failed: failed.filter(({ updatedAt }) => updatedAt.getTime() >= recently),
      },
      runningNow: running
        .filter(({ status, isStalled }) => status === "executing" && !isStalled)
        .slice(0, CARDS),
      recentlyFinished: finished,
      isEmpty: Object.keys(health.byStatus).length === 0,
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

async function plans(context: TenantContext, status: PlanStatus[], limit: number, now: Date) {
  const request = { status, sort: "updated", after: null, limit, now } as const;
  return (await listConsolePlans(context, request)).map(planCard);
}
