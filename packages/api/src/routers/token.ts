import {
  createToken,
  findLiveTokens,
  type ListedToken,
  listTokens,
  revokeToken,
  TOKEN_LIMITS,
} from "@trovella/db/identity";
import { AppError, SCOPES, type Scope } from "@trovella/foundation";
import { type Caller, readCursor } from "@trovella/research";
import { z } from "zod";
import * as input from "../inputs.ts";
import { idText, pageOf } from "../page-of.ts";
import { forbidden, personProcedure, procedureApart, router } from "../trpc.ts";

const position = z.object({ id: idText });

/** Strict, so that an attempt to create a token for another user is refused. */
const newToken = z.strictObject({
  name: input.text(TOKEN_LIMITS.nameLength).trim().min(1),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  expiresInDays: z
    .int()
    .min(TOKEN_LIMITS.minDays)
    .max(TOKEN_LIMITS.maxDays)
    .default(TOKEN_LIMITS.defaultDays),
});

export const tokenRouter = router({
  /** The caller's own tokens; for administrators also those of the whole organization. */
  list: procedureApart("token")
    .input(
      z
        .object({
          whose: z.enum(["own", "all"]).default("own"),
          limit: input.listLimit,
          cursor: input.cursor,
        })
        .prefault({}),
    )
    .query(async ({ ctx: { inTenant, services, caller }, input: { whose, limit, cursor } }) => {
      if (whose === "all" && !caller.permissions.has("admin")) throw forbidden("admin");
      const userId = whose === "all" ? null : caller.userId;
      const before = readCursor(cursor, position)?.id ?? null;
      const rows = await inTenant((context) =>
        listTokens(context, { userId, before, limit: limit + 1 }),
      );
      const { items, nextCursor } = pageOf(rows, limit, ({ id }) => ({ id }));
      const ids = items.map(({ id }) => id);
      const live = await findLiveTokens(services.database, ids);
      const now = services.now();
      const tokens = items.map((token) => ({
        ...token,
        isOwn: token.userId === caller.userId,
        state: stateOf(token, { isLive: live.has(token.id), now }),
      }));
      return { tokens, nextCursor };
    }),

  /** Only this reply ever shows the token. */
  create: personProcedure("token", ["people"])
    .input(newToken)
    .mutation(({ ctx: { services, caller, now }, input }) => {
      checkScopes(input.scopes, caller);
      const { tenant, userId } = caller;
      return createToken(services.database, { ...input, tenant, userId }, now);
    }),

  revoke: procedureApart("token", ["people"])
    .input(z.strictObject({ tokenId: input.id }))
    .mutation(async ({ ctx: { services, caller, now }, input: { tokenId } }) => {
      const ownerId = caller.permissions.has("admin") ? null : caller.userId;
      const { tenant } = caller;
      const token = await revokeToken(services.database, { tenant, tokenId, ownerId }, now);
      return { tokenId: token.id, revokedAt: token.revokedAt };
    }),
});

/** "ended": its user left the organization. */
function stateOf(
  { revokedAt, expiresAt }: ListedToken,
  { isLive, now }: { readonly isLive: boolean; readonly now: Date },
): "active" | "expired" | "revoked" | "ended" {
  if (revokedAt) return "revoked";
  if (expiresAt <= now) return "expired";
  return isLive ? "active" : "ended";
}

/** A token never has more scopes than its creator. */
function checkScopes(scopes: readonly Scope[], { permissions }: Caller): void {
  const missing = scopes.filter((scope) => !permissions.has(scope));
  if (missing.length === 0) return;
  throw new AppError(
    "FORBIDDEN",
    `You cannot give a token what you do not have yourself: ${missing.join(", ")}. Next: leave that out, or ask an administrator of the organization for it.`,
    { field: "scopes", missing },
  );
}
