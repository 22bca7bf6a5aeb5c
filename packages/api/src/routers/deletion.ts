import {
  type Caller,
  DELETABLE,
  type Deleter,
  deletePerson,
  deleteResearch,
  previewDeletion,
  previewPersonDeletion,
} from "@trovella/research";
import { z } from "zod";
import type { ApiServices } from "../context.ts";
import * as input from "../inputs.ts";
import { personProcedure, procedure, router } from "../trpc.ts";

const target = { kind: z.enum(DELETABLE), id: input.reference };
const MAX_CONFIRMATION = 1_000;

/** For people alone (R37): tokens are refused. */
export const deletionRouter = router({
  /** What would go. */
  preview: procedure("read")
    .input(z.strictObject(target))
    .query(({ ctx: { context, caller, services }, input }) =>
      previewDeletion(context, deleterOf(caller, services), input),
    ),

  delete: personProcedure("write", ["plan", "review", "run", "toolCall"])
    .input(z.strictObject({ ...target, confirmation: input.text(MAX_CONFIRMATION) }))
    .mutation(({ ctx: { caller, services, now }, input }) =>
      deleteResearch(services.database, caller.tenant, deleterOf(caller, services), {
        ...input,
        now,
      }),
    ),

  /** What deleting a member's data would take away. */
  previewPerson: personProcedure("admin")
    .input(z.strictObject({ userId: input.id }))
    .query(({ ctx: { caller, services }, input: { userId } }) =>
      previewPersonDeletion(services.database, caller.tenant, deleterOf(caller, services), userId),
    ),

  deletePerson: personProcedure("admin", ["people", "plan", "review"])
    .input(
      z.strictObject({
        userId: input.id,
        /** Who gets the plans; null deletes them. */
        heirId: input.id.nullable(),
        confirmation: input.text(MAX_CONFIRMATION),
      }),
    )
    .mutation(({ ctx: { caller, services, now }, input }) =>
      deletePerson(services.database, caller.tenant, deleterOf(caller, services), {
        ...input,
        now,
      }),
    ),
});

/** In local mode there is one user, who may delete everything. */
export function deleterOf(
  { userId, isPerson, permissions }: Caller,
  { people }: Pick<ApiServices, "people">,
): Deleter {
  return { userId, isPerson, isAdmin: people === null || permissions.has("admin") };
}
