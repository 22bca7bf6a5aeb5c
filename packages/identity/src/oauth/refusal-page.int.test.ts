import type { TestDatabase } from "@trovella/testing/database/test-database";
import {
  Browser,
  ORIGIN,
  type TestIdentity,
  unescapeHtml,
} from "@trovella/testing/identity/test-identity";
import { CALLBACK, Program } from "@trovella/testing/identity/test-program";
import { createTestTeamWithClient, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
let browser: Browser;
beforeAll(async () => {
  ({ test, setup, owner, browser } = await createTestTeamWithClient(inject("socketDirectory")));
});
afterAll(() => test.drop());

const ERRORS = [
  ["consent_required", { prompt: "none" }],
  ["invalid_scope", { scope: "everything" }],
  ["invalid_scope", { scope: "admin" }],
  ["invalid_request", { code_challenge: undefined }],
] as const;

describe("a client that the user never authorized", () => {
  it.each(ERRORS)("gets %s only if the user follows a link: %o", async (error, changes) => {
    const program = await registered("https://evil.example/callback");
    const redirect_uri = "https://evil.example/callback";
    const response = await browser.get(program.authorizePath({ ...changes, redirect_uri }));
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    const page = await response.text();
    const [, link = ""] = /<a href="([^"]*)"/.exec(page) ?? [];
    const target = new URL(unescapeHtml(link));
    expect(target.origin + target.pathname).toBe(redirect_uri);
    expect(target.searchParams.get("error")).toBe(error);
    expect(page).toContain("Return to evil.example");
  });

  it.each(ERRORS)("does not learn from %s whether anyone is signed in: %o", async (_, changes) => {
    const program = await registered("https://evil.example/callback");
    const path = program.authorizePath({
      ...changes,
      redirect_uri: "https://evil.example/callback",
    });
    const response = await new Browser(setup.identity).get(path);
    expect(response.status).toBe(303);
    const location = response.headers.get("location") ?? "";
    expect(location.startsWith(`${ORIGIN}/api/auth/sign-in?`)).toBe(true);
  });

  it("gets errors by redirect once it was authorized, and no more after that was revoked", async () => {
    const program = await registered(CALLBACK);
    await program.tokensBy(browser, owner.organizationId);
    const path = program.authorizePath({ prompt: "none" });
    const location = new URL((await browser.get(path)).headers.get("location") ?? "");
    expect(location.searchParams.get("error")).toBe("consent_required");
    const [grant] = await setup.identity.listGrants(owner.userId);
    await setup.identity.revokeGrant({ userId: owner.userId, grantId: grant?.id ?? "" });
    expect((await browser.get(path)).status).toBe(400);
  });
});

async function registered(redirectUri: string): Promise<Program> {
  const program = new Program(setup.identity);
  await program.register({ redirect_uris: [redirectUri] });
  return program;
}
