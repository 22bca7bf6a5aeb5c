import { PERMISSIONS, type Permission } from "@trovella/abilities";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { localCaller } from "../mcp/local-caller.ts";
import { createApp } from "./app.ts";
import { refusalsAt } from "./authentication-refusal.ts";
import { EventStreams } from "./event-streams.ts";
import { originRules } from "./origins.ts";

/** Every address of the server, with the permission that it needs; null for what everybody may know. */
const ROUTES: Readonly<
  Record<string, { readonly permission: Permission; example: string } | null>
> = {
  "GET /healthz": null,
  "GET /readyz": null,
  "GET /version": null,
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

/** No test here gets as far as the database, or what lies behind it. */
function appFor(permissions: readonly Permission[] | null) {
  const callerOf = () => {
    if (!permissions) throw refusalsAt("https://research.example").signInFirst();
    return { ...localCaller(null), permissions: new Set(permissions) };
  };
  const services = { announce: () => undefined, onFailure: () => undefined };
  const options = {
    ...originRules({ HOST: "127.0.0.1", TROVELLA_PUBLIC_URL: undefined }),
    logger: pino({ level: "silent" }),
    obstacles: async () => [],
    outputs: { callerOf },
    api: { services, callerOf },
    events: { streams: new EventStreams({ subscribe: () => () => undefined }), callerOf },
  };
  return createApp(options as unknown as Parameters<typeof createApp>[0]);
}
