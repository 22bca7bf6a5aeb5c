import {
  changeTheme,
  DEFAULT_THEME_FILE,
  previewTheme,
  readTheme,
  resetTheme,
} from "@trovella/research";
import { z } from "zod";
import * as input from "../inputs.ts";
import { personProcedure, procedure, procedureApart, router } from "../trpc.ts";

/** Any JSON object: the theme's own rules name all that is wrong with it at once. */
const file = z.record(input.text(100), z.unknown());

const LOCAL = { localPermission: "review" } as const;

/** How the documents of the organization look. Members see it; owners and admins change it. */
export const themeRouter = router({
  current: procedure("read").query(async ({ ctx: { context } }) => ({
    ...(await readTheme(context)),
    defaults: DEFAULT_THEME_FILE,
  })),

  /** A sample report as a page in a theme that is not stored. Its logo is too large for a URL: it is asked for by POST. */
  preview: procedureApart("read")
    .input(z.strictObject({ file, language: z.enum(["en", "de"]).default("en") }))
    .query(async ({ ctx: { services, caller }, input }) => ({
      html: await previewTheme(services.database, caller.tenant, input),
    })),

  change: personProcedure("admin", ["people"], LOCAL)
    .input(z.strictObject({ file }))
    .mutation(async ({ ctx: { inTenant, caller, now }, input: { file } }) => ({
      theme: await inTenant((context) =>
        changeTheme(context, { file, userId: caller.userId }, now),
      ),
    })),

  reset: personProcedure("admin", ["people"], LOCAL)
    .input(z.strictObject({}).prefault({}))
    .mutation(async ({ ctx: { inTenant } }) => ({ wasChanged: await inTenant(resetTheme) })),
});
