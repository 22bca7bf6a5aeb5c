import type { ApiServices } from "@trovella/api";
import type { Database } from "@trovella/db";
import { callerWith, unauthenticated } from "@trovella/testing/credentials/test-callers";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { createApp } from "./app.ts";
import type { EventStreams } from "./event-streams.ts";
import { SECURITY_HEADERS } from "./policy/headers.ts";
import { httpPolicy } from "./policy/http-policy.ts";

const OPTIONS = {
  policy: httpPolicy({ HOST: "127.0.0.1", TROVELLA_PUBLIC_URL: undefined }),
  logger: pino({ level: "silent" }),
  obstacles: async () => [],
  // No test here gets as far as the database.
  outputs: { database: {} as Database, downloaderOf: unauthenticated },
  api: { services: {} as ApiServices, callerOf: unauthenticated },
};
const LOCAL = { headers: { host: "127.0.0.1:4737" } };

describe("the HTTP app", () => {
  it("answers /healthz while the process lives", async () => {
    const response = await localApp().request("/healthz", LOCAL);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok" });
  });

  it("answers /readyz with 200 while the database answers, else with 503 and the reason", async () => {
    const ready = await localApp().request("/readyz", LOCAL);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }]);

    const app = createApp({ ...OPTIONS, obstacles: async () => ["The database does not answer."] });
    const response = await app.request("/readyz", LOCAL);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: "not_ready",
      reasons: ["The database does not answer."],
    });
  });

  it("does not name the version of Node.js where strangers can ask", async () => {
    const identity = { handle: () => Promise.resolve(null), allowsAnyOrigin: () => false };
    const app = createApp({ ...OPTIONS, identity: { identity, proxies: 0 } });
    const response = await app.request("/version", LOCAL, {
      incoming: { headers: {}, socket: {} },
    });
    expect(await response.json()).toEqual({ name: "trovella", version: expect.any(String) });
  });

  it("asks for https only where the public URL is https", async () => {
    const header = async (publicUrl: string) => {
      const policy = httpPolicy({ HOST: "127.0.0.1", TROVELLA_PUBLIC_URL: publicUrl });
      const response = await createApp({ ...OPTIONS, policy }).request("/healthz", LOCAL);
      return response.headers.get("strict-transport-security");
    };
    expect(await header("https://research.example")).toBe("max-age=31536000");
    expect(await header("http://127.0.0.1:4737")).toBeNull();
  });

  it("returns its version at /version", async () => {
    const response = await localApp().request("/version", LOCAL);
    expect(await response.json()).toEqual({
      name: "trovella",
      version: manifest.version,
      node: process.version,
    });
  });

  it("names the path of a 404", async () => {
    const response = await localApp().request("/nothing/here", { ...LOCAL, method: "POST" });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: "NOT_FOUND",
      message: "There is nothing at POST /nothing/here.",
    });
  });

  it("repeats no more than the beginning of a long path", async () => {
    const response = await localApp().request(`/api/${"x".repeat(10_000)}`, LOCAL);
    expect((await response.text()).length).toBeLessThan(300);
  });

  it("does not reveal the details of an unexpected error", async () => {
    const app = localApp();
    app.get("/broken", () => {
      throw new Error("secret detail");
    });
    const response = await app.request("/broken", LOCAL);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: "INTERNAL",
      message: "Something went wrong on the server.",
    });
  });

  it.each(["/api/events", "/api/trpc/plan.list"])(
    "answers 503 at %s when the caller cannot be looked up for want of the database",
    async (path) => {
      const callerOf = () => Promise.reject(new Error("Connection terminated unexpectedly"));
      const app = createApp({
        ...OPTIONS,
        api: { services: {} as ApiServices, callerOf },
        events: {
          streams: {} as EventStreams,
          callerOf,
          isStillAuthorized: () => Promise.resolve(false),
        },
      });
      const response = await app.request(path, LOCAL);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(await response.json()).toMatchObject({
        error: "UNAVAILABLE",
        message: expect.stringMatching(/unavailable\. Next: .*idempotencyKey/),
      });
    },
  );

  it.each(["/healthz", "/version", "/api/nothing", "/broken"])(
    "sends the security headers with %s",
    async (path) => {
      const app = localApp();
      app.get("/broken", () => {
        throw new Error("broken");
      });
      const { headers } = await app.request(path, LOCAL);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        expect(headers.get(name)).toBe(value);
      }
    },
  );
});

describe("downloads of outputs", () => {
  it("are for people who are signed in and may read", async () => {
    const path = "/api/outputs/out_1?format=docx";
    const unknown = await localApp().request(path, LOCAL);
    expect([unknown.status, await unknown.json()]).toMatchObject([
      401,
      { error: "UNAUTHENTICATED" },
    ]);
    const outputs = { ...OPTIONS.outputs, downloaderOf: () => callerWith([]) };
    const forbidden = await createApp({ ...OPTIONS, outputs }).request(path, LOCAL);
    expect([forbidden.status, await forbidden.json()]).toMatchObject([403, { error: "FORBIDDEN" }]);
  });

  it.each(["odt", "", "__proto__", "constructor"])("have no format %j", async (format) => {
    const outputs = { ...OPTIONS.outputs, downloaderOf: () => callerWith() };
    const path = `/api/outputs/out_1?format=${format}`;
    const response = await createApp({ ...OPTIONS, outputs }).request(path, LOCAL);
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: "INVALID_INPUT",
        message:
          "There is no such format. Next: use one of markdown, html, docx, xlsx, pptx, pdf, ris, bibtex, csl-json, zip.",
      },
    ]);
  });
});

describe("the check of the Host header", () => {
  it.each(["localhost", "LocalHost:4737", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:4737"])(
    "serves %s on loopback",
    async (host) => {
      const response = await localApp().request("/healthz", { headers: { host } });
      expect(response.status).toBe(200);
    },
  );

  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example:4737",
    "evil.example:127",
    "localhost:80:80",
    "127.0.0.1@evil.example",
    "",
  ])("refuses %j on loopback", async (host) => {
    const response = await localApp().request("/healthz", { headers: { host } });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: "FORBIDDEN" });
  });

  it("answers a malformed IP address with 403, not with an error of its own", async () => {
    const response = await localApp().request("/healthz", { headers: { host: "127.999.1.1" } });
    expect(response.status).toBe(403);
  });

  it("applies in local mode wherever the server listens", async () => {
    const policy = httpPolicy({ HOST: "0.0.0.0", TROVELLA_PUBLIC_URL: undefined });
    const app = createApp({ ...OPTIONS, policy });
    const response = await app.request("/healthz", { headers: { host: "evil.example" } });
    expect(response.status).toBe(403);
  });

  it("does not apply to a team's server that is bound to be reached from elsewhere", async () => {
    const app = createApp({
      ...OPTIONS,
      policy: httpPolicy({
        HOST: "0.0.0.0",
        TROVELLA_MODE: "team",
        TROVELLA_PUBLIC_URL: undefined,
      }),
    });
    const response = await app.request("/healthz", { headers: { host: "research.example" } });
    expect(response.status).toBe(200);
  });
});

describe("the check of the Origin header", () => {
  it.each(["http://localhost:4737", "http://127.0.0.1", "http://[::1]:4737", "https://localhost"])(
    "serves pages of %s",
    async (origin) => {
      const headers = { ...LOCAL.headers, origin };
      expect((await localApp().request("/healthz", { headers })).status).toBe(200);
    },
  );

  it.each([
    "null",
    "",
    "https://evil.example",
    "http://localhost.evil.example",
    "http://127.0.0.1@evil.example",
    "file://",
    "http://localhost:4737/path",
  ])("refuses pages of %j", async (origin) => {
    const headers = { ...LOCAL.headers, origin };
    const response = await localApp().request("/healthz", { headers });
    expect(response.status).toBe(403);
  });

  it("serves pages of the public URL, and of no other, when there is one", async () => {
    const policy = httpPolicy({
      HOST: "0.0.0.0",
      TROVELLA_PUBLIC_URL: "https://research.example/",
    });
    const app = createApp({ ...OPTIONS, policy });
    const statusFor = async (origin: string) =>
      (await app.request("/healthz", { headers: { host: "research.example", origin } })).status;
    expect(await statusFor("https://research.example")).toBe(200);
    expect(await statusFor("http://research.example")).toBe(403);
    expect(await statusFor("https://other.example")).toBe(403);
  });
});

function localApp() {
  return createApp(OPTIONS);
}
