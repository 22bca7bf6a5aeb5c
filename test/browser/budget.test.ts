import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import {
  makeCappedPlan,
  makeClosingPlan,
  makeEndedPlan,
  makeFailingPlan,
  makeUncappedPlan,
} from "./support/research-budget.ts";

const { chromium, reason } = await findChromium();
const PHONE = 390;

// In order: what closes early is looked at first, then decided.
describe.skipIf(!chromium)(`Budget${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  const plans = { capped: "", closing: "", ended: "", failing: "" };

  beforeAll(async () => {
    const { url } = serving;
    plans.capped = await makeCappedPlan(url);
    plans.ended = await makeEndedPlan(url);
    plans.failing = await makeFailingPlan(url);
    plans.closing = await makeClosingPlan(url);
  });

  describe.each(THEMES)("in the %s theme", (theme) => {
    const isBrief = theme === "dark";

    it("shows a bar for every cap, with the reserve and who counted", async () => {
      const visited = await open(`/plans/${plans.capped}`, { theme });
      const { page } = visited;
      const budget = page.getByRole("region", { name: "Budget" });
      const attempts = budget.getByRole("meter", { name: "Attempts" });
      await attempts.waitFor();
      expect(await attempts.getAttribute("aria-valuetext")).toBe(
        "3 of 12 used, measured by Trovella; 3 kept for the report",
      );
      const tokens = budget.getByRole("meter", { name: "Tokens" });
      expect(await tokens.getAttribute("aria-valuetext")).toContain("estimated");
      expect(await budget.getByRole("meter").count()).toBe(4);
      await budget.getByText("25 % kept for the report").waitFor();
      await expectGood(visited, `budget-bars-${theme}`, { isBrief });
      await page.setViewportSize({ width: PHONE, height: 800 });
      await expectFits(page, `budget-bars-phone-${theme}`);
    });

    it("says on the plan that it is closing early, why, and what is left out", async () => {
      const visited = await open(`/plans/${plans.closing}`, { theme });
      const { page } = visited;
      const banner = page.getByRole("region", { name: "This plan is closing early" });
      await banner.getByText("The allowed attempts are nearly used up.").waitFor();
      await expectText(page, [
        "Will not be done (1)",
        "Step 5 · Search",
        "Still to come",
        "Step 6 · Synthesize",
        "Closing early: the allowed attempts are nearly used up",
        "not started: budget",
        "closing step",
      ]);
      expect(await page.locator("[data-bar=mark]").count()).toBe(6);
      await expectGood(visited, `budget-closing-plan-${theme}`, { isBrief });
      await page.getByRole("list", { name: "Legend" }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 600);
      await expectFits(page, `budget-closing-timeline-${theme}`);
      await page.getByRole("option", { name: /Step 5/ }).click();
      await page.getByText("It will not be started unless somebody raises").waitFor();
      await page.setViewportSize({ width: PHONE, height: 800 });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectFits(page, `budget-closing-plan-phone-${theme}`);
      await page.getByRole("tab", { name: /Log/ }).click();
      await page.getByText("The plan began to close early: the allowed").waitFor();
    });

    it("is an item of the inbox, and of Home", async () => {
      const visited = await open(`/inbox?item=${plans.closing}`, { theme });
      const { page } = visited;
      await page.getByRole("heading", { name: "Heat pumps on short rations" }).waitFor();
      await expectText(page, ["Closing early2", "4 of 5 used", "Will not be done (1)"]);
      expect(await page.getByText("Let it close").count()).toBe(1);
      await expectGood(visited, `budget-inbox-${theme}`, { isBrief });
      await page.setViewportSize({ width: PHONE, height: 800 });
      await expectFits(page, `budget-inbox-phone-${theme}`);

      await page.goto(`${serving.url}/inbox?item=${plans.failing}`);
      await page.getByText("The archive answered 503 after 3 seconds.").waitFor();
      await expectText(page, ["The last steps failed for the same reason", "What happened"]);
      await expectGood(visited, `budget-inbox-breaker-${theme}`, { isBrief });

      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${serving.url}/`);
      await expectText(page, ["Closing early", "The last steps failed for the same reason."]);
      await expectGood(visited, `budget-home-${theme}`, { isBrief: true });
    });

    it("says which steps the budget skipped or ended", async () => {
      const visited = await open(`/plans/${plans.ended}?tab=timeline`, { theme });
      await expectText(visited.page, [
        "ended: budget",
        "skipped: budget",
        "This plan closed early",
        "1 step not started",
      ]);
      expect(await visited.page.getByText("This plan is closing early").count()).toBe(0);
      await expectGood(visited, `budget-ended-${theme}`, { isBrief });
    });
  });

  it("has a document composed where nobody wrote one", async () => {
    const visited = await open(`/plans/${plans.ended}`);
    const { page } = visited;
    const banner = page.getByRole("region", { name: "This plan has no report" });
    await banner.waitFor();
    await expectGood(visited, "compose-plan", { isBrief: true });
    await banner.getByRole("button", { name: "Compose a document" }).click();
    await page.waitForURL("**/reports/*");
    await page.getByText("Composed by Trovella").first().waitFor();
    await expectGood(visited, "compose-report", { isBrief: true });
    await page.goto(`${serving.url}/reports`);
    await page.getByText("Composed by Trovella").first().waitFor();
    await expectGood(visited, "compose-reports", { isBrief: true });
    await page.setViewportSize({ width: PHONE, height: 800 });
    await expectFits(page, "compose-reports-phone");
    await page.goto(`${serving.url}/plans/${plans.ended}?tab=reports`);
    await page.getByText("Composed by Trovella").first().waitFor();
    expect(await page.getByRole("button", { name: "Compose a document" }).count()).toBe(0);
    await expectFits(page, "compose-plan-reports-phone");
  });

  it("is raised by the suggested amount, and the page says how to continue", async () => {
    const visited = await open(`/inbox?item=${plans.closing}`);
    const { page } = visited;
    await page.getByRole("button", { name: "Raise…" }).click();
    const dialog = page.getByRole("dialog", { name: "Raise the budget" });
    const field = dialog.getByRole("textbox", { name: "Attempts" });
    expect(await field.inputValue()).toBe("8");
    await expectGood(visited, "budget-raise", { isBrief: true });
    await field.fill("3");
    await dialog.getByRole("button", { name: "Raise and continue" }).click();
    await dialog.getByText("At least 4: that much is used already.").waitFor();
    await field.fill("5");
    await dialog.getByText("With this cap only the closing steps are handed out.").waitFor();
    await expectGood(visited, "budget-raise-problem", { isBrief: true });
    await field.fill("9");
    await dialog.getByRole("button", { name: "Raise and continue" }).click();
    await page.getByText("There is room again: tell your AI client to continue").waitFor();
    await page.getByText("The budget was changed: the plan can continue.").waitFor();
    await expectText(page, ["Closing early1"]);
    await expectGood(visited, "budget-raised", { isBrief: true });
    await page.getByRole("link", { name: "Open the plan" }).click();
    await expectText(page, ["4 of 9 used", "Budget changed by a person"]);
    expect(await page.getByText("not started: budget").count()).toBe(0);
    await page.getByRole("tab", { name: /Log/ }).click();
    await page.getByText("A person changed the budget: attempts 9").waitFor();
  });

  it("goes on after failures only when somebody confirms it", async () => {
    const visited = await open(`/inbox?item=${plans.failing}`);
    const { page } = visited;
    await page.getByRole("button", { name: "Go on anyway" }).click();
    const dialog = page.getByRole("dialog", { name: "Go on anyway?" });
    await dialog.getByText("If the reason is still there").waitFor();
    await expectGood(visited, "budget-breaker-dialog", { isBrief: true });
    await dialog.getByRole("button", { name: "Go on anyway" }).click();
    await page.getByText("There is room again").waitFor();
  });

  it("lets a plan close, and leads to the next item", async () => {
    const first = await makeClosingPlan(serving.url, "[Scan] Let it close");
    await makeClosingPlan(serving.url, "[Scan] The one after");
    const { page } = await open(`/inbox?item=${first}`);
    await page.getByRole("button", { name: "Let it close" }).click();
    await page.getByText("The plan closes with what it has found so far.").waitFor();
    await page.getByRole("heading", { name: "The one after" }).waitFor();
    expect(await itemNames(page)).toEqual(["The one after"]);
    await page.goto(`${serving.url}/plans/${first}`);
    await expectText(page, ["A person let this plan close early."]);
    expect(await page.getByRole("button", { name: "Let it close" }).count()).toBe(0);
  });

  it("is set on a plan that has none", async () => {
    const planId = await makeUncappedPlan(serving.url);
    const visited = await open(`/plans/${planId}`);
    const { page } = visited;
    await page.getByRole("button", { name: "Set a budget…" }).click();
    const dialog = page.getByRole("dialog", { name: "Set the budget" });
    await dialog.getByRole("textbox", { name: "Cost, in dollars" }).fill("2.50");
    await expectGood(visited, "budget-set", { isBrief: true });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectText(page, ["$0.00 of $2.50 used", "20 % kept for the report"]);
    expect(await page.getByRole("meter").count()).toBe(1);
  });

  it("is changed in an open plan, within what is possible", async () => {
    const visited = await open(`/plans/${plans.capped}`);
    const { page } = visited;
    await page.getByRole("button", { name: "Change…" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the budget" });
    await dialog.getByRole("textbox", { name: "Kept for the report, in percent" }).fill("60");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Choose 5 to 50 percent.").waitFor();
    await expectGood(visited, "budget-change", { isBrief: true });
    await dialog.getByRole("textbox", { name: "Kept for the report, in percent" }).fill("40");
    await dialog.getByRole("textbox", { name: "Work time, in minutes" }).fill("120");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await expectText(page, ["of 2 h used", "40 % kept for the report"]);
  });
});

function itemNames(page: Page): Promise<string[]> {
  const group = page.getByRole("region", { name: /^Closing early/ });
  return group
    .getByRole("link")
    .locator("> span:first-child")
    .evaluateAll((all) => all.map((name) => name.textContent?.replace("Scan", "").trim() ?? ""));
}
