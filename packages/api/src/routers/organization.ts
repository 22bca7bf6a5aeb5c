import { readDecisionRule } from "@trovella/db/identity";
import { AppError, type Permission, ROLES, type Role, SCOPES } from "@trovella/foundation";
import { WHO_DECIDES } from "@trovella/plan-engine";
import { z } from "zod";
import * as input from "../inputs.ts";
import { actOf, browserSessionOf, peopleOf } from "../people.ts";
import { personProcedure, procedureApart, router } from "../trpc.ts";

/** Only a bound; names are checked where they are stored. */
const name = input.text(300);

export const organizationRouter = router({
  /** The caller, their organization and their permissions; in local mode the permissions alone. */
  current: procedureApart("read").query(async ({ ctx: { services, caller } }) => {
    const permissions = [...caller.permissions];
    if (!services.people) return { permissions, team: null };
    const { tenant, userId, userName, userEmail } = caller;
    const organizations = await services.people.listOrganizations(userId);
    const membership = organizations.find((each) => each.organizationId === tenant.organizationId);
    if (!membership) {
      throw new AppError(
        "FORBIDDEN",
        "You do not belong to this organization any more. Next: choose another.",
      );
    }
    const { organizationId, organizationName, role } = membership;
    const { whoDecides, memberCount } = await readDecisionRule(services.database, organizationId);
    return {
      permissions,
      team: {
        userId,
        userName,
        userEmail,
        organizationId,
        organizationName,
        role,
        whoDecides,
        /** With one member nothing says whose a plan is. */
        isShared: memberCount > 1,
        /** The scopes the caller can give to a token, and the roles they can give to members. */
        scopes: SCOPES.filter((scope) => caller.permissions.has(scope)),
        roles: rolesToGive(role, caller.permissions),
        canCreateOrganizations: await services.people.canCreateOrganization(userId),
      },
    };
  }),

  /** All organizations of the caller; with a token only its own. */
  list: procedureApart("account").query(async ({ ctx: { services, caller } }) => {
    const organizations = (await peopleOf(services).listOrganizations(caller.userId)).map(
      (organization) => ({
        ...organization,
        isCurrent: organization.organizationId === caller.tenant.organizationId,
      }),
    );
    const isEverywhere = caller.browserSessionId !== null;
    return { organizations: organizations.filter(({ isCurrent }) => isEverywhere || isCurrent) };
  }),

  /** The caller becomes its owner and switches to it. */
  create: personProcedure("account", ["people"])
    .input(z.strictObject({ name }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const sessionId = browserSessionOf(caller);
      const people = peopleOf(services);
      const { userId } = caller;
      const organization = { ownerId: userId, name: input.name, type: "company" as const };
      const organizationId = await people.createOrganization(organization);
      await people.setActiveOrganization({ sessionId, userId, organizationId });
      return { organizationId };
    }),

  /** Switches this browser session only. */
  switchTo: personProcedure("account", ["people"])
    .input(z.strictObject({ organizationId: input.id }))
    .mutation(async ({ ctx: { services, caller }, input: { organizationId } }) => {
      const sessionId = browserSessionOf(caller);
      const { userId } = caller;
      await peopleOf(services).setActiveOrganization({ sessionId, userId, organizationId });
      return { organizationId };
    }),

  rename: personProcedure("admin", ["people"])
    .input(z.strictObject({ name }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).rename({ ...actOf(caller), name: input.name });
      return { organizationId: caller.tenant.organizationId };
    }),

  /** Who may decide the reviews of its plans (R39). */
  setWhoDecides: personProcedure("admin", ["people", "plan", "review"])
    .input(z.strictObject({ whoDecides: z.enum(WHO_DECIDES) }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).setWhoDecides({ ...actOf(caller), ...input });
      return input;
    }),

  leave: personProcedure("account", ["people"])
    .input(z.strictObject({}).prefault({}))
    .mutation(async ({ ctx: { services, caller } }) => {
      const { organizationId } = caller.tenant;
      await peopleOf(services).leave({ organizationId, userId: caller.userId });
      return { organizationId };
    }),
});

/** Only owners can appoint owners. */
function rolesToGive(role: Role, permissions: ReadonlySet<Permission>): readonly Role[] {
  if (!permissions.has("admin")) return [];
  return ROLES.filter((each) => role === "owner" || each !== "owner");
}
