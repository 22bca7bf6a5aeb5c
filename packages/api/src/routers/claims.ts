import {
  type ClaimFilters,
  countClaimAudits,
  listClaimsByIds,
  listClaimsToDraw,
  listConsoleClaims,
  readClaimsOfSource,
} from "@trovella/db/console";
import { AUDIT_VERDICTS, CLAIM_STATUSES } from "@trovella/db/evidence";
import {
  auditClaim,
  type Caller,
  type ClaimMeans,
  readCursor,
  recordReviewRefusal,
  rejudgeClaims,
  sampleClaims,
  wilsonInterval,
} from "@trovella/research";
import { z } from "zod";
import { readClaimDetail } from "../claim-detail.ts";
import { isLockedPage, pinRequired } from "../commit-decision.ts";
import type { ApiServices } from "../context.ts";
import * as input from "../inputs.ts";
import { idText, pageOf } from "../page-of.ts";
import { procedure, procedureApart, router } from "../trpc.ts";

const MAX_NOTE = 2_000;
const MAX_SECONDS = 3_600;
const OF_SOURCE = 20;

export const claimFilters = {
  planId: input.id.optional(),
  status: z.enum(CLAIM_STATUSES).optional(),
  isKey: z.boolean().optional(),
  sourceId: input.id.optional(),
  isUnaudited: z.boolean().optional(),
} satisfies Record<keyof ClaimFilters, z.ZodType>;

const position = z.object({ id: idText, rank: z.int(), number: z.int() });

interface Rejudging {
  readonly planId: string;
  readonly inTenant: ClaimMeans["inTenant"];
  readonly caller: Caller;
  readonly services: Pick<ApiServices, "onFailure">;
}

/** The verdict is stored by then: that what follows from it could not be judged again must not look as if it were not. */
async function rejudge(
  numbers: readonly number[],
  { planId, inTenant, caller, services }: Rejudging,
): Promise<void> {
  if (numbers.length === 0) return;
  const { organizationId } = caller.tenant;
  try {
    await rejudgeClaims({ planId, numbers }, { inTenant, organizationId, waitForCaptures: null });
  } catch (error) {
    services.onFailure(error, planId);
  }
}

export const claimsRouter = router({
  /** Of one plan the key claims first, then the risks; of all plans the newest. */
  list: procedure("read")
    .input(z.object({ ...claimFilters, limit: input.listLimit, cursor: input.cursor }).prefault({}))
    .query(async ({ ctx: { context }, input: { limit, cursor, ...chosen } }) => {
      const after = readCursor(cursor, position);
      const rows = await listConsoleClaims(context, { ...chosen, after, limit: limit + 1 });
      const { items, nextCursor } = pageOf(rows, limit, ({ id, rank, number }) => ({
        id,
        rank,
        number,
      }));
      return { claims: items, nextCursor };
    }),

  detail: procedure("read")
    .input(z.object({ claimId: input.id }))
    .query(async ({ ctx: { context, caller }, input: { claimId } }) => ({
      ...(await readClaimDetail(context, claimId)),
      isPinRequired: isLockedPage(caller),
    })),

  /** The claims that rest on a source, however plans mention it. */
  ofSource: procedure("read")
    .input(z.object({ sourceId: input.id }))
    .query(({ ctx: { context }, input: { sourceId } }) =>
      readClaimsOfSource(context, { sourceId, limit: OF_SOURCE }),
    ),

  /** The claims of a plan that are worth looking at if there is no time for all. */
  sample: procedure("read")
    .input(z.object({ planId: input.id }))
    .query(async ({ ctx: { context }, input: { planId } }) => {
      const ids = sampleClaims(planId, await listClaimsToDraw(context, planId));
      return { claims: await listClaimsByIds(context, ids) };
    }),

  /** How many claims of a plan were looked at, and what that says about the others. */
  auditSummary: procedure("read")
    .input(z.object({ planId: input.id }))
    .query(async ({ ctx: { context }, input: { planId } }) => {
      const { total, agree, disagree, unsure, medianSeconds } = await countClaimAudits(
        context,
        planId,
      );
      return {
        total,
        seen: agree + disagree + unsure,
        wrong: disagree,
        unsure,
        /** The share of wrong ones to expect among the rest. */
        expected: wilsonInterval(disagree, agree + disagree),
        medianSeconds,
      };
    }),

  audit: procedureApart("review", ["plan"])
    .input(
      z.object({
        claimId: input.id,
        /** Of the claim as it was shown. */
        digest: input.text(200),
        verdict: z.enum(AUDIT_VERDICTS),
        note: input.text(MAX_NOTE).optional(),
        seconds: z.int().min(0).max(MAX_SECONDS).optional(),
      }),
    )
    .mutation(async ({ ctx: { inTenant, caller, services }, input }) => {
      const { note, seconds, ...verdict } = input;
      try {
        if (isLockedPage(caller)) throw pinRequired();
        const { carried, ...audited } = await inTenant((context) =>
          auditClaim(context, {
            ...verdict,
            note: note?.trim() || null,
            seconds: seconds ?? null,
            userId: caller.userId,
            via: caller.isPerson ? "console" : "api",
            now: services.now(),
          }),
        );
        await rejudge(carried, { planId: audited.planId, inTenant, caller, services });
        return audited;
      } catch (error) {
        await recordReviewRefusal(services.database, caller, { error, planId: input.claimId });
        throw error;
      }
    }),
});
