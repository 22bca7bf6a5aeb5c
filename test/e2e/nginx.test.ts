import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { freePort } from "@trovella/testing/programs/free-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresUser } from "../../packages/db/src/embedded/operating-system-user.ts";
import { type Nginx, startNginx } from "../replicas/nginx.ts";
import { findProxies } from "../replicas/programs.ts";
import { testDirectory } from "./support/test-directory.ts";

const INVITATION = "/api/auth/invitation?token=troi_secret";
const STRICT_TRANSPORT_SECURITY = "max-age=31536000";

const { proxies, reason } = await findProxies();

describe.skipIf(!proxies)(`deploy/nginx.conf.template${reason && ` (skipped: ${reason})`}`, () => {
  let server: Server;
  let nginx: Nginx;
  beforeAll(async () => {
    if (!proxies) return;
    server = createServer((_request, response) => {
      response.setHeader("Strict-Transport-Security", STRICT_TRANSPORT_SECURITY).end("served");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port: replica } = server.address() as AddressInfo;
    nginx = await startNginx({
      program: proxies.nginx,
      user: postgresUser(path.join(testDirectory(), "pg")),
      port: await freePort(),
      replicaPorts: [replica],
    });
  });
  afterAll(async () => {
    server?.close();
    await nginx?.stop();
  });

  it.each(["/", "/mcp", "/api/events", INVITATION, "/metrics"])(
    "tells browsers once to use https only, at %s",
    async (url) => {
      const { headers } = await get(url);
      expect(headers.get("strict-transport-security")).toBe(STRICT_TRANSPORT_SECURITY);
    },
  );

  it("keeps invitations out of its logs, which have all other queries", async () => {
    expect((await get(INVITATION)).status).toBe(200);
    expect((await get("/plans?page=2")).status).toBe(200);
    await expect.poll(() => nginx.logs()).toContain('"GET /plans?page=2 HTTP/1.1" 200');
    expect(nginx.logs()).toContain('"GET /api/auth/invitation HTTP/1.1" 200');
    expect(nginx.logs()).not.toContain("troi_secret");
  });

  it("keeps them out of its logs when no server answers, too", async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    expect((await get(INVITATION)).status).toBe(502);
    expect((await get("/plans?page=3")).status).toBe(502);
    await expect.poll(() => nginx.logs()).toMatch(/upstream.*request: "GET \/plans\?page=3 /);
    expect(nginx.logs()).not.toContain("troi_secret");
  });

  /** As a browser does that comes from the same link. */
  function get(url: string): Promise<Response> {
    const origin = `http://127.0.0.1:${nginx.port}`;
    return fetch(origin + url, { headers: { referer: origin + url } });
  }
});
