import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { z } from "zod";
import type { ApiServices } from "../context.ts";
import * as input from "../inputs.ts";
import { actOf, peopleOf } from "../people.ts";
import { forbidden, personProcedure, procedureApart, router } from "../trpc.ts";

/** The OAuth clients that members authorized in this organization. */
export const grantRouter = router({
  /** The caller's own grants; for administrators also those of the whole organization. */
  list: procedureApart("account")
    .input(z.object({ whose: z.enum(["own", "all"]).default("own") }).prefault({}))
    .query(async ({ ctx: { services, caller }, input: { whose } }) => {
      if (whose === "all" && !caller.permissions.has("admin")) throw forbidden("admin");
      const grants =
        whose === "all"
          ? await peopleOf(services).listMemberGrants(actOf(caller))
          : await ownGrants(services, caller);
      return {
        grants: grants.map(({ organizationId: _, clientId: __, ...grant }) => ({
          ...grant,
          isOwn: grant.userId === caller.userId,
        })),
      };
    }),

  /** Administrators revoke the grants of all members. */
  revoke: personProcedure("account", ["people"])
    .input(z.strictObject({ grantId: input.id }))
    .mutation(async ({ ctx: { services, caller }, input: { grantId } }) => {
      const people = peopleOf(services);
      const grants = await ownGrants(services, caller);
      if (grants.some(({ id }) => id === grantId)) {
        await people.revokeGrant({ userId: caller.userId, grantId });
      } else if (caller.permissions.has("admin")) {
        await people.revokeMemberGrant({ ...actOf(caller), grantId });
      } else {
        throw new AppError("NOT_FOUND", "There is no such grant. Next: list the grants again.");
      }
      return { grantId };
    }),
});

async function ownGrants(services: ApiServices, { tenant, userId }: Caller) {
  const grants = await peopleOf(services).listGrants(userId);
  return grants.filter(({ organizationId }) => organizationId === tenant.organizationId);
}
