import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import { describe, expect, it } from "vitest";
import { useBrowser, type Visit } from "./support/browser.ts";
import { expectFits, expectGood } from "./support/expect-good.ts";
import { askForReview } from "./support/research-reviews.ts";
import { useTeamConsole } from "./support/team-console.ts";
import { fillIn, openAccount, PASSWORD, section, signIn } from "./support/team-forms.ts";
import { newProgram } from "./support/team-program.ts";

const { chromium, reason } = await findChromium();

const OWNER = { name: "Ada Lovelace", email: "ada@test.example" };
const FIRST = "Analytical Engines";
const MARKUP = `<img src=x onerror="window.__hit=1">`;
/** A name as long as names may be, without a place to break it, in a script that runs the other way. */
const LONG = `${MARKUP}${"שלום".repeat(25)}`.slice(0, 100);

/** One story: each test continues where the previous one ended. */
describe.skipIf(!chromium)(`The console of a team${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const team = useTeamConsole();
  let token = "";
  let planId = "";

  it("redirects the first visitor to the setup, and signs them in as owner", async () => {
    const visited = await visit(`${team.url}/plans`);
    const { page } = visited;
    await page.getByRole("heading", { name: "Set up Trovella" }).waitFor();
    await expectGoodEverywhere(visited, "team-setup");
    await fillIn(
      page,
      {
        "Setup code": team.setupCode,
        "Your name": OWNER.name,
        "E-mail address": OWNER.email,
        Password: PASSWORD,
        "Name of your organization": FIRST,
      },
      "Create the owner",
    );
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await openAccount(page);
    const account = page.getByRole("region", { name: "Account" });
    expect(await account.textContent()).toContain(`${FIRST}, as owner`);
    await expectGoodEverywhere(visited, "team-account");
  });

  it("shows a new token once, and programs authenticate with it", async () => {
    const { page, offences } = await enter("/settings/security");
    const tokens = section(page, "Access tokens");
    await tokens.getByLabel("Name of the new token").fill("Laptop");
    await tokens.getByLabel("Review: decide reviews").check();
    await tokens.getByRole("button", { name: "Create token" }).click();
    token = (await tokens.getByText(/^trov_/).textContent()) ?? "";
    expect(token).toMatch(/^trov_\w{36}$/);
    await tokens.getByRole("button", { name: "I've copied it" }).click();
    await tokens.getByLabel("Name of the new token").waitFor();
    await tokens.getByText(`…${token.slice(-4)}`).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.reload();
    await tokens.getByText("never used").waitFor();
    expect(await page.content()).not.toContain(token);
    const client = await connectHttp(team.url, { token, name: "some-assistant" });
    ({ planId } = await askForReview(client, { name: "[Deep] Secret of the engines" }));
    await client.close();
    expect(offences).toEqual([]);
  });

  it("admits an invited user by a link that is shown once, with the permissions of their role", async () => {
    const owner = await enter("/settings/team");
    const link = await invite(owner, "vera@test.example", "viewer");
    const visited = await visit(link);
    const { page } = visited;
    await page.getByRole("heading", { name: `Join ${FIRST}` }).waitFor();
    await expectGoodEverywhere(visited, "team-invitation");
    const person = { "Your name": MARKUP, Password: PASSWORD };
    await fillIn(page, person, "Create an account and join");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.goto(`${team.url}/settings/team`);
    await section(page, "Members").getByText(OWNER.name).waitFor();
    expect(await section(page, "Members").getByRole("combobox").count()).toBe(0);
    expect(await section(page, "Invitations").count()).toBe(0);
    await page.goto(`${team.url}/settings/security`);
    await section(page, "Access tokens").getByRole("checkbox").first().waitFor();
    const offered = section(page, "Access tokens").getByRole("checkbox");
    expect(await offered.count()).toBe(1);
    await page.goto(`${team.url}/inbox?whose=all`);
    await page.getByText("cannot decide reviews").waitFor();
    expect(await page.getByRole("radio", { name: "Approve" }).count()).toBe(0);
    await expectGood(visited, "team-inbox-viewer");
  });

  it("applies a changed role and a removal at once", async () => {
    const owner = await enter("/settings/team");
    const other = await enter("/settings/team", "vera@test.example");
    await section(other.page, "Members").getByText(MARKUP, { exact: true }).waitFor();
    const members = section(owner.page, "Members");
    await members.getByLabel(`Role of ${MARKUP}`).selectOption("admin");
    await members.getByRole("button", { name: "Change role" }).click();
    await section(other.page, "Invitations").waitFor();
    const roles = section(other.page, "Invitations").getByLabel("Role").locator("option");
    expect(await roles.allTextContents()).not.toContain("Owner: everything");

    await members.getByRole("button", { name: `Remove ${MARKUP}` }).click();
    await owner.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    // No click needed: an event makes the page notice that it lost access.
    await other.page.getByRole("heading", { name: "No organization yet" }).waitFor();
    await expectGoodEverywhere(other, "team-no-organization");
    expect([...owner.offences, ...other.offences]).toEqual([]);
  });

  it("shows nothing of one organization in another, and reloads other tabs", async () => {
    const { page, offences } = await enter("/settings/team");
    const left = await page.context().newPage();
    await left.goto(`${team.url}/plans`);
    await left.getByRole("link", { name: "Secret of the engines" }).waitFor();
    await fillIn(page, { "Create another organization": LONG }, "Create and switch");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    // The other tab showed the first organization; it must not be mixed with the second.
    await left.getByRole("heading", { name: "Home" }).waitFor();
    for (const address of ["/plans", `/plans/${planId}`, "/inbox", "/runs", "/library"]) {
      await page.goto(team.url + address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("status").first().waitFor({ state: "attached" });
      expect(await page.content()).not.toContain("engines");
    }
    await openAccount(page);
    await page.getByRole("button", { name: FIRST }).click();
    await page.getByText("Secret of the engines").first().waitFor();
    expect(offences).toEqual([]);
  });

  it("asks users of several organizations to choose one, and returns to the page", async () => {
    const visited = await visit(`${team.url}/plans?status=completed`);
    const { page } = visited;
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await expectGoodEverywhere(visited, "team-sign-in");
    await signIn(page, OWNER.email);
    await page.getByRole("heading", { name: "Choose an organization" }).waitFor();
    await page.getByText(LONG).waitFor();
    await expectGoodEverywhere(visited, "team-organization");
    await page.getByRole("button", { name: FIRST }).click();
    await page.waitForURL(`${team.url}/plans?status=completed`);
  });

  it("keeps drafts when the session ends", async () => {
    const { page, offences } = await enter(`/inbox?item=${planId}`);
    await page.getByLabel("Feedback").fill("Look at the third study again.");
    await page.context().clearCookies();
    // The page may notice before the click, and redirect.
    const isSent = await page
      .getByRole("radio", { name: "Approve" })
      .check({ timeout: 3_000 })
      .then(() => page.keyboard.press("Control+Enter"))
      .then(() => page.getByText("Saved when the countdown ends").waitFor({ timeout: 3_000 }))
      .then(() => true)
      .catch(() => false);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, OWNER.email);
    await page.getByRole("button", { name: FIRST }).click();
    await page.getByLabel("Feedback").waitFor();
    expect(await page.getByLabel("Feedback").inputValue()).toBe("Look at the third study again.");
    if (isSent) await page.getByText("Not saved:").waitFor();
    expect(offences).toEqual([]);
  });

  it("asks before an app is authorized, and revokes its access", async () => {
    const visited = await enter("/settings");
    const { page, offences } = visited;
    const program = await newProgram(team.url, MARKUP);
    await page.goto(program.authorizationUrl);
    await page.getByRole("heading", { name: `Allow ${MARKUP} to use Trovella?` }).waitFor();
    await expectGoodEverywhere(visited, "team-consent");
    // A click that another page has prepared, the second half of a double click for instance, does nothing.
    await page.reload();
    const allow = page.getByRole("button", { name: "Allow" });
    const { x = 0, y = 0 } = (await allow.boundingBox()) ?? {};
    await page.mouse.click(x + 20, y + 10);
    await page.getByLabel("Create plans, work on steps and store findings").uncheck();
    expect(page.url()).toBe(program.authorizationUrl);
    await allow.click();
    await page.waitForURL(`${program.callback}?**`);
    const access = await program.accessToken(page.url());
    // It counts for downloads, but not in the console's API.
    expect(await statusOf(access)).toBe(403);
    expect(await statusOf(access, "/api/outputs/out_none")).toBe(404);
    await page.goto(`${team.url}/settings/security`);
    const programs = section(page, "Connected apps");
    await programs.getByRole("button", { name: `Revoke the access of ${MARKUP}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await programs.getByText("No connected apps").waitFor();
    expect(await statusOf(access)).toBe(401);
    expect(offences).toEqual([]);
  });

  it("is good with hostile names, by keyboard, and on a phone", async () => {
    const visited = await enter("/settings/team");
    const { page } = visited;
    await section(page, "Members").getByText("(you)").waitFor();
    await fillIn(page, { "Rename the organization": LONG }, "Rename");
    await section(page, "Organization").getByText(LONG).waitFor();
    await expectGoodEverywhere(visited, "team-members", { isByKeyboard: true });
    await page.getByRole("link", { name: "Security" }).click();
    await section(page, "Access tokens").getByLabel("Name of the new token").fill(LONG);
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByRole("button", { name: "I've copied it" }).click();
    await section(page, "Access tokens").getByText(LONG).waitFor();
    await expectGoodEverywhere(visited, "team-settings", { isByKeyboard: true });
    const account = page.getByRole("button", { name: "Account" });
    await account.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Account" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Account" }).waitFor({ state: "detached" });
    expect(await account.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("connects clients at its public URL, and signs users out", async () => {
    const visited = await enter("/connect");
    const { page } = visited;
    await page.getByText(`claude mcp add --scope user --transport http trovella ${team.url}/mcp`);
    await page.getByRole("link", { name: "Settings" }).last().waitFor();
    expect(await page.content()).not.toContain("/bin/trovella.mjs");
    await expectGoodEverywhere(visited, "team-connect");
    await openAccount(page);
    // By now both organizations have the same name.
    await page.getByRole("region", { name: "Account" }).getByText(/^org_/).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(`${team.url}/plans`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("lists sessions and the security log, ends the others and exports", async () => {
    const other = await enter("/settings/security");
    const visited = await enter("/settings/security");
    const { page } = visited;
    const sessions = section(page, "Sessions");
    await sessions.getByText("(this browser)").waitFor();
    await sessions.scrollIntoViewIfNeeded();
    await expectGoodEverywhere(visited, "team-sessions");
    await sessions.getByRole("button", { name: "End all other sessions" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "End all other sessions" }).click();
    await sessions.getByRole("button", { name: "End" }).first().waitFor({ state: "detached" });
    // An event makes the page notice that its session has ended.
    await other.page.getByRole("heading", { name: "Sign in" }).waitFor();
    const log = section(page, "Security log");
    await log.getByRole("listitem").getByText("Sessions ended").first().waitFor();
    await log.getByLabel("Kind of event").selectOption("token_created");
    await log.getByRole("listitem").getByText("Token created").first().waitFor();
    await log.scrollIntoViewIfNeeded();
    await expectGoodEverywhere(visited, "team-security-log");
    const saving = page.waitForEvent("download");
    await log.getByRole("button", { name: "Export CSV" }).click();
    expect((await saving).suggestedFilename()).toBe("security-log.csv");
    expect(visited.offences).toEqual([]);
  });

  it("changes a password only with the current one", async () => {
    const { page } = await enter("/settings/security");
    const next = { "New password, at least 12 characters": `another ${PASSWORD}` };
    await fillIn(page, { "Current password": "something else", ...next }, "Change");
    await page.getByText("This is not your current password.").waitFor();
    await fillIn(page, { "Current password": PASSWORD }, "Change");
    const log = section(page, "Security log").getByRole("listitem");
    await log.getByText("Password changed").first().waitFor();
    expect(await page.getByLabel("Current password").inputValue()).toBe("");
  });

  /** Signs in to the first organization. */
  async function enter(address: string, email: string = OWNER.email): Promise<Visit> {
    const visited = await visit(`${team.url}/api/auth/sign-in`);
    const { page } = visited;
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: /^(Home|Choose)/ }).waitFor();
    const choices = page.getByRole("button", { name: "owner" });
    const first = choices.filter({ hasText: FIRST });
    if (await choices.count()) await ((await first.count()) ? first : choices.first()).click();
    await page.goto(team.url + address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return visited;
  }

  async function statusOf(bearer: string, path = "/api/trpc/home.summary"): Promise<number> {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await fetch(team.url + path, { headers })).status;
  }

  async function invite({ page }: Visit, email: string, role: string): Promise<string> {
    const invitations = section(page, "Invitations");
    await invitations.getByLabel("Role").selectOption(role);
    await invitations.getByLabel("E-mail address").fill(email);
    await invitations.getByRole("button", { name: "Create invite link" }).click();
    const link = (await invitations.getByText(/\/api\/auth\/invitation\?/).textContent()) ?? "";
    await invitations.getByRole("button", { name: "I've copied it" }).click();
    await invitations.getByLabel("E-mail address").waitFor();
    await invitations.getByText(email, { exact: true }).waitFor();
    expect(await page.content()).not.toContain(link);
    return link;
  }
});

/** In both themes, and at the width of a phone. */
async function expectGoodEverywhere(
  visited: Visit,
  name: string,
  { isByKeyboard = false } = {},
): Promise<void> {
  const { page } = visited;
  await expectGood(visited, `${name}-light`, { isBrief: !isByKeyboard });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectGood(visited, `${name}-dark`, { isBrief: true });
  await page.setViewportSize({ width: 390, height: 800 });
  await expectFits(page, `${name}-phone`);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
}
