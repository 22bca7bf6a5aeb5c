import { isSameOrigin } from "@trovella/foundation";
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
import { MCP_PATHS, type Settings } from "./settings.ts";

type Answer = (context: account.AccountContext) => Promise<Response>;

export interface Route {
  readonly GET?: Answer;
  readonly POST?: Answer;
  /** For programs, those in pages of other origins among them: no cookie counts here, and nothing here is secret. */
  readonly isForPrograms?: true;
}

/** Everything that is about people and their programs, by its path. */
export function createRoutes(settings: Settings): ReadonlyMap<string, Route> {
  return new Map([...programRoutes(settings), ...personRoutes(settings)]);
}

function programRoutes(settings: Settings): [string, Route][] {
  const clients = createClients(settings);
  const issuer = { GET: async () => serverMetadata(settings) };
  const resource = (path: string) => ({ GET: async () => resourceMetadata(settings, path) });
  const routes: [string, Route][] = [
    ["/.well-known/oauth-authorization-server", issuer],
    ["/.well-known/openid-configuration", issuer],
    ["/.well-known/oauth-protected-resource", resource(MCP_PATHS[0])],
    ...MCP_PATHS.map((path): [string, Route] => [
      `/.well-known/oauth-protected-resource${path}`,
      resource(path),
    ]),
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
  ];
  const authorization: Route = {
    GET: limited("oauth", async ({ url, session }) =>
      authorize(settings, clients, { url, session: await session() }),
    ),
  };
  return [
    ...routes.map(([path, route]): [string, Route] => [path, { ...route, isForPrograms: true }]),
    [OAUTH_PATHS.authorize, authorization],
  ];
}

function personRoutes(settings: Settings): [string, Route][] {
  const consent = ownPages(async ({ request, session }) =>
    decideConsent(settings, request, await session()),
  );
  return [
    [OAUTH_PATHS.consent, { POST: consent }],
    ["/api/auth/sign-in", { GET: account.showSignIn, POST: ownPages(account.signInWithPassword) }],
    ["/api/auth/sign-out", { POST: ownPages(account.signOut) }],
    ["/api/auth/oidc", { POST: ownPages(account.signInAtProvider) }],
    ["/api/auth/callback/oidc", { GET: account.comeBackFromProvider }],
    ["/api/auth/setup", { GET: account.showSetup, POST: ownPages(account.setUp) }],
    ["/api/auth/organization", { GET: showOrganizations, POST: ownPages(chooseOrganization) }],
    [
      "/api/auth/invitation",
      { GET: account.showInvitation, POST: ownPages(account.acceptInvitation) },
    ],
  ];
}

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
