export { ORGANIZATION_TYPES } from "../schema/value-lists.ts";
export { findLiveTokens, organizationOfToken, type TokenGrant } from "./access-keys.ts";
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
  ensureLocalIdentity,
  LOCAL_ORGANIZATION_ID,
  LOCAL_USER_ID,
  prepareLocalIdentity,
} from "./local-identity.ts";
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
export { type FoundMembership, findMemberships } from "./memberships.ts";
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
export { listOrganizations } from "./organizations.ts";
export { findPasswordHash, replacePassword, resetPassword } from "./passwords.ts";
export { createFirstOwner, hasPeople, type ListedPerson, listPeople } from "./people.ts";
export { RATE_RULES, type RateLimitResult, RateLimits, type RateRule } from "./rate-limits.ts";
export {
  findSession,
  removeSession,
  type SessionRow,
  saveActiveOrganization,
  sweepIdentity,
} from "./sessions.ts";
export { type RowCondition, type SignInRow, type SignInTable, signInRows } from "./sign-in-rows.ts";
export { isWholeToken, randomCharacters, TOKEN_PREFIX } from "./token-format.ts";
export { type ListedToken, listTokens, readToken } from "./token-rows.ts";
export { TokenUses } from "./token-uses.ts";
export { TokenVerifier } from "./token-verifier.ts";
export {
  type CreatedToken,
  createToken,
  type NewToken,
  revokeToken,
  TOKEN_LIMITS,
} from "./tokens.ts";
