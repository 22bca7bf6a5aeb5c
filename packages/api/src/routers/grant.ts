import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { z } from "zod";
import type { ApiServices } from "../context.ts";
import * as input from "../inputs.ts";
import { peopleOf } from "../people.ts";
import { personProcedure, procedureApart, router } from "../trpc.ts";

/** The OAuth clients that the caller authorized in this organization. */
export const grantRouter = router({
  list: procedureApart("account").query(async ({ ctx: { services, caller } }) => ({
    grants: (await grantsOf(services, caller)).map(({ id, clientName, scopes, createdAt }) => ({
      id,
      clientName,
      scopes,
      createdAt,
    })),
  })),

  revoke: personProcedure("account", ["people"])
    .input(z.strictObject({ grantId: input.id }))
    .mutation(async ({ ctx: { services, caller }, input: { grantId } }) => {
      const grants = await grantsOf(services, caller);
      if (!grants.some(({ id }) => id === grantId)) {
        throw new AppError("NOT_FOUND", "There is no such grant. Next: list the grants again.");
      }
      await peopleOf(services).revokeGrant({ userId: caller.userId, grantId });
      return { grantId };
    }),
});

async function grantsOf(services: ApiServices, { tenant, userId }: Caller) {
  const grants = await peopleOf(services).listGrants(userId);
  return grants.filter(({ organizationId }) => organizationId === tenant.organizationId);
}
