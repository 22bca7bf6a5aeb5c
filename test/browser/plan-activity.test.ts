// How a plan stands is one word on every page, and every count of what needs a person is the same.
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { agePlan } from "./support/age-plan.ts";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import { makeStalledPlan, withClient } from "./support/research-plan.ts";

const { chromium, reason } = await findChromium();
const STEPS = [
  { stepType: "search", instructions: "Find what is known." },
  { stepType: "synthesize", instructions: "Write it down." },
];
/** More than a page lists of one kind. */
const NEVER_BEGUN = 11;
const STALLED = NEVER_BEGUN + 2;
const ALL = STALLED + 1;

describe.skipIf(!chromium)(`How plans stand${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  const plans = { silent: "", left: "", waiting: "" };

  beforeAll(async () => {
    plans.silent = await makeStalledPlan(serving.url);
    await withClient(serving.url, async (client) => {
      const hasty = { stallThresholdMinutes: 0.001 };
      plans.left = await client.create("[Scan] Left between steps", STEPS, hasty);
      await client.finish(await client.next(plans.left), "Found.");
      for (let number = 1; number <= NEVER_BEGUN; number++) {
        await client.create(`[Scan] Never begun, number ${number}`, STEPS, hasty);
      }
      plans.waiting = await client.create("[Scan] Waiting research", STEPS);
      await client.finish(await client.next(plans.waiting), "Found.");
    });
    await agePlan(serving.dataDirectory, { planId: plans.waiting, minutes: 5 });
  });

  it.each(THEMES)(
    "count the same on Home, in the Inbox and beside it, in the %s theme",
    async (theme) => {
      const visited = await open("/", { theme });
      const { page } = visited;
      const needsYou = page.getByRole("region", { name: "Needs you" });
      await expectText(page, [`Needs you${ALL}`]);
      await needsYou.getByText("Waiting for an assistant").waitFor();
      expect(await needsYou.getByText("Stalled", { exact: true }).count()).toBe(10);
      await expectBadge(page);
      await expectText(page, ["No assistant is working"]);
      await expectGood(visited, `activity-home-${theme}`, { isBrief: theme === "dark" });

      await needsYou.getByRole("link", { name: "See all" }).click();
      await page.waitForURL("**/inbox");
      await expectText(page, [`1 of ${ALL}`, `Stalled${STALLED}`, "Waiting for an assistant1"]);
      await expectText(page, [`Showing 10 of ${STALLED}.`]);
      await expectBadge(page);
      await expectGood(visited, `activity-inbox-${theme}`, { isBrief: theme === "dark" });
      await page.getByRole("link", { name: /Waiting research/ }).click();
      const waiting = ["Step 2 is next, and no assistant has started it", "last active"];
      await expectText(page, [`${ALL} of ${ALL}`, ...waiting]);
      await expectGood(visited, `activity-inbox-waiting-${theme}`, { isBrief: true });

      await page.getByRole("link", { name: "See all" }).click();
      await page.waitForURL("**/plans?status=stalled");
      await expectRows(page, STALLED);
    },
  );

  it("are listed and filtered by the same word, by links of older versions too", async () => {
    const visited = await open("/plans");
    const { page } = visited;
    await expectRows(page, ALL);
    const table = page.getByRole("table", { name: "Research plans" });
    // Each row has its word in two places, of which one is shown, by the width.
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const words = (word: string) =>
        table.getByText(word, { exact: true }).filter({ visible: true });
      expect(await words("Stalled").count()).toBe(STALLED);
      expect(await words("Waiting for an assistant").count()).toBe(1);
    }
    await expectGood(visited, "activity-plans", { isBrief: true });
    for (const [status, count] of [
      ["stalled", STALLED],
      ["waiting_for_assistant", 1],
      ["executing", 1],
    ] as const) {
      await page.goto(`${serving.url}/plans?status=${status}`);
      await expectRows(page, count);
    }
    expect(await page.getByRole("button", { name: "Working", pressed: true }).count()).toBe(1);
    await page.goto(`${serving.url}/plans?status=working`);
    await page.getByText("No plan matches these filters").waitFor();
  });

  it("are explained on their own pages, with the prompt to continue", async () => {
    const visited = await open(`/plans/${plans.silent}`);
    const { page } = visited;
    await expectText(page, [
      "Stalled · not responding",
      "Step 2 · Analyze has stopped responding.",
    ]);
    await page.goto(`${serving.url}/plans/${plans.left}`);
    await expectText(page, [
      "Stalled · no assistant has continued",
      "No assistant has continued it. Stalled since: ",
    ]);
    await expectGood(visited, "activity-plan-left", { isBrief: true });
    await page.goto(`${serving.url}/plans/${plans.waiting}`);
    await expectText(page, [
      "Waiting for an assistant · last active ",
      "This plan is waiting for an assistant",
      `Continue the research plan ${plans.waiting} on Trovella`,
    ]);
    await expectGood(visited, "activity-plan-waiting", { isBrief: true });
  });

  it("are counted so in Insights, whether or not an assistant asked for the status", async () => {
    const { page } = await open("/insights?days=7");
    const figures = [`${STALLED} of ${ALL} plans`, `${STALLED} stalled now`];
    await expectText(page, figures);
    await withClient(serving.url, async (client) => {
      for (const planId of [plans.silent, plans.left]) {
        const reply = await client.call("get_plan_status", { planId });
        expect(reply).toMatchObject({ activity: "stalled", status: "stalled" });
      }
    });
    await page.goto(`${serving.url}/plans?status=stalled`);
    await expectRows(page, STALLED);
    await page.goto(`${serving.url}/insights?days=7`);
    await expectText(page, figures);
    await expectBadge(page);
  });
});

async function expectBadge(page: Page): Promise<void> {
  await page.getByRole("link", { name: `Inbox ${ALL} items need you` }).waitFor();
}

/** The table has these many plans, below its head. */
async function expectRows(page: Page, count: number): Promise<void> {
  const rows = page.getByRole("table", { name: "Research plans" }).getByRole("row");
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(count + 1);
}
