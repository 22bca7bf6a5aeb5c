import { FULL_SIZE } from "@trovella/testing/console/seed-console";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { seedDays } from "./support/seed-days.ts";

const { chromium, reason } = await findChromium();
const MAX_ROWS = 200;
const MORE_PAGES = 8;

describe.skipIf(!chromium)(`With very much in it${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string) => visit(`${serving.url}${path}`);
  beforeAll(async () => {
    const before = performance.now();
    await seedDays(serving.dataDirectory, { endedDaysAgo: 0, size: FULL_SIZE });
    console.log(
      `${FULL_SIZE.plans} plans seeded in ${((performance.now() - before) / 1000).toFixed(1)} s`,
    );
  });

  it.each([
    ["/plans", "Research plans", "Show more plans"],
    ["/library", "Newest artifacts", "Show more artifacts"],
    ["/reports", "Reports", "Show more reports"],
  ])("%s pages on and on with few rows in the page", async (path, name, more) => {
    const { page, offences } = await open(path);
    const table = page.getByRole("table", { name });
    await table.waitFor();
    await page.bringToFront();
    let count = await rowCount(page);
    for (let number = 0; number < MORE_PAGES; number++) {
      await page.getByRole("button", { name: more }).click();
      await expect.poll(() => rowCount(page)).toBeGreaterThan(count);
      count = await rowCount(page);
      expect(await page.evaluate(mostRows)).toBeLessThanOrEqual(MAX_ROWS);
    }
    expect(count).toBeGreaterThan(MAX_ROWS);
    await page.locator(`tr[aria-rowindex="${count}"]`).waitFor();
    expect(offences).toEqual([]);
  });

  it("/runs opens any of its pages", async () => {
    const { page, offences } = await open("/runs");
    await page.getByText("1–20 of 10,000").waitFor();
    for (const number of [2, 3, 500]) {
      await page.goto(`${serving.url}/runs?page=${number}`);
      await page.getByText(`${((number - 1) * 20 + 1).toLocaleString("en")}–`).waitFor();
      expect(await page.locator("tr[data-row]").count()).toBe(20);
    }
    expect(offences).toEqual([]);
  });

  it("Home, Inbox and Insights stay short", async () => {
    const { page, offences } = await open("/");
    await page.getByRole("region", { name: "Recently finished" }).waitFor();
    expect(await page.getByRole("listitem").count()).toBeLessThanOrEqual(MAX_ROWS);
    await page.goto(`${serving.url}/inbox`);
    await page.getByRole("region", { name: "Chosen item" }).getByRole("heading").first().waitFor();
    expect(await page.getByRole("listitem").count()).toBeLessThanOrEqual(MAX_ROWS);
    await page.goto(`${serving.url}/insights?days=90`);
    await page.locator("svg.recharts-surface").first().waitFor();
    await page.getByText("10,000", { exact: true }).first().waitFor();
    expect(offences).toEqual([]);
  });
});

async function rowCount(page: Page): Promise<number> {
  return Number(await page.getByRole("table").getAttribute("aria-rowcount"));
}

/** Scrolls from the top to the bottom; the most rows that were in the page at once. */
async function mostRows(): Promise<number> {
  let most = 0;
  // A page that is not drawn has no frames to wait for.
  const nextFrame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 200);
    });
  for (let top = 0; top < document.documentElement.scrollHeight; top += 1_500) {
    window.scrollTo(0, top);
    for (let frame = 0; frame < 2; frame++) await nextFrame();
    most = Math.max(most, document.querySelectorAll("tr[data-row]").length);
  }
  window.scrollTo(0, document.documentElement.scrollHeight);
  return most;
}
