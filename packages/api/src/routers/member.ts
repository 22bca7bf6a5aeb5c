import { ROLES } from "@trovella/foundation";
import { z } from "zod";
import * as input from "../inputs.ts";
import { actOf, peopleOf } from "../people.ts";
import { procedureApart, router } from "../trpc.ts";

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

  changeRole: procedureApart("admin", ["people"])
    .input(z.strictObject({ userId, role: z.enum(ROLES) }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).changeRole({ ...actOf(caller), ...input });
      return input;
    }),

  /** Also revokes the member's tokens and OAuth grants. */
  remove: procedureApart("admin", ["people"])
    .input(z.strictObject({ userId }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).removeMember({ ...actOf(caller), ...input });
      return input;
    }),
});
