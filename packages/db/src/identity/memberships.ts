import type { Role } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { withIdentityClient } from "../connection/identity-client.ts";

/** A member as the operator of the server sees it. */
export interface FoundMembership {
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly role: Role;
}

export interface MembershipFilter {
  /** Null lists all; case does not matter. */
  readonly email: string | null;
  readonly limit: number;
}

export function findMemberships(
  database: Database,
  { email, limit }: MembershipFilter,
): Promise<FoundMembership[]> {
  return withIdentityClient(database, async (client) => {
    const { rows } = await client.query<FoundMembership>(
      `SELECT person.id AS "userId", person.name AS "userName", person.email AS "userEmail",
         organization.id AS "organizationId", organization.name AS "organizationName",
         organization.slug AS "organizationSlug", role
       FROM public.member
       JOIN public.user AS person ON person.id = member.user_id
       JOIN public.organization ON organization.id = member.organization_id
       WHERE $1::text IS NULL OR lower(email) = lower($1)
       ORDER BY email, organization.slug, member.id LIMIT $2`,
      [email, limit],
    );
    return rows;
  });
}
