import type { Database } from "@trovella/db";
import { callerOf } from "@trovella/testing/mcp/test-server";
import { describe, expect, it } from "vitest";
import { httpBus } from "./plan-bus.ts";
import { PlanSubscriptions } from "./plan-subscriptions.ts";

const PARTS = { body: {}, onProblem: () => undefined };

describe("subscriptions over HTTP", () => {
  it("beyond the share of a person are refused with 429 and a time, until one is closed", () => {
    const subscriptions = newSubscriptions();
    const open = (organization: string) =>
      httpBus(subscriptions, { ...PARTS, caller: callerOf(organization) });
    const first = open("org_a");
    open("org_a");
    expect(() => open("org_a")).toThrow(
      expect.objectContaining({ status: 429, headers: { "Retry-After": "10" } }),
    );
    open("org_b");
    first.close();
    open("org_a");
    expect(subscriptions.count).toBe(3);
  });

  it("need the permission to read", () => {
    const caller = callerOf("org_a", ["write"]);
    expect(() => httpBus(newSubscriptions(), { ...PARTS, caller })).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  });
});

/** No subscription of these tests names a plan, so nothing is read. */
function newSubscriptions(): PlanSubscriptions {
  return new PlanSubscriptions({
    database: {} as Database,
    watch: { watch: () => () => undefined },
    shares: { perPerson: 2, perOrganization: 3, perProcess: 4 },
  });
}
