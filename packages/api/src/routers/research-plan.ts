import {
  listConsolePlans,
  listPlanEvents,
  PLAN_SORTS,
  PLAN_STATES,
  type PlanFilters,
  readEventPayload,
  readPlanHealth,
  readStepDetail,
} from "@trovella/db/console";
import { readPlan, readPlanPeople } from "@trovella/db/plans";
import {
  ACTIVITIES_OF_STATUS,
  BUDGET_CHANGES,
  type Budget,
  LIMITS,
  normalizeTag,
  PLAN_ACTIVITIES,
  PLAN_MODES,
  PLAN_STATUSES,
  type PlanActivity,
  RESERVE,
} from "@trovella/plan-engine";
import { readCursor } from "@trovella/research";
import { z } from "zod";
import { commitAssignment } from "../commit-assignment.ts";
import { commitBudget, commitClosing } from "../commit-budget.ts";
import { commitReopening } from "../commit-reopening.ts";
import { readHidden } from "../hidden-items.ts";
import * as input from "../inputs.ts";
import { orNotFound } from "../or-not-found.ts";
import { idText, momentText, pageOf } from "../page-of.ts";
import { personOf } from "../people.ts";
import { planCard } from "../plan-card.ts";
import { readPlanDetail } from "../plan-detail.ts";
import { candidatesFor } from "../review-people.ts";
import { procedure, procedureApart, router } from "../trpc.ts";
import { draftProcedures } from "./draft.ts";
import { planActions } from "./plan-actions.ts";
import { planPageProcedures } from "./plan-page.ts";

const MAX_FILTER = 200;
/** Characters of a long text in one reply. */
const TEXT_PAGE = 60_000;
const textOffset = z.int().min(0).max(100_000_000).default(0);

export const planFilters = {
  status: z
    .array(z.enum([...PLAN_ACTIVITIES, ...PLAN_STATUSES]))
    .max(PLAN_ACTIVITIES.length + PLAN_STATUSES.length)
    .default([])
    .transform((words) => [...new Set(words.flatMap(activitiesOf))]),
  text: input.text(MAX_FILTER).trim().optional(),
  mode: z.enum(PLAN_MODES).optional(),
  whose: input.whose,
  state: z.enum(PLAN_STATES).optional(),
  createdAfter: input.moment.optional(),
  createdBefore: input.moment.optional(),
  tag: input
    .text(2 * LIMITS.tagLength)
    .transform(normalizeTag)
    .optional(),
} satisfies Record<keyof PlanFilters, z.ZodType>;

export const planOrder = {
  sort: z.enum(PLAN_SORTS).default("updated"),
  isReversed: z.boolean().default(false),
};

/** What a page may begin behind, by sort; PostgreSQL would fail on anything else. */
const sortKeys = {
  updated: momentText,
  created: idText,
  name: input.text(MAX_FILTER),
  status: z.string().regex(/^\d{1,3}$/),
  progress: z.string().regex(/^\d{1,3}$/),
  sources: z.string().regex(/^\d{1,9}$/),
} satisfies Record<(typeof PLAN_SORTS)[number], z.ZodType>;

/** A stored status, as links of older versions have it, stands for the words of its plans. */
function activitiesOf(word: PlanActivity | keyof typeof ACTIVITIES_OF_STATUS) {
  return word in ACTIVITIES_OF_STATUS
    ? ACTIVITIES_OF_STATUS[word as keyof typeof ACTIVITIES_OF_STATUS]
    : [word as PlanActivity];
}

const cap = (max: number) => z.int("must be a whole number").min(1).max(max).optional();
const share = "must be from 5 to 50 percent (0.05 to 0.5)";
/** Caps to change; the others stay. The engine checks them against what is used. */
const budget = z.strictObject({
  steps: cap(LIMITS.stepsInPlan),
  attempts: cap(LIMITS.budgetCount),
  workMinutes: z.number().min(1).max(LIMITS.budgetCount).optional(),
  toolCalls: cap(LIMITS.budgetCount),
  subagents: cap(LIMITS.budgetCount),
  tokens: cap(LIMITS.budgetTokens),
  costUsd: z.number().min(0.01).max(LIMITS.budgetCount).optional(),
  reserve: z.number().min(RESERVE.min, share).max(RESERVE.max, share).optional(),
  changes: z.enum(BUDGET_CHANGES).optional(),
} satisfies Record<keyof Budget, z.ZodType>);

export const researchPlanRouter = router({
  ...planPageProcedures,
  ...draftProcedures,

  healthSummary: procedure("read")
    .input(z.object({ whose: input.whose }).prefault({}))
    .query(async ({ ctx: { context, now, caller, rule }, input: { whose } }) => {
      const of = whose === "mine" ? { userId: caller.userId, rule: await rule() } : null;
      const { hidden } = await readHidden(context, { caller, now });
      const { lastChanged: _, ...health } = await readPlanHealth(context, now, { of, hidden });
      const total = Object.values(health.byActivity).reduce((sum, count) => sum + count, 0);
      return { total, ...health };
    }),

  list: procedure("read")
    .input(
      z
        .object({
          ...planFilters,
          ...planOrder,
          limit: input.listLimit,
          cursor: input.cursor,
        })
        .prefault({}),
    )
    .query(async ({ ctx: { context, now, caller }, input }) => {
      const { sort, limit, cursor } = input;
      const position = readCursor(
        cursor,
        z.object({ sort: z.literal(sort), key: sortKeys[sort], id: idText }),
      );
      const rows = await listConsolePlans(context, {
        ...input,
        whose: personOf(input.whose, caller),
        after: position,
        limit: limit + 1,
        now,
      });
      const { items, nextCursor } = pageOf(rows, limit, (row) => ({
        sort,
        key: row.position,
        id: row.id,
      }));
      return { plans: items.map(planCard), nextCursor };
    }),

  detail: procedureApart("read")
    .input(z.object({ planId: input.id }))
    .query(async ({ ctx: { inTenant, now, caller, services, rule }, input: { planId } }) => {
      const mayWrite = caller.permissions.has("write");
      const decisionRule = await rule();
      const reading = {
        now,
        mayWrite,
        afterMs: services.documentAfterMs,
        viewpoint: { userId: caller.userId, rule: decisionRule },
      };
      const { hasNewDocument, ...detail } = await inTenant((context) =>
        readPlanDetail(context, planId, reading),
      );
      if (hasNewDocument) {
        services.onStored(caller.tenant);
        services.announce({ ...caller.tenant, topics: ["plan"] });
      }
      return detail;
    }),

  reopen: procedure("review", ["plan"])
    .input(z.object({ planId: input.id }))
    .mutation(({ ctx: { context, caller, services }, input: { planId } }) =>
      commitReopening(context, planId, { caller, now: services.now() }),
    ),

  changeBudget: procedure("review", ["plan"])
    .input(z.strictObject({ planId: input.id, budget }))
    .mutation(({ ctx: { context, caller, services }, input }) =>
      commitBudget(context, input, { caller, now: services.now() }),
    ),

  acceptClosing: procedure("review", ["plan"])
    .input(z.strictObject({ planId: input.id }))
    .mutation(({ ctx: { context, caller, services }, input: { planId } }) =>
      commitClosing(context, planId, { caller, now: services.now() }),
    ),

  /** The people of the plan, and the members who could be asked to review it. */
  candidates: procedure("read")
    .input(z.object({ planId: input.id }))
    .query(async ({ ctx: { context, rule }, input: { planId } }) => {
      const { plan } = await readPlan(context, planId);
      const people = await readPlanPeople(context, plan);
      return { ...people, candidates: candidatesFor(people, await rule()) };
    }),

  /** Asks a member to review the plan; null asks its owner again. */
  assign: procedure("write", ["plan", "review"])
    .input(z.strictObject({ planId: input.id, assigneeId: input.id.nullable() }))
    .mutation(({ ctx: { context, caller, services, rule }, input }) =>
      commitAssignment(context, input, { caller, now: () => services.now(), rule }),
    ),

  ...planActions,

  /** The whole texts of one step, in pages. */
  step: procedure("read")
    .input(
      z.object({
        planId: input.id,
        stepId: input.id,
        resultFrom: textOffset,
        reportFrom: textOffset,
      }),
    )
    .query(async ({ ctx: { context }, input }) =>
      orNotFound(await readStepDetail(context, { ...input, count: TEXT_PAGE }), "step"),
    ),

  events: procedure("read")
    .input(
      z.object({
        planId: input.id,
        /** Where to start; by default the first event, or the last one when going backward. */
        fromSeq: z.int().min(0).optional(),
        direction: z.enum(["forward", "backward"]).default("forward"),
        /** Failures, stalls, refusals, and reissued steps. */
        onlyProblems: z.boolean().default(false),
        limit: input.limit(100, 150),
      }),
    )
    .query(
      async ({ ctx: { context }, input: { planId, fromSeq, direction, onlyProblems, limit } }) => {
        const { events, skillEvents, total } = orNotFound(
          await listPlanEvents(context, {
            planId,
            from: fromSeq ?? null,
            isBackward: direction === "backward",
            onlyProblems,
            limit: limit + 1,
          }),
          "plan",
        );
        const items = events.slice(0, limit);
        const nextSeq = events.length > limit ? (items.at(-1)?.seq ?? null) : null;
        return {
          events: items,
          nextSeq,
          total,
          skillEvents: fromSeq === undefined ? skillEvents : [],
        };
      },
    ),

  /** The payload of one event, in pages. */
  event: procedure("read")
    .input(z.object({ eventId: input.id, from: textOffset }))
    .query(async ({ ctx: { context }, input: { eventId, from } }) => {
      const payload = orNotFound(await readEventPayload(context, eventId), "event");
      return { payload: payload.slice(from, from + TEXT_PAGE), length: payload.length };
    }),
});
