import {
  arePublicLinksAllowed,
  createShareLink,
  type ListedShareLink,
  listShareLinks,
  revokeShareLink,
  SHARE_LIMITS,
  setPublicLinks,
} from "@trovella/db/identity";
import { readOutputWithSources } from "@trovella/research";
import { z } from "zod";
import * as input from "../inputs.ts";
import { orNotFound } from "../or-not-found.ts";
import { peopleOf } from "../people.ts";
import { personProcedure, procedureApart, router } from "../trpc.ts";

const newLink = z.strictObject({
  outputId: input.reference,
  /** This version forever, or always the newest one of its plan. */
  shows: z.enum(["this_version", "newest"]).default("this_version"),
  expiresInDays: z
    .int()
    .min(SHARE_LIMITS.minDays)
    .max(SHARE_LIMITS.maxDays)
    .default(SHARE_LIMITS.defaultDays),
});

/** Links to reports that work without sign-in. */
export const shareRouter = router({
  /** The links of a plan, or of the whole organization, and whether it allows any. */
  list: procedureApart("read")
    .input(z.object({ planId: input.id.optional(), limit: input.limit(100, 1_000) }).prefault({}))
    .query(async ({ ctx: { inTenant, services, caller, now }, input: { planId, limit } }) => {
      const links = await inTenant((context) =>
        listShareLinks(context, { planId: planId ?? null, limit }),
      );
      return {
        isAllowed: await arePublicLinksAllowed(services.database, caller.tenant),
        isLocal: services.people === null,
        links: links.map((link) => ({
          ...link,
          state: stateOf(link, now),
          canRevoke: caller.permissions.has("admin") || link.createdBy === caller.userId,
        })),
      };
    }),

  /** Only this reply ever shows the token. No credential makes public what it may read: a person does. */
  create: personProcedure("write", ["people"])
    .input(newLink)
    .mutation(async ({ ctx: { inTenant, services, caller, now }, input }) => {
      const { output } = orNotFound(
        await inTenant((context) => readOutputWithSources(context, input.outputId)),
        "output",
      );
      const { tenant, userId } = caller;
      const { token, ...link } = await createShareLink(
        services.database,
        {
          tenant,
          userId,
          planId: output.planId,
          outputId: input.shows === "newest" ? null : output.id,
          title: output.title,
          expiresInDays: input.expiresInDays,
        },
        now,
      );
      return { ...link, token, path: `/share/${token}` };
    }),

  /** By its creator, an owner or an admin. */
  revoke: procedureApart("write", ["people"])
    .input(z.strictObject({ linkId: input.id }))
    .mutation(async ({ ctx: { services, caller, now }, input: { linkId } }) => {
      const creatorId = caller.permissions.has("admin") ? null : caller.userId;
      const { tenant } = caller;
      const link = await revokeShareLink(services.database, { tenant, linkId, creatorId }, now);
      return { linkId: link.id, revokedAt: link.revokedAt };
    }),

  /** Whether members may publish reports at all; local mode has no such switch. */
  setAllowed: personProcedure("admin", ["people"])
    .input(z.strictObject({ isAllowed: z.boolean() }))
    .mutation(async ({ ctx: { services, caller }, input: { isAllowed } }) => {
      peopleOf(services);
      const { organizationId } = caller.tenant;
      await setPublicLinks(services.database, { organizationId, isAllowed });
      return { isAllowed };
    }),
});

function stateOf(
  { revokedAt, expiresAt }: ListedShareLink,
  now: Date,
): "active" | "expired" | "revoked" {
  if (revokedAt) return "revoked";
  return expiresAt <= now ? "expired" : "active";
}
