import type { TenantContext } from "@trovella/db";
import {
  type DayCount,
  listConsolePlans,
  listOpenReviews,
  readDayCounts,
  readInsights,
  readPlanHealth,
  summarizeRuns,
} from "@trovella/db/console";
import type { PlanStatus } from "@trovella/plan-engine";
import { z } from "zod";
import { decisionEffects } from "../condition-in-words.ts";
import { planCard } from "../plan-card.ts";
import { procedure, router } from "../trpc.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
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
    const days = dayList(now, WEEK_DAYS);
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

export const insightsRouter = router({
  summary: procedure("read")
    .input(z.object({ days: z.int().min(1).max(90).default(30) }).prefault({}))
    .query(async ({ ctx: { context, now }, input: { days: count } }) => {
      const runs = await summarizeRuns(context, new Date(now.getTime() - DAY_MS));
      const rows = await readInsights(context, daysAgo(now, count - 1));
      const days = dayList(now, count);
      const total = (kind: DayCount["kind"]) =>
        days.reduce((sum, day) => sum + countOn(rows.days, day, kind), 0);
      const closed = total("completed") + total("failed");
      const calls = rows.clients.reduce((sum, client) => sum + client.calls, 0);
      const errors = rows.clients.reduce((sum, client) => sum + client.errors, 0);
      return {
        ...runs,
        periodDays: count,
        /** Of the plans that ended in the period; null when none did. */
        completionRate: share(total("completed"), closed),
        /** Of the plans that changed in the period, those in which a stall was noticed. */
        stallRate: share(rows.stalledPlans, rows.activePlans),
        stalledPlans: rows.stalledPlans,
        activePlans: rows.activePlans,
        decisions: rows.decisions,
        satisfaction: rows.satisfaction,
        toolErrorRate: share(errors, calls),
        toolErrorsByClient: rows.clients,
        byDay: days.map((day) => ({
          day,
          plansStarted: countOn(rows.days, day, "created"),
          plansCompleted: countOn(rows.days, day, "completed"),
          plansFailed: countOn(rows.days, day, "failed"),
          runs: countOn(rows.days, day, "runs"),
          artifacts: countOn(rows.days, day, "artifacts"),
          outputs: countOn(rows.days, day, "outputs"),
        })),
      };
    }),
});

async function plans(context: TenantContext, statuses: PlanStatus[], limit: number, now: Date) {
  const filter = { text: null, mode: null, sort: "updated", after: null } as const;
  return (await listConsolePlans(context, { ...filter, statuses, limit, now })).map(planCard);
}

/** The beginning of the day so many days ago, in UTC. */
function daysAgo(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
}

function dayList(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    daysAgo(now, count - 1 - index)
      .toISOString()
      .slice(0, 10),
  );
}

function countOn(counts: readonly DayCount[], day: string, kind: string): number {
  return counts.find((row) => row.day === day && row.kind === kind)?.count ?? 0;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1_000 * part) / whole) / 1_000;
}
