import { describe, expect, it } from "vitest";
import { routeOf } from "./watch-requests.ts";

describe("the route of a request", () => {
  it.each([
    ["/mcp", "/mcp"],
    ["/mcp?x=1", "/mcp"],
    ["/api/mcp", "/api/mcp"],
    ["/api/trpc/review.decide,home.summary?batch=1", "/api/trpc"],
    ["/api/outputs/out_1", "/api/outputs"],
    ["/.well-known/oauth-protected-resource/mcp", "/.well-known"],
    ["/mcpx", "page"],
    ["/plans/plan_1", "page"],
    ["/", "page"],
    [undefined, "page"],
    ["//%%", "page"],
  ])("of %s is %s", (url, route) => {
    expect(routeOf(url)).toBe(route);
  });
});
