import { listSamplePlans } from "@trovella/db/console";
import { removeSample } from "@trovella/research";
import { personProcedure, procedure, procedureApart, router } from "../trpc.ts";
import { deleterOf } from "./deletion.ts";

/** Invented research, for people who want to look around first. */
export const sampleRouter = router({
  status: procedure("read").query(async ({ ctx: { context } }) => {
    const plans = await listSamplePlans(context);
    return { planCount: plans.length };
  }),

  /** What is loaded already stays as it is. */
  load: procedureApart("write", ["plan", "review", "run"]).mutation(
    async ({ ctx: { inTenant, caller, services } }) => {
      await services.loadSample(caller);
      return { planCount: (await inTenant(listSamplePlans)).length };
    },
  ),

  remove: personProcedure("write", ["plan", "review", "run", "toolCall"]).mutation(
    async ({ ctx: { caller, services, now } }) => {
      const deleter = deleterOf(caller, services);
      return { removed: await removeSample(services.database, caller.tenant, { deleter, now }) };
    },
  ),
});
