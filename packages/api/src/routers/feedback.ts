import { listConsoleFeedback } from "@trovella/db/console";
import { SATISFACTIONS } from "@trovella/db/memory";
import { z } from "zod";
import { pageInput, readIdPage } from "../id-page.ts";
import { procedure, router } from "../trpc.ts";

export const feedbackRouter = router({
  list: procedure("read")
    .input(z.object({ ...pageInput, satisfaction: z.enum(SATISFACTIONS).optional() }).prefault({}))
    .query(({ ctx: { context }, input: { satisfaction = null, ...input } }) =>
      readIdPage("feedback", input, (page) =>
        listConsoleFeedback(context, { ...page, satisfaction }),
      ),
    ),
});
