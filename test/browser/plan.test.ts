import { ensurePostgres } from "@trovella/db/embedded";
import { lengthenHistory } from "@trovella/testing/console/seed-console";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import {
  HOSTILE,
  LONG_RESULT,
  makeFailedPlan,
  makeLongPlan,
  makePlannedPlan,
  makeRichPlan,
  makeStalledPlan,
  withClient,
} from "./support/research-plan.ts";

const { chromium, reason } = await findChromium();
const EVENTS = 5_000;
const TABS: readonly (readonly [string, readonly string[]])[] = [
  ["Plan", ["Prices first", "after step 2", "confidence < 0.5", "Fired", "Has not fired"]],
  ["Evidence", ["1 of 2 findings has sources", "Between 8,000 and 20,000", "80 % confidence"]],
  ["Reports", ["a first look", "Draft", "version 1", "Satisfied", "Name the years."]],
  ["Activity", ["A review of step 5 was requested", "browser-test", "The plan was created"]],
  ["Tool calls", ["submit_step_result", "Done", "browser-test"]],
];

describe.skipIf(!chromium)(`Plan${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  const plans = { rich: "", failed: "", stalled: "", planned: "", long: "" };

  beforeAll(async () => {
    const { url } = serving;
    plans.rich = await makeRichPlan(url);
    plans.failed = await makeFailedPlan(url);
    plans.stalled = await makeStalledPlan(url);
    plans.planned = await makePlannedPlan(url);
    plans.long = await makeLongPlan(url);
    const asSuperuser = await superuser(serving.dataDirectory);
    await lengthenHistory(asSuperuser, { planId: plans.long, eventCount: EVENTS });
  });

  describe.each(THEMES)("in the %s theme", (theme) => {
    const isBrief = theme === "dark";

    it("shows how the plan stands, its timeline and its other parts", async () => {
      const visited = await open(`/plans/${plans.rich}`, { theme });
      const { page } = visited;
      await page.getByRole("heading", { name: /Prices of heat pumps/ }).waitFor();
      await expectText(page, [
        "What is known about",
        plans.rich,
        "Needs your review · at step 5",
        "4/6",
        "2 skipped",
        "2 findings, 2 sources",
        "browser-test",
        "Local user",
        "jumped to step 5",
        "Waiting for a person",
        "Planned",
      ]);
      expect(await page.getByRole("option").count()).toBe(6);
      expect(await page.locator("[data-bar=skipped]").count()).toBe(2);
      expect(await page.title()).toContain("Prices of heat pumps");
      await expectGood(visited, `plan-timeline-${theme}`, { isBrief });
      for (const [name, texts] of TABS) {
        await page.getByRole("tab", { name }).click();
        const panel = page.getByRole("tabpanel", { name });
        for (const text of texts)
          await panel.getByText(text).first().waitFor({ state: "attached" });
        await expectGood(visited, `plan-${name.split(" ").at(-1)}-${theme}`, { isBrief });
      }
    });

    it("shows everything about a step", async () => {
      const visited = await open(`/plans/${plans.rich}`, { theme });
      const { page } = visited;
      await page.getByRole("option", { name: /Step 1/ }).click();
      const pane = page.getByRole("region", { name: "Step 1 · Search" });
      await pane.getByText("Expected more sources.").waitFor();
      await expectText(page, [
        "Two prices were found.",
        '"currency": "EUR"',
        "heat pump price index",
        "Result count",
        "8,000 to 20,000 euros",
        "none reported",
        "search-1",
        "80 %",
        HOSTILE,
      ]);
      const links = await pane
        .getByRole("link")
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(new Set(links)).toEqual(new Set(["https://prices.example/heat-pumps"]));
      await pane.getByText("Everything stored about this step").click();
      await pane.getByRole("region", { name: "Step", exact: true }).waitFor();
      await expectGood(visited, `plan-step-${theme}`, { isBrief });
    });

    it("says why a plan failed, since when another stalls, and what is planned", async () => {
      const visited = await open(`/plans/${plans.failed}`, { theme });
      const { page } = visited;
      const banner = page.getByRole("region", { name: "This plan has failed" });
      await banner.getByText("The question was the wrong one.").waitFor();
      await expectGood(visited, `plan-failed-${theme}`, { isBrief });

      await page.goto(`${serving.url}/plans/${plans.stalled}`);
      const prompt = `Continue the research plan ${plans.stalled} on Trovella (${serving.url}): `;
      await page.getByText(prompt).waitFor();
      await expectText(page, ["Step 2 · Analyze has stopped responding.", "Stalled since: "]);
      expect(await page.locator("[data-bar=stalled]").count()).toBe(1);
      await expectGood(visited, `plan-stalled-${theme}`, { isBrief });

      await page.goto(`${serving.url}/plans/${plans.planned}`);
      await page.getByText("In planned order; not started").waitFor();
      expect(await page.locator("[data-bar=pending]").count()).toBe(2);
      await expectGood(visited, `plan-planned-${theme}`, { isBrief });
    });

    it("explains empty tabs and unknown ids", async () => {
      const visited = await open(`/plans/${plans.planned}?tab=evidence`, { theme });
      const { page } = visited;
      for (const [tab, text] of [
        ["evidence", "No findings yet"],
        ["reports", "No report yet"],
        ["activity&only=problems", "No problems"],
        ["calls&only=problems", "No call failed"],
      ]) {
        await page.goto(`${serving.url}/plans/${plans.planned}?tab=${tab}`);
        await page.getByText(text ?? "").waitFor();
        await expectGood(visited, `plan-none-${tab?.split("&")[0]}-${theme}`, { isBrief: true });
      }
      for (const id of ["plan_unknown", "no%20id%20at%20all"]) {
        await page.goto(`${serving.url}/plans/${id}`);
        await page.getByText("There is no plan with this ID").waitFor();
        await page.getByRole("main").getByRole("link", { name: "See all plans" }).waitFor();
        await expectGood(visited, `plan-unknown-${theme}`, { isBrief });
      }
    });
  });

  it("moves through steps and tabs by keyboard, and keeps both in the URL", async () => {
    const { page, offences } = await open(`/plans/${plans.rich}`);
    const steps = page.getByRole("listbox", { name: "Steps" });
    await steps.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("region", { name: "Step 1 · Search" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    const pane = page.getByRole("region", { name: "Step 5 · Checkpoint" });
    await pane.getByText("Feedback from a review").waitFor();
    await pane.getByText("Sent back with feedback").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await pane.evaluate((element) => element.contains(document.activeElement))).toBe(true);

    await page.reload();
    await pane.getByText("With installation it is 12,000 to 35,000.").waitFor();
    const inbox = await pane.getByRole("link", { name: /Decide/ }).getAttribute("href");
    expect(inbox).toMatch(/^\/inbox\?item=rev_/);
    await pane.getByRole("button", { name: "step 2" }).click();
    await page.getByRole("region", { name: "Step 2 · Analyze" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Close" }).waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
    expect(await steps.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.getByRole("tab", { name: "Timeline" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL("**?tab=plan");
    await page.keyboard.press("End");
    await page.waitForURL("**?tab=calls");
    expect(offences).toEqual([]);
  });

  it("filters problems", async () => {
    const { page } = await open(`/plans/${plans.rich}?tab=calls`);
    await page.getByRole("button", { name: "Only errors" }).click();
    await page.waitForURL("**?tab=calls&only=problems");
    const calls = page.getByRole("table", { name: "Tool calls" });
    await calls.and(page.locator('[aria-rowcount="2"]')).waitFor();
    await calls.getByRole("cell", { name: "NOT_FOUND", exact: true }).waitFor();
    await page.goto(`${serving.url}/plans/${plans.failed}?tab=activity&only=problems`);
    await page.getByText("Step 1 was rejected").waitFor();
    expect(await page.locator("tr[data-row]").count()).toBe(3);
  });

  it.each([390, 640])("fits into a window of %i pixels", async (width) => {
    const visited = await open(`/plans/${plans.rich}`, { width });
    const { page } = visited;
    await page.getByRole("option").first().waitFor();
    await expectGood(visited, `narrow-${width}-plan-timeline`);
    for (const [name, [text = ""]] of TABS) {
      await page.getByRole("tab", { name }).click();
      await page
        .getByRole("tabpanel", { name })
        .getByText(text)
        .first()
        .waitFor({ state: "attached" });
      await expectFits(page, `narrow-${width}-plan-${name.split(" ").at(-1)}`);
    }
    await page.getByRole("tab", { name: "Timeline" }).click();
    await page.getByRole("option", { name: /Step 1/ }).click();
    const pane = page.getByRole("region", { name: "Step 1 · Search" });
    await pane.getByText("Expected more sources.").waitFor();
    expect(await pane.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
    await expectGood(visited, `narrow-${width}-plan-step`, { isBrief: true });
  });

  it("moves its steps while a client works, and keeps the chosen one", async () => {
    await withClient(serving.url, async (client) => {
      const planId = await client.create("[Scan] Watched research", [
        { stepType: "search", instructions: "First." },
        { stepType: "synthesize", instructions: "Second." },
      ]);
      const { page, offences } = await open(`/plans/${planId}`);
      await page.getByRole("option", { name: /Step 2.*Pending/ }).click();
      const pane = page.getByRole("region", { name: "Step 2 · Synthesize" });
      await pane.getByText("Pending").waitFor();
      await client.finish(await client.next(planId), "One.");
      await client.finish(await client.next(planId), "Two.", { resultSummary: "Both are known." });
      await page.getByRole("option", { name: /Step 1.*Completed/ }).waitFor();
      await pane.getByText("Both are known.").waitFor();
      expect(await page.getByRole("option", { selected: true }).count()).toBe(1);
      expect(offences).toEqual([]);
    });
  });

  it("loads a long result and a long report on request", async () => {
    const { page, offences } = await open(`/plans/${plans.long}`);
    await page.getByRole("option").click();
    await page.getByRole("button", { name: "Load the whole result" }).click();
    const result = page.getByRole("region", { name: "Result", exact: true }).last();
    await result.getByText(LONG_RESULT.at(-1) ?? "").waitFor();
    await page.getByRole("button", { name: "Load the whole report" }).click();
    await page.getByText("Web searches").waitFor();
    expect(await page.getByText("hmm hmm").first().textContent()).toHaveLength(120_000);
    expect(offences).toEqual([]);
  });

  it("scrolls through thousands of events with at most 200 rows in the page", async () => {
    const visited = await open(`/plans/${plans.long}?tab=activity`);
    const { page } = visited;
    await page.getByRole("table", { name: "Activity" }).waitFor();
    const { seen, most } = await page.evaluate(scrollThrough);
    expect(seen).toBe(EVENTS);
    expect(most).toBeLessThanOrEqual(200);
    await page.getByText("The plan was created").waitFor();
    await expectGood(visited, "plan-activity-long", { isBrief: true });
  });

  it("opens an event far down by its URL", async () => {
    const visited = await open(`/plans/${plans.long}?tab=activity&event=2500`);
    await visited.page.getByText('"instructions": "Change number 2500"').waitFor();
    await expectGood(visited, "plan-event", { isBrief: true });
  });

  it("does not move the event being read when others arrive, but counts them", async () => {
    await withClient(serving.url, async (client) => {
      const planId = await client.create("[Scan] Read research", [
        { stepType: "search", instructions: "Only this." },
      ]);
      const { page } = await open(`/plans/${planId}?tab=activity&event=1`);
      const table = page.getByRole("table", { name: "Activity" });
      await table.getByText('"name": "[Scan] Read research"').waitFor();
      await client.next(planId);
      const arrived = page.getByRole("button", { name: "2 new events" });
      await arrived.waitFor();
      expect(await table.getAttribute("aria-rowcount")).toBe("2");
      await arrived.click();
      await table.getByText("Step 1 was started").waitFor();
      expect(await table.getAttribute("aria-rowcount")).toBe("4");
    });
  });

  it("is reached from Home, from Plans and by the palette, which finds reports and findings too", async () => {
    const { page, offences } = await open("/");
    await page
      .getByRole("link", { name: /Abandoned research/ })
      .first()
      .click();
    await page.waitForURL(/\/plans\/plan_/);
    await expectText(page, [plans.stalled]);
    await page.goto(`${serving.url}/plans?text=prices`);
    await page.getByRole("row", { name: /Prices of heat pumps/ }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/plans\/plan_/);
    await expectText(page, [plans.rich]);
    await choose(page, "A heat pump costs", /A heat pump costs/);
    await page.waitForURL(/\/library\/art_/);
    await choose(page, "Prices of heat pumps,", /a first look/);
    await page.waitForURL(/\/reports\/out_/);
    expect(offences).toEqual([]);
  });

  it("shows that it is loading, and what failed, part by part", async () => {
    const { page, offences } = await open("/plans");
    await page.getByRole("link", { name: /Prices of heat pumps/ }).waitFor();
    // Once it is live, nothing is refetched without an event.
    await page.getByText("Live", { exact: true }).waitFor();
    await page.route("**/api/trpc/**", (route) =>
      route.request().url().includes("researchPlan.step") ? route.abort() : route.continue(),
    );
    await page.getByRole("link", { name: /Prices of heat pumps/ }).click();
    await page.getByRole("option", { name: /Step 1/ }).click();
    await page.getByText("The step's texts could not be loaded").waitFor();
    await page.getByText("Find prices of heat pumps").first().waitFor();
    await expectGood({ page, offences }, "plan-step-error", { isBrief: true });
    await page.unroute("**/api/trpc/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Expected more sources.").waitFor();

    await page.route("**/api/trpc/**", () => undefined);
    await page.reload();
    await page.getByText("Loading the plan …").waitFor({ state: "attached" });
    await expectGood({ page, offences }, "plan-loading", { isBrief: true });
    await page.unroute("**/api/trpc/**");
    await page.route("**/api/trpc/**", (route) => route.abort());
    await page.reload();
    await page.getByText("The plan could not be loaded").waitFor();
    await expectGood({ page, offences }, "plan-error", { isBrief: true });
  });
});

/** Scrolls through all rows; returns their number, and the maximum in the page at once. */
async function scrollThrough(): Promise<{ seen: number; most: number }> {
  const STEP_PX = 1_500;
  const seen = new Set<string>();
  let most = 0;
  for (let top = 0; ; top += STEP_PX) {
    window.scrollTo(0, top);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const rows = [...document.querySelectorAll("tr[data-row]")];
    for (const row of rows) seen.add(row.getAttribute("aria-rowindex") ?? "");
    most = Math.max(most, rows.length);
    if (top > document.documentElement.scrollHeight - window.innerHeight) break;
  }
  return { seen: seen.size, most };
}

async function choose(page: Page, text: string, name: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("A page, a plan, a theme …").fill(text);
  await page.getByRole("option", { name }).click();
}

async function superuser(dataDirectory: string) {
  const { socketDirectory, bootstrapUser } = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  return { socketDirectory, user: bootstrapUser, database: "trovella" };
}
