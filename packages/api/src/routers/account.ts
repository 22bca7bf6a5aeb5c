import { z } from "zod";
import * as input from "../inputs.ts";
import { browserSessionOf, peopleOf } from "../people.ts";
import { personProcedure, router } from "../trpc.ts";

/** Only a bound; the rules for passwords are checked where passwords are stored. */
const password = input.text(1_000);

export const accountRouter = router({
  /** Ends all other sessions of the user. */
  changePassword: personProcedure("account", ["people"])
    .input(z.strictObject({ current: password, next: password }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const sessionId = browserSessionOf(caller);
      const { userId } = caller;
      await peopleOf(services).changePassword({ ...input, userId, sessionId });
      return { userId };
    }),
});
