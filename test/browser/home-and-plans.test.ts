import { setTimeout as sleep } from "node:timers/promises";
import { findChromium } from "@trovella/testing/programs/chromium";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import { doResearch, makePlans } from "./support/research.ts";

const { chromium, reason } = await findChromium();
const MANY = 250;

// In order: the server starts with nothing in it, gets its data from an AI client, and is stopped.
describe.skipIf(!chromium)(`Home and Plans${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);

  describe.each(THEMES)("with nothing there, in the %s theme", (theme) => {
    it("Home shows the first steps", async () => {
      const visited = await open("/", { theme });
      await visited.page.getByText("npx trovella connect").waitFor();
      await expectGood(visited, `home-empty-${theme}`);
    });

    it("Plans says where plans come from", async () => {
      const visited = await open("/plans", { theme });
      await visited.page.getByText("No research plans yet").waitFor();
      await expectGood(visited, `plans-empty-${theme}`);
    });

    it("an unknown URL has a page that says so", async () => {
      const visited = await open("/nowhere/at/all", { theme });
      await visited.page.getByText("There is no page at this URL").waitFor();
      await expectGood(visited, `not-found-${theme}`);
    });
  });

  describe("with research done", () => {
    beforeAll(() => doResearch(serving.url));

    it("Home shows open reviews, plans at work and finished ones", async () => {
      const visited = await open("/");
      const needsYou = visited.page.getByRole("region", { name: "Needs you" });
      await needsYou.getByText("Remote work and productivity").waitFor();
      const working = visited.page.getByRole("region", { name: "Working now" });
      await working.getByText("Vector databases for small teams").waitFor();
      const finished = visited.page.getByRole("region", { name: "Recently finished" });
      await finished.getByText("Heat pumps in old houses").waitFor();
    });

    it("Plans lists every plan with its status in words", async () => {
      const visited = await open("/plans");
      const table = visited.page.getByRole("table", { name: "Research plans" });
      await table.getByText("Heat pumps in old houses").waitFor();
      expect(await table.getByRole("row").count()).toBe(5);
      await expectText(visited.page, ["Completed", "Working", "Needs your review"]);
    });
  });

  it("Plans keeps its filters in the URL", async () => {
    const { page } = await open("/plans");
    await page.getByRole("button", { name: "Completed" }).click();
    await page.getByRole("searchbox").fill("heat");
    await page.waitForURL("**/plans?status=completed&text=heat");
    await page.reload();
    await page.getByText("Heat pumps in old houses").waitFor();
    expect(await page.getByRole("row").count()).toBe(2);

    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByText("No plan matches these filters").waitFor();
    await expectGood({ page, offences: [] }, "plans-none-match");
    await page.getByRole("button", { name: "Show all plans" }).click();
    await page.getByText("Vector databases").waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("shows that it is loading when the response is slow", async () => {
    const { page, offences } = await open("/");
    await page.getByText("Heat pumps in old houses").waitFor();
    await page.route("**/api/trpc/**", async (route) => {
      await sleep(1_000);
      await route.continue();
    });
    await page.getByRole("link", { name: "Plans" }).click();
    await page.getByText("Loading plans …").waitFor({ state: "attached" });
    await expectGood({ page, offences }, "plans-loading", { isBrief: true });
    await page.getByText("Heat pumps in old houses").waitFor();
  });

  it("sorts by columns, and keeps a view under a name", async () => {
    const { page } = await open("/plans");
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.waitForURL("**/plans?sort=name");
    await page
      .getByRole("columnheader", { name: "Plan" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    await page.getByRole("button", { name: "Finished", exact: true }).click();
    await page.waitForURL("**/plans?sort=name&state=finished");
    await page.getByText("Vector databases").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save view …" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Done");
    await page.keyboard.press("Enter");
    await page.getByText("View “Done” saved").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("Vector databases").waitFor();
    await page.getByLabel("Saved views").selectOption("Done");
    await page.waitForURL("**/plans?state=finished&sort=name");
    await page.getByText("Vector databases").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove view" }).waitFor();
  });

  it("drops unknown parameters from the URL", async () => {
    const { page, offences } = await open("/plans?status=nonsense&mode=__proto__&sort=drop");
    await page.getByText("Heat pumps in old houses").waitFor();
    expect(offences).toEqual([]);
  });

  it("reaches pages, rows and the filter by keyboard", async () => {
    const { page } = await open("/");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("table").getByText("Heat pumps in old houses").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await page.evaluate(focusedRow)).toBe(2);
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    await page.keyboard.type("g h?");
    await page.waitForURL("**/plans?text=g+h%3F");
  });

  it.each(THEMES)(
    "finds pages, plans and themes in the palette, in the %s theme",
    async (theme) => {
      const { page, offences } = await open("/plans", { theme });
      await page.getByText("Heat pumps in old houses").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Search plans, reports, findings, actions …").fill("vector");
      await page
        .getByRole("option", { name: /Vector databases/ })
        .first()
        .waitFor();
      await page.getByRole("option", { name: "Search the Library for “vector”" }).waitFor();
      await page.getByText("Searching …").waitFor({ state: "detached" });
      await expectGood({ page, offences }, `palette-${theme}`, { isBrief: true });
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/plans\/plan_/);
      await page.getByRole("heading", { name: /Vector databases/ }).waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
    },
  );

  it("shows its keys, and closes again with Escape", async () => {
    const { page, offences } = await open("/");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectGood({ page, offences }, "shortcuts", { isBrief: true });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("remembers the chosen theme", async () => {
    const { page } = await open("/", { theme: "light" });
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole("button", { name: /^Theme: System/ }).click();
    await page.getByRole("button", { name: /^Theme: Light/ }).click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole("button", { name: /^Theme: Dark/ }).waitFor();
    expect(await background()).toBe(dark);
  });

  it("keeps no more than 200 rows of a long list in the page", async () => {
    await makePlans(serving.url, MANY);
    const visited = await open("/plans");
    const table = visited.page.getByRole("table", { name: "Research plans" });
    await table.waitFor();
    for (let shown = 25; shown < MANY; shown += 25) {
      await visited.page.getByRole("button", { name: "Show more plans" }).click();
      await table.and(visited.page.locator(`[aria-rowcount="${shown + 26}"]`)).waitFor();
    }
    const rows = visited.page.locator("tr[data-row]");
    // Until the file for long tables has arrived, the first 200 rows are in the page.
    await rows.nth(199).waitFor({ state: "detached" });
    await visited.page.evaluate(() => window.scrollTo(0, 0));
    await table.getByText(`number ${MANY}`, { exact: false }).waitFor();
    expect(await rows.count()).toBeLessThanOrEqual(200);
    await visited.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await rows.and(visited.page.locator(`[aria-rowindex="${MANY + 1}"]`)).waitFor();
    expect(await rows.count()).toBeLessThanOrEqual(200);
    expect(await table.getByText(`number ${MANY}`, { exact: false }).count()).toBe(0);
    // Rows come and go as the focus moves, so there is no number of Tab presses to count on.
    await expectGood(visited, "plans-many", { isBrief: true });
  });

  it("says that the server is offline, keeps its data, and reconnects", async () => {
    const home = await open("/");
    await home.page.getByText("Heat pumps in old houses").waitFor();
    const plans = await open("/plans?text=heat", { theme: "dark" });
    await plans.page.getByText("Heat pumps in old houses").waitFor();
    await serving.stop();

    await home.page.getByText("This page may be out of date").waitFor();
    await home.page.getByText("Heat pumps in old houses").waitFor();
    await expectGood(home, "home-offline");

    await plans.page.getByRole("button", { name: "Completed" }).click();
    await plans.page.getByRole("alert").getByText("Plans could not be loaded").waitFor();
    await plans.page.getByRole("button", { name: "Try again" }).waitFor();
    await expectText(plans.page, ["UNREACHABLE"]);
    await expectGood(plans, "plans-error");

    // It refetches as soon as the server is back, and the retry button disappears.
    await plans.page.route("**/api/events", (route) => route.abort());
    await serving.startAgain();
    await plans.page.getByRole("button", { name: "Try again" }).click();
    await plans.page.getByText("Heat pumps in old houses").waitFor();
    await plans.page.unroute("**/api/events");
    for (const { page } of [home, plans]) {
      await page.getByText("This page may be out of date").waitFor({ state: "detached" });
    }
  });
});

/** The number of the focused row as the table counts them, the header included. */
function focusedRow(): number {
  const row = document.activeElement?.closest("tr");
  return Number(row?.getAttribute("aria-rowindex"));
}
