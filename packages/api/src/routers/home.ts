import type { TenantContext } from "@trovella/db";
import {
  type DayCount,
  listConsolePlans,
  listOpenReviews,
  readDayCounts,
  readPlanHealth,
} from "@trovella/db/console";
import { isClosed, PLAN_STATUSES, type PlanStatus } from "@trovella/plan-engine";
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
    const closing = await plans(context, OPEN, CARDS, now, { isClosingEarly: true });
    const isClosing = ({ id }: { readonly id: string }) => closing.some((plan) => plan.id === id);
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
        closing,
        // A plan that closes early is one item, which also says that it has stalled.
        stalled: [...stalled, ...running.filter(({ isStalled }) => isStalled)]
          .filter((plan) => !isClosing(plan))
          .slice(0, CARDS),
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

const OPEN: readonly PlanStatus[] = PLAN_STATUSES.filter((status) => !isClosed(status));

async function plans(
  context: TenantContext,
  status: readonly PlanStatus[],
  limit: number,
  now: Date,
  more: { readonly isClosingEarly?: boolean } = {},
) {
  const request = { status, sort: "updated", after: null, limit, now, ...more } as const;
  return (await listConsolePlans(context, request)).map(planCard);
}
