import type { IncomingMessage } from "node:http";
import type { Database } from "@trovella/db";
import { type RateLimits, TokenUses, TokenVerifier } from "@trovella/db/identity";
import { HttpRefusal, type McpHttpOptions, neededPermission } from "@trovella/mcp";
import type { Logger } from "pino";
import { localCaller } from "../../services/local-caller.ts";
import { AuthenticationRefusal } from "./authentication-refusal.ts";
import {
  type Authenticated,
  createAuthenticator,
  type Identity,
  type Visitor,
} from "./authenticator.ts";

/** Who comes in: asked by each edge of the server, for every request. */
export interface Door {
  readonly authenticate: McpHttpOptions["authenticate"];
  readonly authorize?: NonNullable<McpHttpOptions["authorize"]>;
  callerOf(request: Request): Visitor | Promise<Visitor>;
  /** Whether whoever sent this request is still let in, as the one they were. */
  isStill(request: Request, caller: Visitor): Promise<boolean>;
  /** Writes down what is still to be noted, before the database closes. */
  close(): Promise<void>;
}

/** Whoever reaches the server is the one local user. */
export function localDoor(): Door {
  const caller = { ...localCaller(null), browserSessionId: null };
  const local = { token: "", clientId: "local", scopes: [], extra: { caller } };
  return {
    authenticate: () => local,
    callerOf: () => caller,
    isStill: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

interface TeamParts {
  readonly publicUrl: string;
  readonly database: Database;
  readonly identity: Identity;
  readonly limits: RateLimits;
  readonly logger: Logger;
}

/** People and clients say who they are, by token, grant or session. */
export function teamDoor({ publicUrl, database, identity, limits, logger }: TeamParts): Door {
  const uses = new TokenUses(database, (error) =>
    logger.warn({ error }, "the last use of tokens could not be noted"),
  );
  const tokens = new TokenVerifier(database, {
    now: () => new Date(),
    onUse: uses.note.bind(uses),
  });
  const authenticator = createAuthenticator({ publicUrl, identity, tokens, limits });
  return {
    authenticate: (message: IncomingMessage) =>
      authenticator.ofMessage(message, { permission: "read" }).then(authInfoOf, refuseMcp),
    authorize,
    async callerOf(request) {
      const { caller } = await authenticator.ofRequest(request, { calls: callsIn(request) });
      return caller;
    },
    isStill: authenticator.isStill,
    close: () => uses.flush(),
  };
}

/** The token itself goes no further. */
function authInfoOf({ caller, clientId, scopes, lackOf }: Authenticated) {
  return { token: "", clientId, scopes: [...scopes], extra: { caller, lackOf } };
}

type AuthInfo = Parameters<NonNullable<McpHttpOptions["authorize"]>>[0];

/** A client whose person could allow more is told so in HTTP, where it knows how to ask; the rest are errors of the tool. */
function authorize({ extra }: AuthInfo, message: unknown): void {
  const permission = neededPermission(message);
  const { lackOf } = extra as unknown as Pick<Authenticated, "lackOf">;
  const lack = permission && lackOf(permission);
  if (lack) refuseMcp(lack);
}

/** JSON-RPC leaves this code to servers; the SDK uses it for everything HTTP refuses. */
const REFUSED = -32000;

function refuseMcp(error: unknown): never {
  if (!(error instanceof AuthenticationRefusal)) throw error;
  const { status, message, headers } = error;
  throw new HttpRefusal({ status, code: REFUSED, message, headers });
}

/** The console's API takes several calls in one request, their names joined by commas. */
function callsIn({ url }: Request): number {
  return new URL(url).pathname.split(",").length;
}
