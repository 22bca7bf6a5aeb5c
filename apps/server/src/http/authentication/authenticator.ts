import type { IncomingMessage } from "node:http";
import {
  RATE_RULES,
  type RateLimitResult,
  type RateRule,
  TOKEN_PREFIX,
  type TokenGrant,
} from "@trovella/db/identity";
import {
  type Permission,
  permissionsOf,
  type Role,
  SCOPES,
  type Scope,
  scopesThatHelp,
} from "@trovella/foundation";
import type { Caller } from "@trovella/mcp";
import {
  AuthenticationRefusal,
  forbidden,
  noOrganization,
  type Refusals,
  refusalsAt,
  tooManyRequests,
} from "./authentication-refusal.ts";
import { type Credentials, credentialsOfMessage, credentialsOfRequest } from "./credentials.ts";

interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
}

/** Somebody who signed in with a browser, in the organization they chose. */
export interface Session extends Person {
  readonly sessionId: string;
  readonly organizationId: string | null;
  readonly role: Role | null;
}

/** What somebody allowed an OAuth client, in the organization they chose when they did. */
interface ClientGrant extends Person {
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly clientId: string;
}

/** Who knows people and OAuth clients. */
export interface Identity {
  /** The names under which a browser may send a session. */
  readonly sessionCookies: readonly string[];
  sessionOf(request: Request): Promise<Session | null>;
  grantOf(bearer: string): Promise<ClientGrant | null>;
}

export interface AuthenticatorParts {
  readonly publicUrl: string;
  readonly identity: Identity;
  readonly tokens: { verify(token: string): Promise<TokenGrant | null> };
  readonly limits: {
    limit(rule: RateRule, key: string, weight?: number): Promise<RateLimitResult>;
  };
}

/** Who calls, for tools and for the console alike. */
export interface Visitor extends Caller {
  /** The session of somebody who signed in with a browser; null for tokens, and in local mode. */
  readonly browserSessionId: string | null;
}

export interface Authenticated {
  readonly caller: Visitor;
  /** By what the caller is known: a token, an OAuth client or a session. */
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** Why the caller may not do this, if another token would help: the client can ask the person for it. */
  lackOf(permission: Permission): AuthenticationRefusal | null;
}

interface Needs {
  readonly permission?: Permission;
  /** How many calls the request makes, for the limits. */
  readonly calls?: number;
}

/** Whoever holds a credential that counts, before it is known what they may do. */
interface Holder extends Person {
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly clientId: string;
  readonly browserSessionId: string | null;
}

export interface Authenticator {
  /** For programs: tokens alone, since a browser sends cookies along wherever it is led. */
  ofMessage(message: IncomingMessage, needs?: Needs): Promise<Authenticated>;
  /** For the console and for programs. */
  ofRequest(request: Request, needs?: Needs): Promise<Authenticated>;
  /** Whether a request would still come from this person, in this organization; it counts towards no limit. */
  isStill(request: Request, caller: Visitor): Promise<boolean>;
}

/** Says on whose behalf a request is made, or throws an AuthenticationRefusal. One request carries one credential. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { identity, tokens, limits } = parts;
  const { origin } = new URL(parts.publicUrl);
  const refusals = refusalsAt(parts.publicUrl, "/mcp");
  const aliasRefusals = refusalsAt(parts.publicUrl, MCP_ALIAS);

  function hasSessionCookie({ cookieNames }: Credentials): boolean {
    return cookieNames.some((name) => identity.sessionCookies.includes(name));
  }

  /** The bearer token; null when there is no credential of this kind. */
  function bearerIn(credentials: Credentials, refusals: Refusals): string | null {
    const { authorization, hasTokenInAddress } = credentials;
    if (hasTokenInAddress) throw refusals.unclear("A token does not belong into an address.");
    if (authorization.length > 1) throw refusals.unclear("There are several credentials.");
    const [header] = authorization;
    if (header === undefined) return null;
    if (hasSessionCookie(credentials)) {
      throw refusals.unclear("There is both a token and a session.");
    }
    if (!/^bearer(\s|$)/i.test(header)) throw refusals.signInFirst();
    const [, bearer] = BEARER.exec(header) ?? [];
    if (!bearer) throw refusals.unclear("The Authorization header cannot be read.");
    return bearer;
  }

  async function holderOfBearer(bearer: string, refusals: Refusals): Promise<Holder> {
    if (bearer.startsWith(TOKEN_PREFIX)) {
      const grant = await tokens.verify(bearer);
      if (!grant) throw refusals.invalidToken();
      return { ...grant, clientId: grant.tokenId, browserSessionId: null };
    }
    const grant = await identity.grantOf(bearer);
    if (!grant) throw refusals.invalidToken();
    return { ...grant, browserSessionId: null };
  }

  async function holderOfSession(request: Request): Promise<Holder> {
    if (!isOwnPage(request, origin)) {
      throw forbidden("Changes are accepted only from this server's own pages. Next: reload.");
    }
    const session = await identity.sessionOf(request);
    if (!session) throw refusals.signInFirst();
    const { organizationId, role, sessionId } = session;
    if (organizationId === null || role === null) {
      throw noOrganization();
    }
    const known = { clientId: sessionId, browserSessionId: sessionId };
    return { ...session, ...known, organizationId, role, scopes: SCOPES };
  }

  async function admit(
    holder: Holder,
    { permission, calls = 1 }: Needs,
    refusals: Refusals,
  ): Promise<Authenticated> {
    const { organizationId, userId, role, scopes, clientId, browserSessionId } = holder;
    const verdicts = await Promise.all([
      limits.limit(RATE_RULES.token, JSON.stringify([clientId, userId, organizationId]), calls),
      limits.limit(RATE_RULES.organization, organizationId, calls),
    ]);
    const waits = verdicts.map((verdict) => (verdict.ok ? 0 : verdict.retryAfterSeconds));
    if (verdicts.some(({ ok }) => !ok)) throw tooManyRequests(Math.max(...waits));

    const permissions = permissionsOf(role, scopes);
    const lackOf = (wanted: Permission) => {
      if (permissions.has(wanted) || browserSessionId !== null) return null;
      const helpful = scopesThatHelp(role, wanted);
      return helpful.length > 0 ? refusals.insufficientScope(scopes, helpful) : null;
    };
    if (permission && !permissions.has(permission)) {
      throw lackOf(permission) ?? forbidden(ROLE_TOO_LOW);
    }
    const { userName, userEmail } = holder;
    const person = { userId, userName, userEmail, browserSessionId };
    const caller = { ...person, tenant: { organizationId }, permissions, sessionId: null };
    return { caller, clientId, scopes, lackOf };
  }

  async function holderOf(request: Request): Promise<Holder> {
    const credentials = credentialsOfRequest(request);
    const bearer = bearerIn(credentials, refusals);
    if (bearer !== null) return holderOfBearer(bearer, refusals);
    if (!hasSessionCookie(credentials)) throw refusals.signInFirst();
    return holderOfSession(request);
  }

  return {
    async ofMessage(message, needs = {}) {
      const theirs = isAlias(message) ? aliasRefusals : refusals;
      const bearer = bearerIn(credentialsOfMessage(message), theirs);
      if (bearer === null) throw theirs.signInFirst();
      return admit(await holderOfBearer(bearer, theirs), needs, theirs);
    },
    async ofRequest(request, needs = {}) {
      return admit(await holderOf(request), needs, refusals);
    },
    async isStill(request, { userId, tenant }) {
      try {
        const holder = await holderOf(request);
        const isSame = holder.userId === userId && holder.organizationId === tenant.organizationId;
        return isSame && permissionsOf(holder.role, holder.scopes).has("read");
      } catch (error) {
        if (error instanceof AuthenticationRefusal) return false;
        throw error;
      }
    },
  };
}

const ROLE_TOO_LOW = "Your role does not allow this. Next: ask an administrator.";

/** The other path of the same server. */
const MCP_ALIAS = "/api/mcp";

function isAlias({ url = "" }: IncomingMessage): boolean {
  return url.startsWith(MCP_ALIAS);
}

/** The characters that RFC 6750 allows; longer ones than this nobody makes. */
const BEARER = /^bearer +([\w.~+/-]{1,4096}=*)$/i;

const HARMLESS_METHODS = ["GET", "HEAD"];

/** A browser sends its cookies along with what other pages make it send; only it can tell whose page that was. */
function isOwnPage({ method, headers }: Request, ownOrigin: string): boolean {
  if (HARMLESS_METHODS.includes(method)) return true;
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  if (site === null && origin === null) return false;
  return (site === null || site === "same-origin") && (origin === null || origin === ownOrigin);
}
