import type { Database } from "@trovella/db";
import { type FoundMembership, findMemberships } from "@trovella/db/identity";
import { CommandFailure } from "../../exit.ts";
import { option, requiredOption } from "../../options.ts";

const MAX_MEMBERSHIPS = 100;

export const MEMBERSHIP_OPTIONS = {
  email: requiredOption("address", "E-mail address of the tokens' owner"),
  organization: option(
    "id or short name",
    "The organization; needed when the person is in several",
  ),
};

/** The one matching membership; never the first of several by accident. */
export async function findMembership(
  database: Database,
  { email, organization }: { readonly email: string; readonly organization: string | undefined },
): Promise<FoundMembership> {
  const all = await findMemberships(database, { email, limit: MAX_MEMBERSHIPS });
  const matching = all.filter(
    ({ organizationId, organizationSlug }) =>
      organization === undefined || [organizationId, organizationSlug].includes(organization),
  );
  const [only, ...others] = matching;
  if (only && others.length === 0) return only;
  if (!only) {
    const where = organization === undefined ? "any organization" : "that organization";
    throw new CommandFailure(
      `Nobody with that e-mail address is in ${where}. \`trovella user list\` shows all members.`,
    );
  }
  const names = matching.map(({ organizationSlug }) => organizationSlug).join(", ");
  throw new CommandFailure(
    `That person is in several organizations: ${names}. Choose one with --organization.`,
  );
}
