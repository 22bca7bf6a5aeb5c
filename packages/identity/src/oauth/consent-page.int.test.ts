import type { TestDatabase } from "@trovella/testing/database/test-database";
import { type Browser, fieldOf, type TestIdentity } from "@trovella/testing/identity/test-identity";
import { type Program, tokensIn } from "@trovella/testing/identity/test-program";
import { createTestTeamWithClient, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let test: TestDatabase;
let setup: TestIdentity;
let owner: TestOwner;
let browser: Browser;
let program: Program;
beforeAll(async () => {
  const team = await createTestTeamWithClient(inject("socketDirectory"));
  ({ test, setup, owner, browser, program } = team);
});
afterAll(() => test.drop());

describe("the scopes of a client", () => {
  it.each([
    ["all that it asked for", "read write review", ["write", "review"], "read write review"],
    ["only what was left ticked", "read write review", ["write"], "read write"],
    ["only reading when all else was unticked", "read write", [], "read"],
    ["nothing that it did not ask for", "read", ["write", "review", "admin"], "read"],
    ["never administration", "read write admin", ["write", "admin"], "read write"],
  ])("are %s", async (_, scope, ticked, granted) => {
    const page = await (await browser.get(program.authorizePath({ scope }))).text();
    expect(page).not.toContain("admin");
    const response = await allow(page, ticked);
    const location = new URL(response.headers.get("location") ?? "");
    const tokens = await tokensIn(program.exchange(location.searchParams.get("code") ?? ""));
    expect(tokens.scope).toBe(granted);
    expect(await setup.identity.grantOf(tokens.access_token)).toMatchObject({
      scopes: granted.split(" "),
    });
  });

  it("are refused when none is left", async () => {
    const page = await (await browser.get(program.authorizePath({ scope: "review" }))).text();
    const response = await allow(page, []);
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    expect(await response.text()).toContain("Nothing was ticked.");
  });
});

it("the button that allows takes clicks only a second after the page, or the pointer, appeared", async () => {
  const page = await (await browser.get(program.authorizePath())).text();
  expect(page).toContain('class="guarded"');
  expect(page).toContain('<button name="decision" value="allow" class="careful">');
  expect(page).toContain(".careful { animation: late 1s; }");
  expect(page).toContain(".guarded:hover .careful { animation-name: late-again; }");
  for (const name of ["late", "late-again"]) {
    expect(page).toContain(`@keyframes ${name} { from, to { pointer-events: none; `);
  }
});

function allow(page: string, ticked: readonly string[]): Promise<Response> {
  return browser.post("/api/auth/oauth2/consent", {
    ...Object.fromEntries(ticked.map((scope) => [`scope_${scope}`, "on"])),
    request: fieldOf(page, "request"),
    organization: owner.organizationId,
    decision: "allow",
  });
}
