import { markInboxItems, restoreInboxItems } from "@trovella/db/console";
import { AppError } from "@trovella/foundation";
import { z } from "zod";
import { readHidden } from "../hidden-items.ts";
import * as input from "../inputs.ts";
import { personProcedure, procedure, router } from "../trpc.ts";

const MAX_ITEMS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SNOOZE_MS = 60 * DAY_MS;
/** Reviews by their id, plans by theirs. */
const itemIds = z.array(input.id).min(1).max(MAX_ITEMS);

/** Everybody arranges their own inbox, also those who may only read. */
const own = () => personProcedure("account", ["review"], { localPermission: "review" });

/** What one person does not want to see in their inbox. */
export const inboxRouter = router({
  hidden: procedure("read").query(async ({ ctx: { context, caller, now } }) => {
    const { marks } = await readHidden(context, { caller, now });
    return { items: marks };
  }),

  /** Hides plans until something new happens to them. Open reviews need a decision, and can only be snoozed. */
  dismiss: own()
    .input(z.strictObject({ itemIds }))
    .mutation(({ ctx: { inTenant, caller, now }, input: { itemIds } }) =>
      inTenant(async (context) => {
        const { userId } = caller;
        const hidden = await markInboxItems(context, { userId, itemIds, until: null, now });
        if (hidden.length === 0) throw nothingToHide();
        return { itemIds: hidden };
      }),
    ),

  snooze: own()
    .input(z.strictObject({ itemIds, until: z.iso.datetime().transform((at) => new Date(at)) }))
    .mutation(({ ctx: { inTenant, caller, now }, input: { itemIds, until } }) =>
      inTenant(async (context) => {
        const ahead = until.getTime() - now.getTime();
        if (ahead <= 0 || ahead > MAX_SNOOZE_MS) throw notAhead();
        const hidden = await markInboxItems(context, {
          userId: caller.userId,
          itemIds,
          until,
          now,
        });
        if (hidden.length === 0) throw nothingToHide();
        return { itemIds: hidden };
      }),
    ),

  restore: own()
    .input(z.strictObject({ itemIds }))
    .mutation(({ ctx: { inTenant, caller }, input: { itemIds } }) =>
      inTenant(async (context) => {
        const restored = await restoreInboxItems(context, { userId: caller.userId, itemIds });
        if (restored.length === 0) throw nothingHidden();
        return { itemIds: restored };
      }),
    ),
});

function nothingToHide(): AppError {
  return new AppError(
    "NOT_FOUND",
    "There is no such plan or open review. Next: look at the inbox as it is now.",
  );
}

function nothingHidden(): AppError {
  return new AppError(
    "NOT_FOUND",
    "You have not hidden this. Next: look at the inbox as it is now.",
  );
}

function notAhead(): AppError {
  return new AppError(
    "INVALID_INPUT",
    "until: must be a time within the next 60 days. Next: choose another one.",
    { field: "until" },
  );
}
