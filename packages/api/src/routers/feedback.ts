import { listConsoleFeedback } from "@trovella/db/console";
import { SATISFACTIONS } from "@trovella/db/memory";
import { z } from "zod";
import { idPage, pageInput, pageOfIds } from "../id-page.ts";
import { procedure, router } from "../trpc.ts";

export const feedbackRouter = router({
  list: procedure("read")
    .input(z.object({ ...pageInput, satisfaction: z.enum(SATISFACTIONS).optional() }).prefault({}))
    .query(async ({ ctx: { context }, input }) => {
      const satisfaction = input.satisfaction ?? null;
      const rows = await listConsoleFeedback(context, { ...idPage(input), satisfaction });
      const { items, nextCursor } = pageOfIds(rows, input.limit);
      return { feedback: items, nextCursor };
    }),
});
