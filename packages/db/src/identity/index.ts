export {
  CREDENTIAL_KINDS,
  type CredentialKind,
  SECURITY_EVENT_KINDS,
  SECURITY_EVENTS,
  type SecurityEventKind,
} from "../schema/security-event-kinds.ts";
export { ORGANIZATION_TYPES } from "../schema/value-lists.ts";
export { findLiveTokens, organizationOfToken, type TokenGrant } from "./access-keys.ts";
export { plainAddress, siteNetwork, subscriberNetwork } from "./client-network.ts";
export {
  type NamedReviewer,
  type NamedRule,
  readDecisionRule,
  readWhoDecides,
  saveWhoDecides,
  type WhoDecides,
} from "./decision-rule.ts";
export {
  deleteDocumentTheme,
  readDocumentTheme,
  type StoredTheme,
  saveDocumentTheme,
} from "./document-theme.ts";
export {
  type IdentityTransaction,
  inIdentityTransaction,
  withOrganization,
  withSetupLock,
  withUser,
} from "./identity-transaction.ts";
export {
  findInvitation,
  findInvitationFor,
  type Invitation,
  insertInvitation,
  listInvitations,
  markAccepted,
  readInvitations,
  revokeInvitations,
  withInvitation,
} from "./invitations.ts";
export {
  adoptLocalOrganization,
  ensureLocalIdentity,
  isLocalOrganization,
  LOCAL_ORGANIZATION_ID,
  LOCAL_USER_ID,
  prepareLocalIdentity,
} from "./local-identity.ts";
export {
  endGrant,
  type GrantKey,
  type LockedGrant,
  markCodeUsed,
  withGrant,
} from "./locked-grants.ts";
export {
  countOwners,
  deleteMember,
  findRole,
  insertMember,
  type ListedMember,
  listMembers,
  listRecipients,
  type MemberKey,
  type Recipient,
  readRole,
  saveRole,
} from "./members.ts";
export { type FoundMembership, findMemberships } from "./memberships.ts";
export { findOAuthClient, type OAuthClient, saveOAuthClient } from "./oauth-clients.ts";
export {
  type AccessHolder,
  createGrant,
  findAccessHolder,
  type Grant,
  hasGrant,
  type ListedGrant,
  listGrants,
  markGrantUsed,
} from "./oauth-grants.ts";
export {
  deleteOauthToken,
  findRepeatedRefresh,
  insertOauthTokens,
  markReplaced,
  readOauthToken,
  type StoredToken,
  type TokenPair,
} from "./oauth-tokens.ts";
export {
  countMemberships,
  eachOrganization,
  findOrganizationId,
  insertOrganization,
  isOwnerAnywhere,
  listMemberships,
  type Membership,
  type OrganizationType,
  readMemberships,
  readOrganizationName,
  saveOrganizationName,
} from "./organizations.ts";
export { findPasswordHash, replacePassword, resetPassword } from "./passwords.ts";
export {
  hasAccounts,
  hasPeople,
  insertPerson,
  type ListedPerson,
  listPeople,
  type NewPerson,
  readEmail,
} from "./people.ts";
export { RATE_RULES, type RateLimitResult, RateLimits, type RateRule } from "./rate-limits.ts";
export {
  type Credential,
  currentOrigin,
  identifyRequest,
  runWithOrigin,
} from "./request-origin.ts";
export {
  deleteSecurityEvents,
  type ListedSecurityEvent,
  listSecurityEvents,
  listServerSecurityEvents,
} from "./security-event-rows.ts";
export {
  flushSecurityEvents,
  type NewSecurityEvent,
  recordForUser,
  recordSecurityEvent,
  SECURITY_EVENT_CHANNEL,
  type SecurityEventMessage,
  saveSecurityEvent,
  writeSecurityEvent,
} from "./security-events.ts";
export {
  findSession,
  removeSession,
  type SessionRow,
  saveActiveOrganization,
  sweepIdentity,
} from "./sessions.ts";
export {
  arePublicLinksAllowed,
  createShareLink,
  openShareLink,
  revokeShareLink,
  SHARE_LIMITS,
  setPublicLinks,
} from "./share-links.ts";
export { type ListedShareLink, listShareLinks } from "./share-rows.ts";
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
export {
  type EndedAccess,
  endAccess,
  endSessionsOf,
  eraseUser,
  type FoundUser,
  findUserByEmail,
  isDisabled,
  listSoleOwnerships,
  readUserByEmail,
  saveDisabled,
  saveProven,
} from "./user-access.ts";
export { endSessions, type ListedSession, listSessions, touchSession } from "./user-sessions.ts";
