import { type FeedbackFilters, listConsoleFeedback } from "@trovella/db/console";
import { SATISFACTIONS } from "@trovella/db/memory";
import { z } from "zod";
import { type PageInput, pageInput, readIdPage } from "../id-page.ts";
import { procedure, router } from "../trpc.ts";

const listInput = {
  ...pageInput,
  satisfaction: z.enum(SATISFACTIONS).optional(),
} satisfies PageInput<FeedbackFilters>;

export const feedbackRouter = router({
  list: procedure("read")
    .input(z.object(listInput).prefault({}))
    .query(({ ctx: { context }, input }) =>
      readIdPage("feedback", input, (page) => listConsoleFeedback(context, page)),
    ),
});
