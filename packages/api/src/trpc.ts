import { type TenantContext, withTenantContext } from "@trovella/db";
import { CHANGE_TOPICS } from "@trovella/db/changes";
import type { Permission } from "@trovella/foundation";
import { AppError } from "@trovella/foundation";
import { initTRPC } from "@trpc/server";
import type { ApiContext } from "./context.ts";
import { failureOf, replyOf } from "./failures.ts";

interface Meta {
  readonly permission: Permission;
}

const t = initTRPC
  .context<ApiContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const { message, code, details } = replyOf(error);
      const { path, httpStatus } = shape.data;
      return {
        ...shape,
        message,
        data: { path, httpStatus, code: shape.data.code, appCode: code, details },
      };
    },
  });

export const { router, createCallerFactory } = t;

/** A procedure with the permission that it needs; it opens its transactions itself, for work that must not hold one open. */
export function procedureApart(permission: Permission) {
  return t.procedure
    .meta({ permission })
    .use(async ({ ctx: { services, caller }, next, type }) => {
      const result = await next();
      if (!result.ok) throw failureOf(result.error, services);
      if (type === "mutation") services.announce({ ...caller.tenant, topics: CHANGE_TOPICS });
      return result;
    })
    .use(({ ctx: { caller, services }, next }) => {
      if (!caller.permissions.has(permission)) throw forbidden(permission);
      const inTenant = <T>(work: (context: TenantContext) => Promise<T>) =>
        withTenantContext(services.database, caller.tenant, work);
      return next({ ctx: { now: services.now(), inTenant } });
    });
}

/** A procedure with the permission that it needs, run in one transaction of the caller's organization. */
export function procedure(permission: Permission) {
  return procedureApart(permission).use(({ ctx, next }) =>
    ctx.inTenant(async (context) => {
      const result = await next({ ctx: { context } });
      // `next` returns errors; only a throw rolls back. What was thrown inside says why to run again.
      if (!result.ok) throw result.error.cause ?? result.error;
      return result;
    }),
  );
}

const RIGHTS: Readonly<Record<Permission, string>> = {
  read: "read",
  write: "write",
  review: "review",
  token: "have access tokens",
  account: "change your own account",
  admin: "administer the organization",
};

export function forbidden(permission: Permission): AppError {
  return new AppError(
    "FORBIDDEN",
    `You may not do this: it needs the right to ${RIGHTS[permission]}. Next: ask an administrator of the organization for it.`,
  );
}
