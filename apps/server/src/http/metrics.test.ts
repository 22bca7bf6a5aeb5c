import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { addMetrics } from "./metrics.ts";

const TOKEN = "3f6b1c9a52d84e07b1a9c0d4e5f60718";

describe("/metrics", () => {
  it("is read with the token, in the exposition format of Prometheus", async () => {
    const response = await read(TOKEN, `Bearer ${TOKEN}`);
    expect([response.status, await response.text()]).toEqual([200, "numbers 1\n"]);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  });

  it.each([
    undefined,
    "",
    TOKEN,
    `Basic ${TOKEN}`,
    "Bearer ",
    `Bearer ${TOKEN}0`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
  ])("is not read with the header %j", async (header) => {
    const response = await read(TOKEN, header);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.text()).not.toContain("numbers");
  });

  it("needs no token where none is configured", async () => {
    expect((await read(null, undefined)).status).toBe(200);
  });
});

function read(token: string | null, authorization: string | undefined) {
  const app = new Hono();
  addMetrics(app, { token, text: () => "numbers 1\n" });
  return app.request("/metrics", authorization === undefined ? {} : { headers: { authorization } });
}
