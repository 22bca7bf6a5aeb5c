import { AppError, type Permission, ROLES, type Role, SCOPES } from "@trovella/foundation";
import { z } from "zod";
import * as input from "../inputs.ts";
import { actOf, browserSessionOf, peopleOf } from "../people.ts";
import { procedureApart, router } from "../trpc.ts";

/** Longer than any name may be: those who keep names say what is wrong with one. */
const name = input.text(300);

export const organizationRouter = router({
  /** Who calls, where, and what they may do there; in local mode there is nobody to tell of. */
  current: procedureApart("read").query(async ({ ctx: { services, caller } }) => {
    const permissions = [...caller.permissions];
    if (!services.people) return { permissions, team: null };
    const { tenant, userId, userName, userEmail } = caller;
    const organizations = await services.people.listOrganizations(userId);
    const membership = organizations.find((each) => each.organizationId === tenant.organizationId);
    if (!membership) throw notThere();
    const { organizationId, organizationName, role } = membership;
    return {
      permissions,
      team: {
        userId,
        userName,
        userEmail,
        organizationId,
        organizationName,
        role,
        /** What the caller can give to a token, and to members. */
        scopes: SCOPES.filter((scope) => caller.permissions.has(scope)),
        roles: rolesToGive(role, caller.permissions),
      },
    };
  }),

  /** All organizations of the caller; with a token the one that it is for. */
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

  /** The caller owns it, and goes on in it. */
  create: procedureApart("account", ["people"])
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

  /** For this browser: others, and tokens, stay where they are. */
  switchTo: procedureApart("account", ["people"])
    .input(z.strictObject({ organizationId: input.id }))
    .mutation(async ({ ctx: { services, caller }, input: { organizationId } }) => {
      const sessionId = browserSessionOf(caller);
      const { userId } = caller;
      await peopleOf(services).setActiveOrganization({ sessionId, userId, organizationId });
      return { organizationId };
    }),

  rename: procedureApart("admin", ["people"])
    .input(z.strictObject({ name }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      await peopleOf(services).rename({ ...actOf(caller), name: input.name });
      return { organizationId: caller.tenant.organizationId };
    }),

  leave: procedureApart("account", ["people"])
    .input(z.strictObject({}).prefault({}))
    .mutation(async ({ ctx: { services, caller } }) => {
      const { organizationId } = caller.tenant;
      await peopleOf(services).leave({ organizationId, userId: caller.userId });
      return { organizationId };
    }),
});

/** Only owners make owners. */
function rolesToGive(role: Role, permissions: ReadonlySet<Permission>): readonly Role[] {
  if (!permissions.has("admin")) return [];
  return ROLES.filter((each) => role === "owner" || each !== "owner");
}

function notThere(): AppError {
  return new AppError(
    "FORBIDDEN",
    "You do not belong to this organization any more. Next: choose another.",
  );
}
