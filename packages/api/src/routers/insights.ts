import type { TenantContext } from "@trovella/db";
import {
  type DayCount,
  type ModeCosts,
  readEffort,
  readInsights,
  readPlanHealth,
  summarizeRuns,
} from "@trovella/db/console";
import { readStepCosts } from "@trovella/db/plans";
import { PLAN_MODES, withDefaultCosts } from "@trovella/plan-engine";
import { z } from "zod";
import { countOn, DAY_MS, daysAgo, listDays } from "../days.ts";
import { procedure, router } from "../trpc.ts";

const period = z.object({ days: z.int().min(1).max(90).default(30) }).prefault({});

export const insightsRouter = router({
  summary: procedure("read")
    .input(period)
    .query(async ({ ctx: { context, now }, input: { days: count } }) => {
      const runs = await summarizeRuns(context, new Date(now.getTime() - DAY_MS));
      const rows = await readInsights(context, { since: daysAgo(now, count - 1), now });
      const { byActivity } = await readPlanHealth(context, now);
      const days = listDays(now, count);
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
        /** Of the plans that changed in the period, those that stalled in it or are stalled now. */
        stallRate: share(rows.stalledPlans, rows.activePlans),
        stalledPlans: rows.stalledPlans,
        activePlans: rows.activePlans,
        /** However long ago they changed, as lists show them. */
        stalledNow: byActivity.stalled,
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

  /** What plans took, and whether a document came out. */
  effort: procedure("read")
    .input(period)
    .query(async ({ ctx: { context, now }, input: { days } }) => {
      const since = daysAgo(now, days - 1);
      const expected = await expectedCosts(context, since);
      const { documents, ...effort } = await readEffort(context, since, expected);
      const { plans, assistant, server } = documents;
      return {
        ...effort,
        documents: { ...documents, share: share(assistant + server, plans) },
      };
    }),
});

/** As estimates were at the beginning of the period, so that what then happened can be compared with them. */
async function expectedCosts(context: TenantContext, since: Date): Promise<ModeCosts[]> {
  const expected: ModeCosts[] = [];
  for (const mode of [...PLAN_MODES, null]) {
    const history = await readStepCosts(context, { mode, now: since });
    expected.push({ mode, costs: withDefaultCosts(history) });
  }
  return expected;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1_000 * part) / whole) / 1_000;
}
