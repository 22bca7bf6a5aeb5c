import { type TenantContext, withTenantContext } from "@trovella/db";
import type { ChangeTopic } from "@trovella/db/changes";
import { readDecisionRule, recordSecurityEvent } from "@trovella/db/identity";
import type { Permission } from "@trovella/foundation";
import { AppError } from "@trovella/foundation";
import { initTRPC } from "@trpc/server";
import type { ApiContext } from "./context.ts";
import { failureOf, replyOf } from "./failures.ts";
import { browserNeeded } from "./people.ts";
import { hasHandles, withIds } from "./with-ids.ts";

interface Meta {
  readonly permission: Permission;
  readonly changes: readonly ChangeTopic[];
  /** Whether it needs a browser session in team mode. */
  readonly isPersonal?: boolean;
  /** What local mode asks for instead, whose one user has no account and no organization to administer. */
  readonly localPermission?: Permission;
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

/**
 * A procedure that needs a permission and opens its transactions itself, for work that must not hold
 * one open. `changes` are the topics that a mutation announces once it is done.
 */
export function procedureApart(permission: Permission, changes: readonly ChangeTopic[] = []) {
  return t.procedure
    .meta({ permission, changes })
    .use(async ({ ctx: { services, caller }, next }) => {
      const result = await next();
      if (!result.ok) throw failureOf(result.error, services);
      if (changes.length > 0) services.announce({ ...caller.tenant, topics: changes });
      return result;
    })
    .use(({ ctx: { caller, services }, meta, type, next }) => {
      const local = services.people === null ? meta?.localPermission : undefined;
      const needed = local ?? permission;
      if (!caller.permissions.has(needed)) throw forbidden(needed);
      const inTenant = <T>(work: (context: TenantContext) => Promise<T>) =>
        withTenantContext(services.database, caller.tenant, work, {
          isRepeatable: type === "query",
        });
      const rule = () => readDecisionRule(services.database, caller.tenant.organizationId);
      return next({ ctx: { now: services.now(), inTenant, rule } });
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const given = await getRawInput();
      if (!hasHandles(given)) return next();
      const input = await ctx.inTenant((context) => withIds(context, given));
      return next({ getRawInput: () => Promise.resolve(input) });
    });
}

/**
 * A procedure for a person who signed in with a browser. No credential makes credentials: whatever a token made would
 * outlive it. The attempt is recorded.
 */
export function personProcedure(
  permission: Permission,
  changes: readonly ChangeTopic[] = [],
  local: { readonly localPermission?: Permission } = {},
) {
  return procedureApart(permission, changes)
    .meta({ permission, changes, isPersonal: true, ...local })
    .use(async ({ ctx: { caller, services }, path, next }) => {
      // Local mode has no credentials.
      if (services.people && caller.browserSessionId === null) {
        await recordSecurityEvent(services.database, {
          kind: "credential_refused",
          organizationId: caller.tenant.organizationId,
          subject: { kind: "server", id: null, label: path },
        });
        throw browserNeeded();
      }
      return next();
    });
}

/** A procedure that needs a permission and runs in one transaction of the caller's organization. */
export function procedure(permission: Permission, changes: readonly ChangeTopic[] = []) {
  return procedureApart(permission, changes).use(({ ctx, next }) =>
    ctx.inTenant(async (context) => {
      const result = await next({ ctx: { context } });
      // `next` returns errors; only a throw rolls back, and its cause says whether to retry.
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
