import type { HttpBindings } from "@hono/node-server";
import type { Identity } from "@trovella/identity";
import type { Hono } from "hono";
import { clientAddress } from "./authentication/client-address.ts";

export interface IdentityRoutes {
  readonly identity: Pick<Identity, "handle" | "allowsAnyOrigin">;
  /** The number of trusted proxies in front of the server. */
  readonly proxies: number;
}

/** Sign-in, invitations and OAuth; their responses bring their own headers. */
export function addIdentity(app: Hono, { identity, proxies }: IdentityRoutes): void {
  app.use(async (context, next) => {
    const { incoming } = context.env as HttpBindings;
    const address = clientAddress(incoming, proxies);
    const answer = await identity.handle(context.req.raw, { address });
    if (!answer) return next();
    return answer;
  });
}
