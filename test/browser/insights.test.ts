import { setTimeout as sleep } from "node:timers/promises";
import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import { doResearch } from "./support/research.ts";
import { seedDays } from "./support/seed-days.ts";

const { chromium, reason } = await findChromium();
const LINE_CHARTS = ["Plans by day", "Runs, findings and reports by day"];
const CHARTS = [...LINE_CHARTS, "Decisions at checkpoints", "Satisfaction", "Tool calls by client"];

// In order: nothing, four months that ended ten days ago, then research of today.
describe.skipIf(!chromium)(`Insights${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);

  it.each(THEMES)("says that there is not enough data yet, in the %s theme", async (theme) => {
    const visited = await open("/insights", { theme });
    await visited.page.getByText("Not enough data yet").waitFor();
    await expectGood(visited, `insights-empty-${theme}`);
    await visited.page.getByRole("link", { name: "Connect a client" }).click();
    await visited.page.getByRole("heading", { name: "Connect", exact: true }).waitFor();
  });

  describe("with research that ended ten days ago", () => {
    beforeAll(() => seedDays(serving.dataDirectory, { endedDaysAgo: 10 }));

    it("says that nothing happened lately and offers a longer period", async () => {
      const visited = await open("/insights?days=7");
      await visited.page.getByText("Nothing happened in the last 7 days").waitFor();
      await expectGood(visited, "insights-quiet");
      await visited.page.getByRole("button", { name: "Show 90 days" }).click();
      await visited.page.waitForURL("**/insights?days=90");
      await visited.page.getByRole("heading", { name: "The last 90 days" }).waitFor();
    });

    it("draws every chart without violating the Content-Security-Policy", async () => {
      const visited = await open("/insights?days=90");
      const { page } = visited;
      for (const title of CHARTS) {
        const chart = page.getByRole("region", { name: title }).locator("div[role=img]");
        await chart.locator("svg.recharts-surface").waitFor({ state: "attached" });
        expect(await chart.getAttribute("aria-label")).toContain(`${title}: `);
      }
      expect(await page.locator("style").count()).toBe(0);
      await page.getByRole("heading", { name: "Tool calls by client" }).scrollIntoViewIfNeeded();
      await expectGood(visited, "insights-charts", { isBrief: true });
    });

    it("shows runs by status and skill, and links every number to its list", async () => {
      const { page } = await open("/insights?days=90");
      await page.getByRole("region", { name: "Runs by status" }).waitFor();
      expect(await hrefsIn(page, "Runs by status")).toEqual(
        expect.arrayContaining(["/runs?status=completed", "/runs?status=failed"]),
      );
      expect(await hrefsIn(page, "Runs by skill")).toContain("/runs?skillName=research-scan");
      expect(await hrefsIn(page, "Failures in the last 24 hours")).toEqual(["/runs?status=failed"]);
      expect(await hrefsIn(page, "Stall rate")).toEqual(["/plans?status=stalled"]);
      await expectText(page, ["300", "Average duration", "10 min"]);
      await page.getByRole("link", { name: /^\d+ failed$/ }).click();
      await page.waitForURL("**/plans?status=failed");
      await page.getByRole("table", { name: "Research plans" }).waitFor();
    });

    it("shows what plans took, who wrote their reports, and what they cost by whose count", async () => {
      const visited = await open("/insights?days=90");
      const { page } = visited;
      const region = (name: string) => page.getByRole("region", { name, exact: true });
      await region("Ended plans with a report").getByText("composed by Trovella").waitFor();
      const took = page.getByRole("table", { name: "What plans took" });
      await took.getByRole("row", { name: /^Scan \d+ plans? \d+ min/ }).waitFor();
      await took.getByRole("row", { name: /^Deep/ }).waitFor();
      expect(await took.getByRole("columnheader", { name: "Expected" }).count()).toBe(2);
      const skills = page.getByRole("table", { name: "Tokens and cost by skill and month" });
      await skills.getByText("research-scan").first().waitFor();
      await skills
        .getByText(/client \d+$/)
        .first()
        .waitFor();
      await region("Plans that used most").getByRole("link").first().waitFor();
      expect(
        await page.getByRole("table", { name: "Plans that used most" }).getByRole("row").count(),
      ).toBe(11);
      await page.getByRole("heading", { name: "Effort and reports" }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 500);
      await expectGood(visited, "insights-effort", { isBrief: true });
      await page.setViewportSize({ width: 390, height: 800 });
      await region("What plans took").scrollIntoViewIfNeeded();
      await expectFits(page, "insights-effort-phone");
      await region("Plans that used most").scrollIntoViewIfNeeded();
      await expectFits(page, "insights-effort-phone-plans");
      const dark = await open("/insights?days=90", { theme: "dark" });
      await dark.page.getByRole("heading", { name: "Skill runs, all time" }).waitFor();
      await dark.page.getByRole("table", { name: "Plans that used most" }).scrollIntoViewIfNeeded();
      await expectGood(dark, "insights-effort-dark", { isBrief: true });
    });

    it("shows every chart as a table too, and keeps that in the URL", async () => {
      const visited = await open("/insights?days=90");
      const { page } = visited;
      for (const title of CHARTS) {
        await page.getByRole("button", { name: `Show as table: ${title}` }).press("Enter");
      }
      await page.waitForURL(
        "**/insights?days=90&tables=plans,stored,decisions,satisfaction,clients",
      );
      await page.reload();
      for (const title of CHARTS) {
        const rows = page.getByRole("table", { name: title }).getByRole("row");
        await rows.nth(1).waitFor();
      }
      await expectGood(visited, "insights-tables");
      await page.getByRole("button", { name: "Show as chart: Plans by day" }).click();
      await page.getByRole("table", { name: "Plans by day" }).waitFor({ state: "detached" });
    });

    it("explains a figure on focus and on hover, until Escape", async () => {
      const { page } = await open("/insights?days=90");
      const text = page.getByText("Of the plans that ended in this period");
      await page.getByRole("button", { name: "Definition of Completion rate" }).focus();
      await text.waitFor({ state: "visible" });
      await page.keyboard.press("Escape");
      await text.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Definition of Completion rate" }).hover();
      await text.waitFor({ state: "visible" });
    });

    it("keeps the days in the URL, and drops unknown ones", async () => {
      const visited = await open("/insights?days=8&tables=__proto__");
      const { page } = visited;
      await page.getByRole("heading", { name: "The last 30 days" }).waitFor();
      await page.getByRole("button", { name: "90 days" }).click();
      await page.waitForURL("**/insights?days=90");
      await page.reload();
      await page.getByRole("heading", { name: "The last 90 days" }).waitFor();
      expect(visited.offences).toEqual([]);
    });

    it("shows the numbers of a point when the mouse is on it", async () => {
      const visited = await open("/insights?days=90");
      const chart = visited.page
        .getByRole("region", { name: "Plans by day" })
        .locator("div[role=img]");
      await chart.locator("svg.recharts-surface").waitFor();
      await chart.hover({ position: { x: 200, y: 100 } });
      await chart.getByText("Started").waitFor();
      await expectGood(visited, "insights-tip", { isBrief: true });
    });
  });

  it("draws no line through too few days", async () => {
    await doResearch(serving.url);
    await logRun(serving.url);
    const visited = await open("/insights?days=7");
    const { page } = visited;
    for (const title of LINE_CHARTS) {
      const region = page.getByRole("region", { name: title });
      await region.getByText("Not enough data yet").waitFor();
      await region.getByText("so far there is 1.").waitFor();
    }
    await expectText(page, ["No feedback in this period."]);
    await expectGood(visited, "insights-few");
    await page.getByRole("button", { name: "Show as table: Plans by day" }).click();
    const rows = page.getByRole("table", { name: "Plans by day" }).getByRole("row");
    expect(await rows.count()).toBe(2);
  });

  it("updates live while a client works", async () => {
    const { page } = await open("/insights?days=7");
    const failures = page.getByRole("region", { name: "Failures in the last 24 hours" });
    await failures.getByText("0", { exact: true }).waitFor();
    await logRun(serving.url, "failed");
    await failures.getByText("1", { exact: true }).waitFor();
  });

  it("shows that it is loading, and what to do when that fails", async () => {
    const visited = await open("/connect");
    // Once it is live, nothing is refetched without an event.
    await visited.page.getByText("Live", { exact: true }).waitFor();
    await visited.page.route("**/api/trpc/**", async (route) => {
      await sleep(800);
      await route.abort();
    });
    await visited.page.getByRole("link", { name: "Insights" }).click();
    await visited.page.getByText("Loading the insights …").waitFor({ state: "attached" });
    await visited.page.getByText("The insights could not be loaded").waitFor();
    await expectGood(visited, "insights-error");
    await visited.page.unroute("**/api/trpc/**");
    await visited.page.getByRole("button", { name: "Try again" }).click();
    await visited.page.getByRole("heading", { name: "The last 30 days" }).waitFor();
  });
});

function hrefsIn(page: Page, region: string): Promise<(string | null)[]> {
  const links = page.getByRole("region", { name: region }).getByRole("link");
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
}

async function logRun(url: string, status: "started" | "failed" = "started"): Promise<void> {
  const client = await connectHttp(url, { name: "browser-test" });
  await client.call("log_skill_execution", { skillName: "research", status });
  await client.close();
}
