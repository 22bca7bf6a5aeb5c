import { findAccessHolder, findSession, type SessionRow, sweepIdentity } from "@trovella/db";
import * as account from "./account-routes.ts";
import { takeFrom } from "./limits.ts";
import { authorize, decideConsent } from "./oauth/authorize.ts";
import { createClients } from "./oauth/clients.ts";
import { OAUTH_PATHS, resourceMetadata, serverMetadata } from "./oauth/metadata.ts";
import { tooMany } from "./oauth/oauth-error.ts";
import { register } from "./oauth/register.ts";
import { revoke } from "./oauth/revoke.ts";
import { exchangeTokens } from "./oauth/token.ts";
import { chooseOrganization, showOrganizations } from "./organization-routes.ts";
import { messagePage } from "./pages/page.ts";
import { createPeople, type People } from "./people.ts";
import { isSameOrigin } from "./requests.ts";
import { jsonResponse } from "./responses.ts";
import { hashSecret, isSecret } from "./secrets.ts";
import { type IdentityOptions, readSettings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";

export type IdentitySession = SessionRow;
export type IdentityGrant = NonNullable<Awaited<ReturnType<typeof findAccessHolder>>>;

export interface Identity extends People {
  /** The names under which a browser may send a session. */
  readonly sessionCookies: readonly string[];
  /** Answers what is about people and their programs; null for everything else. */
  handle(request: Request, connection: { readonly address: string }): Promise<Response | null>;
  /** Who is signed in by the cookie of a request, as things are at this moment. */
  sessionOf(request: Request): Promise<IdentitySession | null>;
  /** Whom an access token speaks for, as things are at this moment. */
  grantOf(bearer: string): Promise<IdentityGrant | null>;
  /** What the page for the first owner asks for; null once there is one. */
  setupCode(): Promise<string | null>;
  /** Removes what has run out; to be called now and then. */
  sweep(): Promise<void>;
}

const SWEPT_AT_ONCE = 1_000;

/** Sign-in, organizations, and OAuth for the programs that people use. */
export function createIdentity(options: IdentityOptions): Identity {
  const settings = readSettings(options);
  const { database, now } = settings;
  const signIn = createSignIn(settings);
  const people = createPeople(settings);
  const routes = createRoutes();

  async function sessionOf(request: Request): Promise<IdentitySession | null> {
    const tokenHash = signIn.sessionHashOf(request);
    return tokenHash === null ? null : findSession(database, { tokenHash, now: now() });
  }

  return {
    ...people,
    sessionCookies: [signIn.cookieName],
    sessionOf,

    async handle(request, { address }) {
      const url = new URL(request.url);
      const route = routes.get(url.pathname);
      if (!route) return isOurs(url.pathname) ? nothingAt(url.pathname) : null;
      const method = request.method === "HEAD" ? "GET" : request.method;
      const answer = route[method as "GET" | "POST"];
      if (!answer) return wrongMethod(Object.keys(route));
      let session: Promise<IdentitySession | null> | undefined;
      return answer({
        settings,
        signIn,
        people,
        request,
        url,
        address,
        session: () => {
          session ??= sessionOf(request);
          return session;
        },
      });
    },

    async grantOf(bearer) {
      if (!isSecret("access", bearer)) return null;
      const hash = hashSecret(bearer);
      return findAccessHolder(database, { hash, resource: settings.resource, now: now() });
    },

    async setupCode() {
      return (await people.hasPeople()) ? null : account.setupCodeOf(settings);
    },

    sweep: () => sweepIdentity(database, { now: now(), limit: SWEPT_AT_ONCE }),
  };

  function createRoutes(): ReadonlyMap<string, Route> {
    const clients = createClients(settings);
    const metadata = { GET: async () => serverMetadata(settings) };
    const resource = { GET: async () => resourceMetadata(settings) };
    return new Map<string, Route>([
      ["/.well-known/oauth-authorization-server", metadata],
      ["/.well-known/openid-configuration", metadata],
      ["/.well-known/oauth-protected-resource", resource],
      ["/.well-known/oauth-protected-resource/mcp", resource],
      [
        OAUTH_PATHS.authorize,
        {
          GET: limited("oauth", async ({ url, session }) =>
            authorize(settings, clients, { url, session: await session() }),
          ),
        },
      ],
      [
        OAUTH_PATHS.consent,
        { POST: async ({ request, session }) => decideConsent(settings, request, await session()) },
      ],
      [
        OAUTH_PATHS.token,
        { POST: limited("oauth", ({ request }) => exchangeTokens(settings, clients, request)) },
      ],
      [
        OAUTH_PATHS.revoke,
        { POST: limited("oauth", ({ request }) => revoke(settings, clients, request)) },
      ],
      [
        OAUTH_PATHS.register,
        { POST: limited("oauth-register", ({ request }) => register(settings, request)) },
      ],
      [
        "/api/auth/sign-in",
        { GET: account.showSignIn, POST: ownPages(account.signInWithPassword) },
      ],
      ["/api/auth/sign-out", { POST: ownPages(account.signOut) }],
      ["/api/auth/oidc", { POST: ownPages(account.signInAtProvider) }],
      ["/api/auth/callback/oidc", { GET: account.comeBackFromProvider }],
      ["/api/auth/setup", { GET: account.showSetup, POST: ownPages(account.setUp) }],
      ["/api/auth/organization", { GET: showOrganizations, POST: ownPages(chooseOrganization) }],
      [
        "/api/auth/invitation",
        { GET: account.showInvitation, POST: ownPages(account.acceptInvitation) },
      ],
    ]);
  }
}

type Answer = (context: account.AccountContext) => Promise<Response>;
type Route = { readonly GET?: Answer; readonly POST?: Answer };

/** What changes something for whoever holds the cookie is taken from our own pages alone. */
function ownPages(answer: Answer): Answer {
  return async (context) => {
    if (isSameOrigin(context.request, context.settings.origin)) return answer(context);
    const message = "This was not sent by a page of this server.";
    return messagePage("Not from here", message, 403);
  };
}

function limited(bucket: string, answer: Answer): Answer {
  return async (context) => {
    const { limit } = context.settings;
    const wait = await takeFrom(limit, [`${bucket}:address:${context.address}`]);
    return wait === null ? answer(context) : tooMany(wait);
  };
}

function isOurs(path: string): boolean {
  return path === "/api/auth" || path.startsWith("/api/auth/");
}

function nothingAt(path: string): Response {
  const message = `There is nothing at ${path.slice(0, 200)}.`;
  return jsonResponse({ error: "NOT_FOUND", message }, { status: 404 });
}

function wrongMethod(methods: readonly string[]): Response {
  const allow = methods.join(", ");
  const message = `This address takes ${allow}.`;
  return jsonResponse(
    { error: "INVALID_INPUT", message },
    { status: 405, headers: { allow: methods.includes("GET") ? `${allow}, HEAD` : allow } },
  );
}
