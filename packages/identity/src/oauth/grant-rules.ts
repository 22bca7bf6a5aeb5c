import type { Grant, LockedGrant, StoredToken } from "@trovella/db/identity";
import { isSameText } from "../secrets.ts";
import { isWithin } from "./scopes.ts";

/** The parameters of a token request that a grant is compared with. */
interface TokenRequest {
  readonly clientId: string | undefined;
  /** The one resource of this server. */
  readonly resource: string;
}

export interface CodeRequest extends TokenRequest {
  readonly redirectUri: string | undefined;
  /** The PKCE challenge that the client's verifier gives. */
  readonly challenge: string;
}

export interface RefreshRequest extends TokenRequest {
  readonly scope: string | undefined;
}

/** A retry within this time gets the same tokens again, since clients lose responses and refresh concurrently. */
export const REFRESH_GRACE_MS = 30 * 1000;

/** A code is good for one exchange. A second one means that it was stolen, and revokes the whole grant. */
export function decideCode(
  grant: LockedGrant,
  request: CodeRequest,
  now: Date,
): "redeem" | "revoke" | "refuse" {
  if (grant.revokedAt || grant.endsAt <= now) return "refuse";
  if (grant.codeUsedAt) return "revoke";
  const isValid =
    grant.codeExpiresAt > now &&
    isIssuedTo(grant, request) &&
    grant.redirectUri === request.redirectUri &&
    isSameText(grant.codeChallenge, request.challenge);
  return isValid ? "redeem" : "refuse";
}

/** A refresh token that comes back after the grace period was stolen from one side or the other: the grant is revoked. */
export function decideRefresh(
  { grant, token }: { readonly grant: LockedGrant; readonly token: StoredToken | null },
  request: RefreshRequest,
  now: Date,
): "rotate" | "repeat" | "revoke" | "refuse" | "invalid_scope" {
  if (!token || grant.revokedAt || grant.endsAt <= now) return "refuse";
  if (!isIssuedTo(grant, request)) return "refuse";
  if (!isWithin(request.scope, grant.scopes)) return "invalid_scope";
  if (token.expiresAt <= now) return "refuse";
  if (!token.replacedAt) return "rotate";
  const ageMs = now.getTime() - token.replacedAt.getTime();
  return ageMs > REFRESH_GRACE_MS ? "revoke" : "repeat";
}

/** Whether a refresh that succeeded before may be answered the same way again. */
export function isValidFor(grant: Grant, request: RefreshRequest, now: Date): boolean {
  const isLive = grant.endsAt > now;
  return isLive && isIssuedTo(grant, request) && isWithin(request.scope, grant.scopes);
}

function isIssuedTo(grant: Grant, { clientId, resource }: TokenRequest): boolean {
  return grant.clientId === clientId && grant.resource === resource;
}
