import type {
  Invitation,
  ListedGrant,
  ListedMember,
  Membership,
  OrganizationType,
} from "@trovella/db/identity";
import type { Role } from "@trovella/foundation";
import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import type { ApiServices } from "./context.ts";

/** Who does something, and where. */
interface Act {
  readonly organizationId: string;
  readonly actorId: string;
}

/** Organizations and who belongs to them. It checks by itself what whoever acts may do. */
export interface ApiPeople {
  listOrganizations(userId: string): Promise<Membership[]>;
  createOrganization(organization: {
    readonly ownerId: string;
    readonly name: string;
    readonly type: OrganizationType;
  }): Promise<string>;
  rename(change: Act & { readonly name: string }): Promise<void>;
  setActiveOrganization(choice: {
    readonly sessionId: string;
    readonly userId: string;
    readonly organizationId: string;
  }): Promise<void>;
  leave(member: { readonly organizationId: string; readonly userId: string }): Promise<void>;
  listMembers(act: Act): Promise<ListedMember[]>;
  changeRole(change: Act & { readonly userId: string; readonly role: Role }): Promise<void>;
  removeMember(change: Act & { readonly userId: string }): Promise<void>;
  invite(
    invitation: Act & { readonly email: string; readonly role: Role },
  ): Promise<{ invitationId: string; link: string; expiresAt: Date }>;
  listInvitations(act: Act): Promise<Invitation[]>;
  revokeInvitation(choice: Act & { readonly invitationId: string }): Promise<void>;
  listGrants(userId: string): Promise<ListedGrant[]>;
  /** All other sessions of the person end. */
  changePassword(change: {
    readonly userId: string;
    readonly current: string;
    readonly next: string;
    readonly sessionId: string;
  }): Promise<void>;
  revokeGrant(choice: { readonly userId: string; readonly grantId: string }): Promise<void>;
}

export function peopleOf({ people }: Pick<ApiServices, "people">): ApiPeople {
  if (people) return people;
  throw new AppError(
    "UNAVAILABLE",
    "There are no members in local mode, where nobody signs in. Next: run the server in team mode.",
  );
}

/** The caller as somebody who acts in their organization; what they send never says who they are. */
export function actOf({ tenant, userId }: Caller): Act {
  return { organizationId: tenant.organizationId, actorId: userId };
}

/** What goes beyond one organization is for people in a browser: a token belongs to one alone. */
export function browserSessionOf({ browserSessionId }: Caller): string {
  if (browserSessionId !== null) return browserSessionId;
  throw new AppError(
    "FORBIDDEN",
    "A token works in one organization and cannot go beyond it. Next: sign in with a browser.",
  );
}
