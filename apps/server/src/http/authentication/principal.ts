import { TOKEN_PREFIX, type TokenGrant } from "@trovella/db/identity";
import { type Permission, type Role, SCOPES, type Scope } from "@trovella/foundation";
import type { Identity } from "@trovella/identity";
import type { Caller } from "@trovella/research";
import { isSafeOrSameOrigin } from "../policy/same-origin.ts";
import { type Challenges, forbidden, noOrganization } from "./authentication-refusal.ts";

/** The owner of a verified credential, before permissions are checked. */
export interface Principal
  extends Pick<Caller, "userId" | "userName" | "userEmail" | "browserSessionId"> {
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** The id of the token, OAuth client or session. */
  readonly clientId: string;
  readonly isOAuthClient: boolean;
}

export interface Verifiers {
  readonly identity: Pick<Identity, "sessionCookies" | "sessionOf" | "grantOf">;
  readonly tokens: { verify(token: string): Promise<TokenGrant | null> };
}

/** A bearer is a personal access token or an OAuth access token. */
export async function principalOfBearer(
  bearer: string,
  { identity, tokens }: Verifiers,
  challenges: Challenges,
): Promise<Principal> {
  if (bearer.startsWith(TOKEN_PREFIX)) {
    const grant = await tokens.verify(bearer);
    if (!grant) throw challenges.invalidToken();
    return { ...grant, clientId: grant.tokenId, browserSessionId: null, isOAuthClient: false };
  }
  const grant = await identity.grantOf(bearer);
  if (!grant) throw challenges.invalidToken();
  return { ...grant, browserSessionId: null, isOAuthClient: true };
}

export async function principalOfSession(
  request: Request,
  { identity, publicOrigin }: Pick<Verifiers, "identity"> & { readonly publicOrigin: string },
  challenges: Challenges,
): Promise<Principal> {
  if (!isSafeOrSameOrigin(request, publicOrigin)) {
    throw forbidden("Changes are accepted only from this server's own pages. Next: reload.");
  }
  const session = await identity.sessionOf(request);
  if (!session) throw challenges.signInFirst();
  const { organizationId, role, sessionId } = session;
  if (organizationId === null || role === null) throw noOrganization();
  const ids = { clientId: sessionId, browserSessionId: sessionId };
  return { ...session, ...ids, organizationId, role, scopes: SCOPES, isOAuthClient: false };
}

export function callerOf(
  { userId, userName, userEmail, browserSessionId, organizationId }: Principal,
  permissions: ReadonlySet<Permission>,
): Caller {
  const user = { userId, userName, userEmail, browserSessionId };
  return { ...user, tenant: { organizationId }, permissions, sessionId: null };
}
