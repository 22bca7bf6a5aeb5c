import type { IdentitySession } from "@trovella/identity";
import { describe, expect, it } from "vitest";
import { Authenticator } from "./authenticator.ts";

const ORIGIN = "https://research.example";
const SIGNED_IN: IdentitySession = {
  sessionId: "ses_1",
  userId: "usr_1",
  userName: "Ada",
  userEmail: "ada@test.example",
  organizationId: "org_a",
  role: "member",
};

describe("the caller of an open stream", () => {
  it("stays authorized while nothing changes, and counts towards no rate limit", async () => {
    const { authenticator, counted } = authenticatorFor(() => SIGNED_IN);
    const { caller } = await authenticator.authenticateRequest(request());
    const before = counted();
    expect(await authenticator.isStillAuthorized(request(), caller)).toBe(true);
    expect(counted()).toBe(before);
  });

  it.each([
    ["the session has ended", null],
    ["the user was removed", { organizationId: null, role: null }],
    ["the user switched organizations", { organizationId: "org_b" }],
    ["another user signed in", { userId: "usr_2" }],
  ])("is no longer authorized when %s", async (_, change) => {
    let now: IdentitySession | null = SIGNED_IN;
    const { authenticator } = authenticatorFor(() => now);
    const { caller } = await authenticator.authenticateRequest(request());
    now = change && { ...SIGNED_IN, ...change };
    expect(await authenticator.isStillAuthorized(request(), caller)).toBe(false);
  });

  it("is not judged when the check fails", async () => {
    const { authenticator } = authenticatorFor(() => SIGNED_IN);
    const { caller } = await authenticator.authenticateRequest(request());
    const failing = authenticatorFor(() => {
      throw new Error("unavailable");
    });
    await expect(failing.authenticator.isStillAuthorized(request(), caller)).rejects.toThrow(
      "unavailable",
    );
  });
});

it("a user without an active organization gets an error code of its own", async () => {
  const withoutOrganization = { ...SIGNED_IN, organizationId: null, role: null };
  const { authenticator } = authenticatorFor(() => withoutOrganization);
  const refusal = { status: 403, error: "NO_ORGANIZATION" };
  await expect(authenticator.authenticateRequest(request())).rejects.toMatchObject(refusal);
});

function request(): Request {
  return new Request(`${ORIGIN}/api/events`, { headers: { cookie: "session=1" } });
}

function authenticatorFor(sessionNow: () => IdentitySession | null) {
  let count = 0;
  const authenticator = new Authenticator({
    publicUrl: ORIGIN,
    identity: {
      sessionCookies: ["session"],
      sessionOf: async () => sessionNow(),
      grantOf: async () => null,
    },
    tokens: { verify: async () => null },
    limits: {
      limit: async () => {
        count += 1;
        return { ok: true };
      },
    },
  });
  return { authenticator, counted: () => count };
}
