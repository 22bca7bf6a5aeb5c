import type { SessionRow } from "@trovella/db/identity";
import {
  canCreateOrganization,
  createOrganization,
  listOrganizations,
  setActiveOrganization,
} from "../membership/organizations.ts";
import { organizationPage } from "../pages/organization-page.ts";
import { signInFirst } from "./after-sign-in.ts";
import { type Fields, localPath, readFields } from "./read-form.ts";
import { type RouteContext, seeOther } from "./route-context.ts";
import { showProblems } from "./show-problems.ts";

export async function showOrganizations(context: RouteContext): Promise<Response> {
  const { settings } = context.var;
  const session = await context.var.session();
  if (!session) return signInFirst(context);
  const memberships = await listOrganizations(settings, session.userId);
  const returnTo = localPath(context.req.query("return_to"), settings.origin);
  const canCreate = await canCreateOrganization(settings, session.userId);
  return organizationPage(context, { memberships, session, returnTo, canCreate });
}

/** One of the user's organizations, or a new one. */
export async function chooseOrganization(context: RouteContext): Promise<Response> {
  const { settings } = context.var;
  const session = await context.var.session();
  if (!session) return signInFirst(context);
  const field = await readFields(context.req.raw);
  const returnTo = localPath(field("return_to"), settings.origin);
  return showProblems(
    async () => {
      const { sessionId, userId } = session;
      const organizationId = await chosenOrganization(context, session, field);
      await setActiveOrganization(settings, { sessionId, userId, organizationId });
      return seeOther(context, settings.origin + returnTo);
    },
    async ({ problem }) => {
      const memberships = await listOrganizations(settings, session.userId);
      const name = field("name");
      const canCreate = await canCreateOrganization(settings, session.userId);
      const page = { memberships, session, returnTo, canCreate, name, problem } as const;
      return organizationPage(context, { ...page, status: 400 });
    },
  );
}

async function chosenOrganization(
  { var: { settings } }: RouteContext,
  { userId }: SessionRow,
  field: Fields,
): Promise<string> {
  if (field("as") !== "owner") return field("organization");
  return createOrganization(settings, { ownerId: userId, name: field("name"), type: "company" });
}
