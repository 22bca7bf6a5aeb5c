import { z } from "zod";
import * as input from "../inputs.ts";
import { browserSessionOf, peopleOf } from "../people.ts";
import { procedureApart, router } from "../trpc.ts";

/** Longer ones are refused by whoever checks them; this only keeps out what is no password at all. */
const password = input.text(1_000);

/** What a person changes about themselves. */
export const accountRouter = router({
  /** All other sessions of the person end. */
  changePassword: procedureApart("account", ["people"])
    .input(z.strictObject({ current: password, next: password }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const sessionId = browserSessionOf(caller);
      const { userId } = caller;
      await peopleOf(services).changePassword({ ...input, userId, sessionId });
      return { userId };
    }),
});
