import { readPlan } from "@trovella/db/plans";
import { z } from "zod";
import * as input from "../inputs.ts";
import { readPlanEvidence } from "../plan-evidence.ts";
import { readPlanLog } from "../plan-log.ts";
import { checkReport, readPlanResult } from "../plan-result.ts";
import { procedure, procedureApart } from "../trpc.ts";

const ofPlan = z.object({ planId: input.id });

/** The parts of a plan that its page asks for when they are opened; procedures of the router `researchPlan`. */
export const planPageProcedures = {
  result: procedure("read")
    .input(ofPlan)
    .query(async ({ ctx: { context }, input: { planId } }) => {
      await readPlan(context, planId);
      return readPlanResult(context, planId);
    }),

  // No transaction stays open while the report is checked.
  citationCheck: procedureApart("read")
    .input(z.object({ outputId: input.reference }))
    .query(({ ctx: { inTenant }, input: { outputId } }) => checkReport(inTenant, outputId)),

  evidence: procedure("read")
    .input(
      ofPlan.extend({
        stepId: input.id.optional(),
        /** The number of a source in the plan. */
        source: z.int().min(1).max(1_000_000).optional(),
        /** Findings without a source, and doubtful ones. */
        onlyProblems: z.boolean().default(false),
        limit: input.limit(25, 50),
        cursor: input.cursor,
      }),
    )
    .query(({ ctx: { context }, input }) => readPlanEvidence(context, input)),

  /** Events and tool calls in one list, newest first. */
  log: procedure("read")
    .input(
      ofPlan.extend({
        kind: z.enum(["events", "calls"]).optional(),
        client: input.text(200).optional(),
        onlyProblems: z.boolean().default(false),
        fromSeq: z.int().min(1).max(1_000_000_000).optional(),
        limit: input.limit(100),
        cursor: input.cursor,
      }),
    )
    .query(({ ctx: { context }, input }) => readPlanLog(context, input)),
};
