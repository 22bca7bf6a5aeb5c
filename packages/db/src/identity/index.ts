export {
  createInvitation,
  findInvitation,
  type Invitation,
  isInvited,
  joinAsNewPerson,
  joinByInvitation,
  listInvitations,
  revokeInvitation,
} from "./invitations.ts";
export {
  changeMemberRole,
  createOrganization,
  type ListedMember,
  listMembers,
  listMemberships,
  type Membership,
  type OrganizationType,
  removeMember,
  renameOrganization,
} from "./members.ts";
export { findOAuthClient, type OAuthClient, saveOAuthClient } from "./oauth-clients.ts";
export {
  type AccessHolder,
  createGrant,
  findAccessHolder,
  type Grant,
  type ListedGrant,
  listGrants,
  revokeGrant,
} from "./oauth-grants.ts";
export {
  redeemCode,
  revokeOauthToken,
  rotateRefreshToken,
  type TokenPair,
} from "./oauth-tokens.ts";
export { findPasswordHash, replacePassword, resetPassword } from "./passwords.ts";
export { createFirstOwner, hasPeople, type ListedPerson, listPeople } from "./people.ts";
export {
  findSession,
  removeSession,
  type SessionRow,
  saveActiveOrganization,
  sweepIdentity,
} from "./sessions.ts";
export { type RowCondition, type SignInRow, type SignInTable, signInRows } from "./sign-in-rows.ts";
