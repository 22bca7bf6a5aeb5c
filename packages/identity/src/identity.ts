import {
  type AccessHolder,
  findAccessHolder,
  hasPeople,
  listPeople,
  markGrantUsed,
  type SessionRow,
  sweepIdentity,
} from "@trovella/db/identity";
import { type Bound, bindSettings } from "./bind-settings.ts";
import * as access from "./membership/access.ts";
import * as users from "./membership/administer-users.ts";
import { createOwner } from "./membership/create-person.ts";
import * as invitations from "./membership/invitations.ts";
import * as members from "./membership/members.ts";
import * as organizations from "./membership/organizations.ts";
import { changePassword, resetPassword } from "./membership/passwords.ts";
import { createClients } from "./oauth/clients.ts";
import * as grants from "./oauth/grants.ts";
import { createClientRoutes } from "./routes/client-routes.ts";
import { createPageRoutes } from "./routes/page-routes.ts";
import { methodsByPath } from "./routes/router.ts";
import { hashSecret, isSecret } from "./secrets.ts";
import { type IdentityOptions, readSettings, type Settings } from "./settings.ts";
import { setupCodeOf } from "./setup-code.ts";
import { createSignIn } from "./sign-in/sign-in.ts";

export type IdentitySession = SessionRow;
export type IdentityGrant = AccessHolder;

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
  listOrganizations: organizations.listOrganizations,
  canCreateOrganization: organizations.canCreateOrganization,
  createOrganization: organizations.createOrganization,
  rename: organizations.rename,
  setWhoDecides: organizations.setWhoDecides,
  setActiveOrganization: organizations.setActiveOrganization,
  ...grants,
  ...access,
  changePassword,
  resetPassword,
  disableUser: users.disableUser,
  enableUser: users.enableUser,
  removeUser: users.removeUser,
  signOutUser: users.signOutUser,
};

export interface Identity extends Bound<typeof OPERATIONS> {
  /** The names of cookies that may carry a session. */
  readonly sessionCookies: readonly string[];
  /** Serves the pages of users and the endpoints of OAuth clients; null for every other path. */
  handle(request: Request, connection: { readonly address: string }): Promise<Response | null>;
  /** Whether pages of any origin may call this path (CORS): no cookie counts there. */
  allowsAnyOrigin(path: string): boolean;
  /** All that `handle` serves. */
  readonly routes: readonly { readonly path: string; readonly methods: readonly string[] }[];
  /** The session of the request's cookie, with the user's present role. */
  sessionOf(request: Request): Promise<IdentitySession | null>;
  /** The user that an access token stands for, with their present role. */
  grantOf(bearer: string): Promise<IdentityGrant | null>;
  /** The code that the setup page asks for; null once there is an owner. */
  setupCode(): Promise<string | null>;
  /** Whether metadata documents of OAuth clients can be read; warns if not. */
  canReadClientDocuments(): Promise<boolean>;
  /** Deletes what has expired; to be called periodically. */
  sweep(): Promise<void>;
}

const SWEEP_LIMIT = 1_000;

/** Sign-in, organizations, and OAuth for MCP clients. */
export function createIdentity(options: IdentityOptions): Identity {
  const settings = readSettings(options);
  const { database, now } = settings;
  const signIn = createSignIn(settings);
  const parts = { settings, signIn, clients: createClients(settings) };
  const [clientRoutes, pageRoutes] = [createClientRoutes(parts), createPageRoutes(parts)];
  const [clientPaths, pagePaths] = [methodsByPath(clientRoutes), methodsByPath(pageRoutes)];

  return {
    ...bindSettings(settings, OPERATIONS),
    sessionCookies: [signIn.cookieName],
    sessionOf: (request) => signIn.sessionIn(request.headers.get("cookie") ?? ""),

    async handle(request, connection) {
      const { pathname } = new URL(request.url);
      if (clientPaths.has(pathname)) return clientRoutes.fetch(request, connection);
      return isOurs(pathname) ? pageRoutes.fetch(request, connection) : null;
    },

    allowsAnyOrigin: (path) => clientPaths.has(path),
    routes: [...clientPaths, ...pagePaths].map(([path, methods]) => ({
      path,
      methods: [...methods],
    })),

    async grantOf(bearer) {
      if (!isSecret("access", bearer)) return null;
      const hash = hashSecret(bearer);
      const { resource } = settings;
      const holder = await findAccessHolder(database, { hash, resource, now: now() });
      if (holder) await markGrantUsed(database, { grantId: holder.grantId, now: now() });
      return holder;
    },

    async setupCode() {
      return (await hasPeople(database)) ? null : setupCodeOf(settings);
    },

    canReadClientDocuments: () => parts.clients.canReadDocuments(),

    sweep: () => sweepIdentity(database, { now: now(), limit: SWEEP_LIMIT }),
  };
}

function isOurs(path: string): boolean {
  return path === "/api/auth" || path.startsWith("/api/auth/");
}
