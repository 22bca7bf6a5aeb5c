import { z } from "zod";
import * as input from "../inputs.ts";
import { browserSessionOf, peopleOf } from "../people.ts";
import { personProcedure, router } from "../trpc.ts";

/** The browsers in which the caller is signed in. */
export const sessionRouter = router({
  list: personProcedure("account").query(async ({ ctx: { services, caller } }) => {
    const sessions = await peopleOf(services).listSessions(caller.userId);
    return {
      sessions: sessions.map((session) => ({
        ...session,
        isCurrent: session.id === caller.browserSessionId,
      })),
    };
  }),

  /** One of them; without an id all others than the one that asks. */
  end: personProcedure("account", ["people"])
    .input(z.strictObject({ sessionId: input.id.nullable() }))
    .mutation(async ({ ctx: { services, caller }, input: { sessionId } }) => {
      const keptSessionId = browserSessionOf(caller);
      const { userId } = caller;
      const ended = await peopleOf(services).endOwnSessions({ userId, sessionId, keptSessionId });
      return { ended };
    }),
});
