import { readPlan } from "@trovella/db/plans";
import { z } from "zod";
import * as input from "../inputs.ts";
import { readPlanResult } from "../plan-result.ts";
import { procedureApart } from "../trpc.ts";

const ofPlan = z.object({ planId: input.id });

/** The parts of a plan that its page asks for when they are opened; procedures of the router `researchPlan`. */
export const planPageProcedures = {
  // No transaction stays open while the report is linted and rendered.
  result: procedureApart("read")
    .input(ofPlan)
    .query(async ({ ctx: { inTenant }, input: { planId } }) => {
      await inTenant((context) => readPlan(context, planId));
      return readPlanResult(inTenant, planId);
    }),
};
