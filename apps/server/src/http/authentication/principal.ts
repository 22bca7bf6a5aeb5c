import { type Credential, TOKEN_PREFIX, type TokenGrant } from "@trovella/db/identity";
import { type Permission, type Role, SCOPES, type Scope } from "@trovella/foundation";
import type { Identity } from "@trovella/identity";
import type { Caller } from "@trovella/research";
import { isSafeOrSameOrigin } from "../policy/same-origin.ts";
import { type Challenges, forbidden, noOrganization } from "./authentication-refusal.ts";

/** The owner of a verified credential, before permissions are checked. */
export interface Principal
  extends Pick<Caller, "userId" | "userName" | "userEmail" | "browserSessionId" | "clientName"> {
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** The id of the token, OAuth client or session. */
  readonly clientId: string;
  readonly credential: Credential;
}

export interface Verifiers {
  readonly identity: Pick<Identity, "sessionCookies" | "sessionOf" | "grantOf">;
  readonly tokens: { verify(token: string): Promise<TokenGrant | null> };
}

/** A bearer is a personal access token or an OAuth access token. */
export async function principalOfBearer(
  { bearer, userAgent }: { readonly bearer: string; readonly userAgent: string | null },
  { identity, tokens }: Verifiers,
  challenges: Challenges,
): Promise<Principal> {
  if (bearer.startsWith(TOKEN_PREFIX)) {
    const grant = await tokens.verify(bearer);
    if (!grant) throw challenges.invalidToken();
    const { tokenId } = grant;
    const credential = { kind: "token", id: tokenId, name: null } as const;
    return {
      ...grant,
      clientId: tokenId,
      credential,
      browserSessionId: null,
      clientName: userAgent,
    };
  }
  const grant = await identity.grantOf(bearer);
  if (!grant) throw challenges.invalidToken();
  const credential = { kind: "oauth", id: grant.clientId, name: grant.clientName } as const;
  const clientName = grant.clientName ?? userAgent;
  return { ...grant, credential, browserSessionId: null, clientName };
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
  const ids = { clientId: sessionId, browserSessionId: sessionId, clientName: null };
  const credential = { kind: "session", id: sessionId, name: null } as const;
  return { ...session, ...ids, organizationId, role, credential, scopes: SCOPES };
}

export function callerOf(
  { userId, userName, userEmail, browserSessionId, organizationId, clientName }: Principal,
  permissions: ReadonlySet<Permission>,
): Caller {
  const user = { userId, userName, userEmail, browserSessionId, clientName };
  const isPerson = browserSessionId !== null;
  return { ...user, tenant: { organizationId }, permissions, sessionId: null, isPerson };
}
