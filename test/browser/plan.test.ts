import { ensurePostgres } from "@trovella/db/embedded";
import { lengthenHistory } from "@trovella/testing/console/seed-console";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import {
  LONG_RESULT,
  makeAnsweredPlan,
  makeFailedPlan,
  makeLargePlan,
  makeLongPlan,
  makePlannedPlan,
  makeRichPlan,
  makeStalledPlan,
  withClient,
} from "./support/research-plan.ts";

const { chromium, reason } = await findChromium();
const EVENTS = 1_000;
const TABS: readonly (readonly [string, readonly string[]])[] = [
  [
    "Result",
    ["So far", "They fall, but the sources are few.", "2 sources", "a first look", "Draft"],
  ],
  ["Evidence", ["Between 8,000 and 20,000", "80 % confidence", "Installers charge", "No sources."]],
  ["Log", ["A review of step 5 was requested", "submit_step_result", "browser-test"]],
  ["Timeline", ["jumped to step 5", "Waiting for a person", "Planned"]],
];
/** Everything is looked at in both themes and on phones; the slow checks are made once. */
const LOOKS = [
  { name: "wide", theme: "light", width: 1280, isBrief: false },
  { name: "dark", theme: "dark", width: 1024, isBrief: true },
  { name: "phone", theme: "light", width: 390, isBrief: true },
] as const;

describe.skipIf(!chromium)(`Plan${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  const plans = {
    rich: "",
    answered: "",
    failed: "",
    stalled: "",
    planned: "",
    long: "",
    large: "",
  };

  beforeAll(async () => {
    const { url } = serving;
    plans.rich = await makeRichPlan(url);
    plans.answered = await makeAnsweredPlan(url);
    plans.failed = await makeFailedPlan(url);
    plans.stalled = await makeStalledPlan(url);
    plans.planned = await makePlannedPlan(url);
    plans.long = await makeLongPlan(url);
    plans.large = await makeLargePlan(url);
    const asSuperuser = await superuser(serving.dataDirectory);
    await lengthenHistory(asSuperuser, { planId: plans.long, eventCount: EVENTS });
  });

  describe.each(LOOKS)("on a $name page", ({ name, theme, width, isBrief }) => {
    const look = { theme, width };

    it("opens a finished plan on its answer, with the check of its citations", async () => {
      const visited = await open(`/plans/${plans.answered}`, look);
      const { page } = visited;
      await page.getByText("8,000 to 20,000 euros").first().waitFor();
      await page.getByText("3 of 4 statements cited, 1 quote not found").click();
      await expectText(page, [
        "Completed1 of 1 steps done1 finding, 2 sources",
        "1 statement without a source",
        "prices have doubled within a single year",
        "Key findingsSee the evidence",
        "80 % confidence2 sources",
        "ContradictionsA leaflet speaks of doubling",
        "What this does not rest onOnly one country was looked at.",
        "Compare with version 1",
        "1 earlier version",
      ]);
      await expectGood(visited, `plan-result-${name}`, { isBrief });
      await page.getByRole("link", { name: "Source 1" }).first().click();
      await page.waitForURL(/\/reports\/out_\w+\?source=1/);
    });

    it("opens an open plan on its timeline, and shows its other parts", async () => {
      const visited = await open(`/plans/${plans.rich}`, look);
      const { page } = visited;
      await page.getByRole("heading", { name: /Prices of heat pumps/ }).waitFor();
      await expectText(page, [
        "What is known about",
        plans.rich,
        "Needs your review · at step 5",
        "4 of 6 steps done(2 skipped)",
        "1 finding, 2 sources",
        "browser-test",
        "Local user",
      ]);
      expect(await page.getByRole("option").count()).toBe(6);
      expect(await page.locator("[data-bar=skipped]").count()).toBe(2);
      expect(await page.title()).toContain("Prices of heat pumps");
      for (const [tab, texts] of TABS) {
        await page.getByRole("tab", { name: tab }).click();
        const panel = page.getByRole("tabpanel", { name: tab });
        for (const text of texts)
          await panel.getByText(text).first().waitFor({ state: "attached" });
        await expectGood(visited, `plan-${tab}-${name}`, { isBrief });
      }
      await page.getByText("How this plan was designed").click();
      await expectText(page, ["Prices first", "confidence < 0.5", "Fired", "Has not fired"]);
    });

    it("shows everything about a step", async () => {
      const visited = await open(`/plans/${plans.rich}`, look);
      const { page } = visited;
      await page.getByRole("option", { name: /Step 1/ }).click();
      const pane = page.getByRole("region", { name: "Step 1 · Search" });
      await pane.getByText("Expected more sources.").waitFor();
      await expectText(page, [
        "Two prices were found.",
        "CurrencyEUR",
        "heat pump price index",
        "Result count",
        "8,000 to 20,000 euros",
        "none reported",
        "search-1",
        "80 %",
        "<img src=x onerror=alert(1)>",
      ]);
      expect(await pane.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(
        800,
      );
      const links = await pane
        .getByRole("link")
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(new Set(links)).toEqual(new Set(["https://prices.example/heat-pumps"]));
      await pane.getByText("Everything stored about this step").click();
      await pane.getByRole("group", { name: "Step", exact: true }).waitFor();
      await expectGood(visited, `plan-step-${name}`, { isBrief });
    });

    it("says why a plan failed, since when another stalls, and what is planned", async () => {
      const visited = await open(`/plans/${plans.failed}?tab=timeline`, look);
      const { page } = visited;
      const banner = page.getByRole("region", { name: "This plan has failed" });
      await banner.getByText("The question was the wrong one.").waitFor();
      expect(await page.locator("[data-bar=failed]").count()).toBe(1);
      await expectGood(visited, `plan-failed-${name}`, { isBrief: true });

      await page.goto(`${serving.url}/plans/${plans.stalled}`);
      const prompt = `Continue the research plan ${plans.stalled} on Trovella (${serving.url}): `;
      await page.getByText(prompt).waitFor();
      await expectText(page, ["Step 2 · Analyze has stopped responding.", "Stalled since: "]);
      expect(await page.locator("[data-bar=stalled]").count()).toBe(1);
      await expectGood(visited, `plan-stalled-${name}`, { isBrief: true });
      await page.getByRole("link", { name: "Step 2 · Analyze" }).click();
      await page.getByRole("region", { name: "Step 2 · Analyze" }).waitFor();

      await page.goto(`${serving.url}/plans/${plans.planned}`);
      await page.getByText("In planned order; not started").waitFor({ state: "attached" });
      expect(await page.locator("[data-bar=pending]").count()).toBe(2);
      await expectGood(visited, `plan-planned-${name}`, { isBrief: true });
    });
  });

  it("explains empty tabs and unknown ids", async () => {
    const visited = await open(`/plans/${plans.planned}?tab=evidence`);
    const { page } = visited;
    for (const [tab, text] of [
      ["evidence", "No findings yet"],
      ["claims", "No claims yet"],
      ["reports", "No result yet"],
      ["timeline&only=problems", "No problems"],
      ["activity&only=problems", "No problems"],
    ]) {
      await page.goto(`${serving.url}/plans/${plans.planned}?tab=${tab}`);
      await page.getByText(text ?? "").waitFor();
      await expectGood(visited, `plan-none-${tab?.split("&")[0]}`, { isBrief: true });
    }
    for (const id of ["plan_unknown", "no%20id%20at%20all"]) {
      await page.goto(`${serving.url}/plans/${id}`);
      await page.getByText("There is no plan with this ID").waitFor();
      await page.getByRole("main").getByRole("link", { name: "See all plans" }).waitFor();
      await expectGood(visited, "plan-unknown", { isBrief: true });
    }
  });

  it("of 120 steps weighs little, folds them, and leads to where it is", async () => {
    const visited = await open("/plans");
    const { page } = visited;
    await page.getByRole("link", { name: /Street trees/ }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    const asked: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (new URL(request.url()).pathname.startsWith("/api/trpc"))
        asked.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.getByRole("link", { name: /Street trees/ }).click();
    await page.getByRole("option", { name: /Step 77.*Running/ }).waitFor({ state: "attached" });
    const bytes = (await Promise.all(asked)).reduce((sum, size) => sum + size, 0);
    console.log(`a plan of 120 steps: ${asked.length} requests, ${bytes} bytes`);
    expect(bytes).toBeLessThan(150_000);
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(await page.getByRole("option").count()).toBeLessThan(30);
    await page.getByRole("button", { name: "Go to the current step" }).click();
    const current = page.getByRole("option", { name: /Step 77/, selected: true });
    await current.waitFor();
    const { top } = await current.evaluate((element) => element.getBoundingClientRect());
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(800);
    await expectGood(visited, "plan-large", { isBrief: true });
    await page.getByRole("option", { name: /Steps 4–73.*70 done/ }).click();
    await page.getByRole("option", { name: /Step 40 / }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Only problems (1)" }).click();
    await expect.poll(() => page.getByRole("option").count()).toBe(1);
    await page.getByRole("option", { name: /Step 76.*Failed/ }).waitFor();
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
    await page.waitForURL("**?tab=log");
    await page.keyboard.press("Home");
    await page.waitForURL("**?tab=result");
    expect(offences).toEqual([]);
  });

  it("has one log, filtered by kind, client and problems, in pages", async () => {
    const visited = await open(`/plans/${plans.rich}?tab=calls`);
    const { page } = visited;
    const log = page.getByRole("table", { name: "Log" });
    const rows = log.locator("tr[data-row]");
    await log.getByText("submit_step_result").first().waitFor();
    await page.getByRole("button", { name: "Only problems" }).click();
    await page.waitForURL(/only=problems/);
    await expect.poll(() => rows.count()).toBe(1);
    await log.getByText("NOT_FOUND").waitFor();
    await page.getByRole("button", { name: "submit_user_decision" }).click();
    await log.getByText("Response").waitFor();
    await page.goto(`${serving.url}/plans/${plans.failed}?tab=activity&only=problems`);
    await page.getByText("Step 1 was rejected").waitFor();
    expect(await rows.count()).toBe(3);
    await page.goto(`${serving.url}/plans/${plans.failed}?tab=log`);
    await page.getByLabel("Client").selectOption("browser-test");
    await page.getByText("The plan was created").waitFor();
    await expectGood(visited, "plan-log-filtered", { isBrief: true });

    await page.goto(`${serving.url}/plans/${plans.long}?tab=log`);
    for (const count of [201, 301, 401]) {
      await page.getByRole("button", { name: "Show more entries" }).click();
      await page.locator(`[aria-rowcount="${count}"]`).waitFor();
    }
    expect(await rows.count()).toBeLessThanOrEqual(200);
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
    const { page, offences } = await open(`/plans/${plans.long}?tab=timeline`);
    await page.getByRole("option").click();
    await page.getByRole("button", { name: "Load the whole result" }).click();
    await page.getByText("and 5,900 more, in the raw JSON").waitFor();
    await page.getByRole("button", { name: "Load the whole report" }).click();
    await page.getByText("Web searches").waitFor();
    expect((await page.getByText("hmm hmm").first().textContent())?.trim()).toHaveLength(119_999);
    await page.getByText("Everything stored about this step").click();
    const whole = page.getByRole("group", { name: "Step", exact: true });
    await whole.getByText(LONG_RESULT.at(-1) ?? "").waitFor();
    expect(offences).toEqual([]);
  });

  it("opens an event far down by its URL", async () => {
    const visited = await open(`/plans/${plans.long}?tab=activity&event=250`);
    const { page } = visited;
    await page.getByText('"instructions": "Change number 250"').waitFor();
    await expectGood(visited, "plan-event", { isBrief: true });
    await page.getByRole("button", { name: "Show the newest" }).click();
    await page.getByText("Beginning at event").waitFor({ state: "detached" });
  });

  it("does not move the event being read when others arrive, but counts them", async () => {
    await withClient(serving.url, async (client) => {
      const planId = await client.create("[Scan] Read research", [
        { stepType: "search", instructions: "Only this." },
      ]);
      const { page } = await open(`/plans/${planId}?tab=activity`);
      await page.getByRole("button", { name: "The plan was created" }).click();
      const table = page.getByRole("table", { name: "Log" });
      await table.getByText('"name": "[Scan] Read research"').waitFor();
      await client.next(planId);
      const arrived = page.getByRole("button", { name: "2 new entries" });
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
    await choose(page, "A heat pump costs", /^A heat pump costs 8,000.*Finding/);
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

async function choose(page: Page, text: string, name: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search plans, reports, findings, actions …").fill(text);
  // What is found by its text arrives later, and moves what was found by its name.
  await page.getByRole("option", { name }).first().waitFor();
  await page.getByText("Searching …").waitFor({ state: "detached" });
  await page.getByRole("option", { name }).first().click();
}

async function superuser(dataDirectory: string) {
  const { socketDirectory, bootstrapUser } = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  return { socketDirectory, user: bootstrapUser, database: "trovella" };
}
