import { ROLES } from "@trovella/foundation";
import { z } from "zod";
import * as input from "../inputs.ts";
import { actOf, peopleOf } from "../people.ts";
import { personProcedure, router } from "../trpc.ts";

/** Only a bound; e-mail addresses are checked where they are stored. */
const MAX_EMAIL = 400;

export const invitationRouter = router({
  /** Invitations that are still open, without their links. */
  list: personProcedure("admin").query(async ({ ctx: { services, caller } }) => {
    const invitations = await peopleOf(services).listInvitations(actOf(caller));
    return {
      invitations: invitations.map(({ id, email, role, inviterName, expiresAt }) => ({
        id,
        email,
        role,
        inviterName,
        expiresAt,
      })),
    };
  }),

  /** Only this reply ever shows the link. */
  create: personProcedure("admin", ["people"])
    .input(z.strictObject({ email: input.text(MAX_EMAIL), role: z.enum(ROLES) }))
    .mutation(({ ctx: { services, caller }, input }) =>
      peopleOf(services).invite({ ...actOf(caller), ...input }),
    ),

  revoke: personProcedure("admin", ["people"])
    .input(z.strictObject({ invitationId: input.id }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).revokeInvitation({ ...actOf(caller), ...input });
      return input;
    }),
});
