import type {
  EndedAccess,
  Invitation,
  ListedGrant,
  ListedMember,
  ListedSession,
  Membership,
  OrganizationType,
  WhoDecides,
} from "@trovella/db/identity";
import type { Role } from "@trovella/foundation";

/** The user who acts, and the organization they act in. */
export interface Act {
  readonly organizationId: string;
  readonly actorId: string;
}

/** Organizations and their members. It checks itself what the acting user may do. */
export interface ApiPeople {
  listOrganizations(userId: string): Promise<Membership[]>;
  createOrganization(organization: {
    readonly ownerId: string;
    readonly name: string;
    readonly type: OrganizationType;
  }): Promise<string>;
  rename(change: Act & { readonly name: string }): Promise<void>;
  setWhoDecides(change: Act & { readonly whoDecides: WhoDecides }): Promise<void>;
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
  listSessions(userId: string): Promise<ListedSession[]>;
  /** Null ends all others than the one that is kept. Returns how many ended. */
  endOwnSessions(choice: {
    readonly userId: string;
    readonly sessionId: string | null;
    readonly keptSessionId: string;
  }): Promise<number>;
  listMemberAccess(
    act: Act & { readonly userId: string },
  ): Promise<{ readonly sessions: ListedSession[]; readonly grants: ListedGrant[] }>;
  endMemberAccess(act: Act & { readonly userId: string }): Promise<EndedAccess>;
  canCreateOrganization(userId: string): Promise<boolean>;
  listMemberGrants(act: Act): Promise<ListedGrant[]>;
  /** Ends all other sessions of the user. */
  changePassword(change: {
    readonly userId: string;
    readonly current: string;
    readonly next: string;
    readonly sessionId: string;
  }): Promise<void>;
  revokeGrant(choice: { readonly userId: string; readonly grantId: string }): Promise<void>;
  revokeMemberGrant(choice: Act & { readonly grantId: string }): Promise<void>;
}
