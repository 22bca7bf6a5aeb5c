import type { ApiServices } from "@trovella/api";
import type { Database } from "@trovella/db";
import { PERMISSIONS, type Permission } from "@trovella/foundation";
import { nobody, visitorWith } from "@trovella/testing/credentials/visitors";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createApp } from "./app.ts";
import { EventStreams } from "./event-streams.ts";
import { originRules } from "./policy/origins.ts";

/** Every address of the server, with the permission that it needs; null for what everybody may know. */
const ROUTES: Readonly<
  Record<string, { readonly permission: Permission; example: string } | null>
> = {
  "GET /healthz": null,
  "GET /readyz": null,
  "GET /version": null,
  // For whoever has its own token; see metrics.test.ts.
  "GET /metrics": null,
  "GET /api/outputs/:id": { permission: "read", example: "/api/outputs/out_1" },
  // Each procedure names its own; this is one of them.
  "ALL /api/trpc/*": { permission: "read", example: "/api/trpc/home.summary" },
  "GET /api/events": { permission: "read", example: "/api/events" },
};

const HEADERS = { headers: { host: "127.0.0.1:4737" } };
const guarded = Object.values(ROUTES).flatMap((route) => (route ? [route] : []));

describe("the routes", () => {
  it("are those that are named here, with their permissions", () => {
    const known = appFor(null).routes.map(({ method, path }) => `${method} ${path}`);
    // What stands before all of them lets requests through, or refuses them.
    const routes = new Set(known.filter((route) => route !== "ALL /*"));
    expect([...routes].sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it.each(guarded)("lead nobody who is not signed in to $example", async ({ example }) => {
    expect((await appFor(null).request(example, HEADERS)).status).toBe(401);
  });

  it.each(guarded)("lead who may do everything else not to $example", async (route) => {
    const others = PERMISSIONS.filter((permission) => permission !== route.permission);
    for (const permissions of [[], others]) {
      const response = await appFor(permissions).request(route.example, HEADERS);
      expect(response.status).toBe(403);
    }
  });
});

/** No test here gets as far as the database. */
function appFor(permissions: readonly Permission[] | null) {
  const callerOf = permissions ? () => visitorWith(permissions) : nobody;
  const services = { announce: () => undefined, onFailure: () => undefined };
  return createApp({
    ...originRules({ HOST: "127.0.0.1", TROVELLA_PUBLIC_URL: undefined }),
    logger: pino({ level: "silent" }),
    obstacles: async () => [],
    metrics: { token: null, text: () => "" },
    outputs: { database: {} as Database, callerOf },
    api: { services: services as unknown as ApiServices, callerOf },
    events: {
      streams: new EventStreams({ subscribe: () => () => undefined }),
      callerOf,
      isStill: () => Promise.resolve(true),
    },
  });
}
