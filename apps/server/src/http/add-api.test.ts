import type { ApiServices } from "@trovella/api";
import { callerWith, unauthenticated } from "@trovella/testing/credentials/test-callers";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { localCaller } from "../services/local-caller.ts";
import { addApi } from "./add-api.ts";

const HOST = "127.0.0.1:4737";
const services = {
  database: {},
  embedder: () => Promise.resolve(null),
  announce: () => undefined,
  now: () => new Date(),
  onFailure: () => undefined,
} as unknown as ApiServices;

it.each([
  ["its own page", { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" }, false],
  ["a program", {}, false],
  ["another server's page on this computer", { origin: "http://127.0.0.1:3000" }, true],
  ["a page of another site", { origin: `http://${HOST}`, "sec-fetch-site": "cross-site" }, true],
  ["a page without an origin", { origin: "null" }, true],
])("checks CSRF for %s", async (_who, headers, isRefused) => {
  const response = await post("review.decide", "{}", headers);
  expect(response.status === 403).toBe(isRefused);
});

it("refuses a body of more than 1 MB, and more than 20 calls in one request", async () => {
  const large = JSON.stringify({ feedback: "x".repeat(1024 * 1024) });
  expect((await post("review.decide", large, {})).status).toBe(413);
  const many = Array(21).fill("home.summary").join(",");
  const headers = { host: HOST };
  const response = await local().request(`/api/trpc/${many}?batch=1`, { headers });
  expect(response.status).toBe(400);
});

it("reveals no internals about an unknown procedure", async () => {
  const response = await local().request("/api/trpc/secret.thing", { headers: { host: HOST } });
  expect(response.status).toBe(404);
  const { error } = (await response.json()) as { error: object };
  expect(error).toMatchObject({
    message: "There is no such procedure.",
    data: { appCode: "NOT_FOUND" },
  });
  expect(JSON.stringify(error)).not.toContain("stack");
});

it("refuses a call of a tab that shows another organization", async () => {
  const there = { host: HOST, "trovella-organization": "org_another" };
  const response = await local().request("/api/trpc/organization.current", { headers: there });
  expect([response.status, await response.json()]).toEqual([
    409,
    { error: "ORGANIZATION_CHANGED", message: expect.stringContaining("Next: reload") },
  ]);
  const here = { ...there, "trovella-organization": localCaller(null).tenant.organizationId };
  const answer = await local().request("/api/trpc/organization.current", { headers: here });
  expect(answer.status).toBe(200);
});

it("authenticates before it reads a body of unknown length", async () => {
  let pulls = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        pulls += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    },
    { highWaterMark: 0 },
  );
  const app = new Hono().onError((_error, context) => context.text("who?", 401));
  addApi(app, { services, publicOrigin: null, callerOf: unauthenticated });
  const response = await app.request("/api/trpc/review.decide", {
    method: "POST",
    body,
    duplex: "half",
    headers: { host: HOST, "transfer-encoding": "chunked" },
  } as RequestInit);
  expect([response.status, pulls]).toEqual([401, 0]);
});

function local(): Hono {
  const app = new Hono();
  addApi(app, { services, publicOrigin: null, callerOf: () => callerWith() });
  return app;
}

function post(procedure: string, body: string, headers: Record<string, string>) {
  return local().request(`/api/trpc/${procedure}`, {
    method: "POST",
    body,
    headers: { host: HOST, "content-type": "application/json", ...headers },
  });
}
