import { describe, expect, it } from "vitest";
import { createAuthenticator, type Session } from "./authenticator.ts";

const ORIGIN = "https://research.example";
const SIGNED_IN: Session = {
  sessionId: "ses_1",
  userId: "usr_1",
  userName: "Ada",
  userEmail: "ada@test.example",
  organizationId: "org_a",
  role: "member",
};

describe("whoever opened a stream", () => {
  it("is still let in as long as nothing has changed, without using up any limit", async () => {
    const { authenticator, counted } = authenticatorFor(() => SIGNED_IN);
    const { caller } = await authenticator.ofRequest(request());
    const before = counted();
    expect(await authenticator.isStill(request(), caller)).toBe(true);
    expect(counted()).toBe(before);
  });

  it.each([
    ["the session has ended", null],
    ["the person was removed", { organizationId: null, role: null }],
    ["the person works in another organization", { organizationId: "org_b" }],
    ["another person signed in", { userId: "usr_2" }],
  ])("is not any more when %s", async (_, change) => {
    let now: Session | null = SIGNED_IN;
    const { authenticator } = authenticatorFor(() => now);
    const { caller } = await authenticator.ofRequest(request());
    now = change && { ...SIGNED_IN, ...change };
    expect(await authenticator.isStill(request(), caller)).toBe(false);
  });

  it("is not judged when nobody can tell", async () => {
    const { authenticator } = authenticatorFor(() => SIGNED_IN);
    const { caller } = await authenticator.ofRequest(request());
    const away = authenticatorFor(() => {
      throw new Error("away");
    });
    await expect(away.authenticator.isStill(request(), caller)).rejects.toThrow("away");
  });
});

it("somebody who is signed in but nowhere is told so by a code of its own", async () => {
  const nowhere = { ...SIGNED_IN, organizationId: null, role: null };
  const { authenticator } = authenticatorFor(() => nowhere);
  const refusal = { status: 403, error: "NO_ORGANIZATION" };
  await expect(authenticator.ofRequest(request())).rejects.toMatchObject(refusal);
});

function request(): Request {
  return new Request(`${ORIGIN}/api/events`, { headers: { cookie: "session=1" } });
}

function authenticatorFor(sessionNow: () => Session | null) {
  let count = 0;
  const authenticator = createAuthenticator({
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
