import {
  findAccessHolder,
  findSession,
  hasPeople,
  listPeople,
  type SessionRow,
  sweepIdentity,
} from "@trovella/db/identity";
import { setupCodeOf } from "./account-routes.ts";
import { type Bound, bindSettings } from "./bind-settings.ts";
import { openToAll, preflightResponse } from "./cross-origin.ts";
import * as invitations from "./membership/invitations.ts";
import * as members from "./membership/members.ts";
import * as organizations from "./membership/organizations.ts";
import { createOwner } from "./membership/people.ts";
import { listGrants, revokeGrant } from "./oauth/grants.ts";
import { changePassword, resetPassword } from "./passwords.ts";
import { jsonResponse } from "./responses.ts";
import { createRoutes, type Route } from "./routes.ts";
import { hashSecret, isSecret } from "./secrets.ts";
import { type IdentityOptions, readSettings, type Settings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";

export type IdentitySession = SessionRow;
export type IdentityGrant = NonNullable<Awaited<ReturnType<typeof findAccessHolder>>>;

/** For the console's API and the commands. Each checks itself whether the acting user is authorized. */
const OPERATIONS = {
  hasPeople: ({ database }: Settings) => hasPeople(database),
  listPeople: ({ database }: Settings) => listPeople(database),
  createOwner,
  ...members,
  invite: invitations.invite,
  listInvitations: invitations.listInvitations,
  revokeInvitation: invitations.revokeInvitation,
  acceptInvitation: invitations.acceptInvitation,
  ...organizations,
  listGrants,
  revokeGrant,
  changePassword,
  resetPassword,
};

export interface Identity extends Bound<typeof OPERATIONS> {
  /** The names under which a browser may send a session. */
  readonly sessionCookies: readonly string[];
  /** Answers what is about people and their programs; null for everything else. */
  handle(request: Request, connection: { readonly address: string }): Promise<Response | null>;
  /** Whether pages of other origins may ask here: what is said is for everybody, and no cookie counts. */
  isForPrograms(path: string): boolean;
  /** All that `handle` answers. */
  readonly routes: readonly { readonly path: string; readonly methods: readonly string[] }[];
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
  const routes = createRoutes(settings);

  async function sessionOf(request: Request): Promise<IdentitySession | null> {
    const tokenHash = signIn.sessionHashOf(request);
    return tokenHash === null ? null : findSession(database, { tokenHash, now: now() });
  }

  async function answerTo(
    route: Route,
    request: Request,
    { url, address }: { readonly url: URL; readonly address: string },
  ): Promise<Response> {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const answer = methodsOf(route).includes(method) && route[method as "GET" | "POST"];
    if (!answer) return wrongMethod(methodsOf(route));
    let asked: Promise<IdentitySession | null> | undefined;
    const session = () => {
      asked ??= sessionOf(request);
      return asked;
    };
    return answer({ settings, signIn, request, url, address, session });
  }

  return {
    ...bindSettings(settings, OPERATIONS),
    sessionCookies: [signIn.cookieName],
    sessionOf,

    async handle(request, { address }) {
      const url = new URL(request.url);
      const route = routes.get(url.pathname);
      if (!route) return isOurs(url.pathname) ? nothingAt(url.pathname) : null;
      if (!route.isForPrograms) return answerTo(route, request, { url, address });
      if (request.method === "OPTIONS") return preflightResponse();
      return openToAll(await answerTo(route, request, { url, address }));
    },

    isForPrograms: (path) => routes.get(path)?.isForPrograms ?? false,
    routes: [...routes].map(([path, route]) => ({ path, methods: methodsOf(route) })),

    async grantOf(bearer) {
      if (!isSecret("access", bearer)) return null;
      const hash = hashSecret(bearer);
      return findAccessHolder(database, { hash, resource: settings.resource, now: now() });
    },

    async setupCode() {
      return (await hasPeople(database)) ? null : setupCodeOf(settings);
    },

    sweep: () => sweepIdentity(database, { now: now(), limit: SWEPT_AT_ONCE }),
  };
}

function methodsOf(route: Route): string[] {
  return Object.keys(route).filter((name) => name === "GET" || name === "POST");
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
