import { z } from "zod";
import { procedureApart, router } from "../trpc.ts";

const MAX_ORIGIN = 300;
const origin = z.url({ protocol: /^https?$/ }).max(MAX_ORIGIN);

export const connectRouter = router({
  clients: procedureApart("read")
    .input(z.object({ origin }))
    .query(({ ctx: { services }, input }) => ({
      clients: services.clientsAt(new URL(input.origin).origin),
    })),
});
