import { ROLES } from "@trovella/foundation";
import { z } from "zod";
import * as input from "../inputs.ts";
import { actOf, peopleOf } from "../people.ts";
import { personProcedure, procedureApart, router } from "../trpc.ts";

const userId = input.id;

export const memberRouter = router({
  list: procedureApart("read").query(async ({ ctx: { services, caller } }) => {
    const members = await peopleOf(services).listMembers(actOf(caller));
    const own = members.find((member) => member.userId === caller.userId)?.role;
    return {
      members: members.map((member) => ({
        ...member,
        isSelf: member.userId === caller.userId,
        /** Whether the caller may change the role, or remove the member. */
        isChangeable:
          caller.permissions.has("admin") && (own === "owner" || member.role !== "owner"),
      })),
    };
  }),

  changeRole: personProcedure("admin", ["people"])
    .input(z.strictObject({ userId, role: z.enum(ROLES) }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).changeRole({ ...actOf(caller), ...input });
      return input;
    }),

  /** What signs the member in here, or acts for them, beside their tokens. */
  access: personProcedure("admin")
    .input(z.strictObject({ userId }))
    .query(({ ctx: { services, caller }, input }) =>
      peopleOf(services).listMemberAccess({ ...actOf(caller), ...input }),
    ),

  /** Ends the member's sessions, tokens and apps in this organization; they stay a member. */
  endAccess: personProcedure("admin", ["people"])
    .input(z.strictObject({ userId }))
    .mutation(({ ctx: { services, caller }, input }) =>
      peopleOf(services).endMemberAccess({ ...actOf(caller), ...input }),
    ),

  /** Also revokes the member's tokens and OAuth grants. */
  remove: personProcedure("admin", ["people"])
    .input(z.strictObject({ userId }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).removeMember({ ...actOf(caller), ...input });
      return input;
    }),
});
