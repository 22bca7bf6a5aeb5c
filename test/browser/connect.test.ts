import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { runTrovella } from "../e2e/support/trovella-process.ts";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";

const { chromium, reason } = await findChromium();
const CLIENTS = ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex", "Gemini CLI"];
const WAITING = "Waiting for the first call from a client …";
const HOSTILE = "<img src=x onerror=alert(1)>";

// In order: no client has called, then clients call.
describe.skipIf(!chromium)(`Connect and Settings${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);

  it.each(THEMES)("has a card for every client, in the %s theme", async (theme) => {
    const visited = await open("/connect", { theme });
    await visited.page.getByText(WAITING).waitFor();
    for (const name of [...CLIENTS, "Any other client"]) {
      const card = visited.page.getByRole("region", { name, exact: true });
      await card.getByText("No call in the last 7 days").waitFor();
    }
    await expectText(visited.page, [`${serving.url}/mcp`, "npx trovella connect codex --write"]);
    await visited.page.getByText(/^More clients \(\d+\)$/).click();
    await visited.page.getByRole("region", { name: "goose", exact: true }).waitFor();
    await expectGood(visited, `connect-waiting-${theme}`);
  });

  it("copies the command, and the entry with the server's own URL", async () => {
    const visited = await open("/connect");
    const { page } = visited;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const card = page.getByRole("region", { name: "Cursor", exact: true });
    await card.getByRole("button", { name: "Copy the command that connects Cursor" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await clipboard(page)).toBe(
      `TROVELLA_DATA_DIR=${serving.dataDirectory} npx trovella connect cursor --write`,
    );

    const link = await card.getByRole("link", { name: "Add to Cursor" }).getAttribute("href");
    expect(link).toMatch(
      /^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=trovella&config=/,
    );

    await card.getByText("By hand").click();
    await card.getByRole("figure").first().getByRole("button", { name: "Copy" }).click();
    const entry = { mcpServers: { trovella: { url: `${serving.url}/mcp` } } };
    await expect.poll(() => clipboard(page)).toBe(JSON.stringify(entry, null, 2));
    await expectGood(visited, "connect-by-hand");
  });

  it("says the same as the command line", async () => {
    const environment = { TROVELLA_DATA_DIR: serving.dataDirectory };
    const { page } = await open("/connect");
    await page.getByRole("heading", { name: "Any other client" }).waitFor();
    for (const options of [["claude-code", "--url", `${serving.url}/mcp`], ["codex"]]) {
      const { stdout } = await runTrovella(["connect", ...options, "--json"], environment);
      const { file, snippet, commandLine } = JSON.parse(stdout);
      await expectText(page, [file, snippet, commandLine]);
    }
  });

  it("offers troubleshooting when no call arrives", async () => {
    const visited = await open("/");
    const { page } = visited;
    await page.clock.install();
    await page.goto(`${serving.url}/connect`);
    await page.getByText(WAITING).waitFor();
    expect(await page.getByText("npx trovella doctor").count()).toBe(0);
    await page.clock.fastForward(61_000);
    await page.getByText("npx trovella doctor").waitFor();
    await expectGood(visited, "connect-advice");
  });

  it("shows the first call of a real client without a reload", async () => {
    const visited = await open("/connect");
    const { page } = visited;
    await page.getByText(WAITING).waitFor();
    await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
    const client = await connectHttp(serving.url, { name: "claude-code" });
    await client.call("list_active_plans");
    await page.getByRole("status").getByText("claude-code called list_active_plans").waitFor();
    await page
      .getByRole("main")
      .getByText(/now|seconds? ago/)
      .first()
      .waitFor();
    expect(await page.getByText(WAITING).count()).toBe(0);
    const card = page.getByRole("region", { name: "Claude Code", exact: true });
    await card.getByText("1 call in 7 days").waitFor();
    expect(await page.locator("body[data-same-page]").count()).toBe(1);
    await expectGood(visited, "connect-called");

    await client.call("get_plan_status", { planId: "plan_none" }).catch(() => undefined);
    await page.getByText("called get_plan_status, which failed with NOT_FOUND").waitFor();
    await card.getByText("2 calls and 1 error in 7 days").waitFor();
    await client.close();
  });

  it("shows unknown clients by the name they gave, as text", async () => {
    const client = await connectHttp(serving.url, { name: HOSTILE });
    await client.call("list_active_plans");
    await client.close();
    const visited = await open("/connect", { theme: "dark" });
    const card = visited.page.getByRole("region", { name: "Any other client" });
    await card.getByText(`${HOSTILE}: Called just now`).waitFor();
    await expectGood(visited, "connect-stranger");
  });

  it.each([390, 640])("fits into a window of %i pixels with an entry open", async (width) => {
    const { page } = await open("/connect", { width });
    await page.getByRole("region", { name: "Codex" }).getByText("By hand").click();
    await expectFits(page, `narrow-${width}-connect-by-hand`);
  });

  it("shows what failed to load, and the rest", async () => {
    const visited = await open("/plans");
    await visited.page.getByText("No research plans yet").waitFor();
    // Once it is live, nothing is refetched without an event.
    await visited.page.getByText("Live", { exact: true }).waitFor();
    await visited.page.route("**/api/trpc/**", (route) => route.abort());
    await visited.page.getByRole("link", { name: "Connect", exact: true }).click();
    await visited.page.getByText("The clients could not be loaded").waitFor();
    await visited.page.getByText("The latest call could not be loaded").waitFor();
    await expectText(visited.page, [`${serving.url}/mcp`, "Use Trovella to scan"]);
    await expectGood(visited, "connect-error");
    await visited.page.unroute("**/api/trpc/**");
    for (const what of ["The clients", "The latest call"]) {
      const alert = visited.page.getByRole("alert").filter({ hasText: what });
      await alert.getByRole("button", { name: "Try again" }).click();
      await alert.waitFor({ state: "detached" });
    }
    await visited.page.getByRole("heading", { name: "Cursor" }).waitFor();
  });

  it("Settings describes this server", async () => {
    const visited = await open("/settings/server");
    await visited.page.getByText(serving.dataDirectory).waitFor();
    await visited.page.getByText("Trovella 0.1.0").waitFor();
    await expectText(visited.page, [
      "Local, as Local user",
      ", embedded",
      "30 minutes without activity",
      "Keyword search only",
      "No model: clients extract data themselves",
    ]);
    await visited.page.getByRole("link", { name: "Team" }).click();
    await expectText(visited.page, ["there is one local user"]);
  });

  it("Settings changes the theme and shows what it can when something fails", async () => {
    const visited = await open("/", { theme: "light" });
    const { page } = visited;
    await page.route("**/version", (route) => route.abort());
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Server" }).click();
    await page.getByText("The version could not be loaded").waitFor();
    await page.getByText(serving.dataDirectory).waitFor();
    await expectGood(visited, "settings-error");
    await page.getByRole("link", { name: "General" }).click();
    await page.getByRole("button", { name: "Dark", exact: true }).press("Enter");
    await page.getByRole("button", { name: /^Theme: Dark/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });
});

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
