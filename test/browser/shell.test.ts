import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "../../apps/console/src/shell/pages.ts";
import { THEMES, useBrowser, type Visit } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood } from "./support/expect-good.ts";
import { makePlans } from "./support/research.ts";

const { chromium, reason } = await findChromium();

describe.skipIf(!chromium)(`What surrounds every page${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  beforeAll(() => makePlans(serving.url, 1));

  it("names the window after the page", async () => {
    const { page } = await open("/");
    for (const { to, label } of PAGES) {
      await page.locator(`aside nav a[href="${to}"]`).click();
      await page.waitForFunction((title) => document.title === title, `${label} · Trovella`);
    }
  });

  it("copies the link to the page by a key and from the palette", async () => {
    const { page } = await open("/plans?status=planning");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("table").waitFor();
    await page.keyboard.press(".");
    await page.getByText("Link copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

    await page.evaluate(() => navigator.clipboard.writeText("nothing"));
    await choose(page, "Copy link to this page");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  it.each(THEMES)("does not change while paused, in the %s theme", async (theme) => {
    const visited = await withEvents(await open("/plans", { theme }));
    const { page } = visited;
    const rows = page.getByRole("table", { name: "Research plans" }).locator("tr[data-row]");
    await rows.first().waitFor();
    const before = await rows.count();
    await page.getByRole("button", { name: "Pause live updates" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();

    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await makePlans(serving.url, 1);
    for (const topic of ["plan", "run", "plan", "plan"]) await sendEvent(page, topic);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    // Runs are not on this page, so their events do not count.
    await page.getByRole("button", { name: "Resume live updates 3 new" }).waitFor();
    expect(asked).toEqual([]);
    expect(await rows.count()).toBe(before);
    await expectGood(visited, `paused-${theme}`);

    await page.getByRole("button", { name: "Resume live updates 3 new" }).click();
    await rows.nth(before).waitFor();
    await page.getByRole("button", { name: "Pause live updates" }).waitFor();
    await makePlans(serving.url, 1);
    await sendEvent(page, "plan");
    await rows.nth(before + 1).waitFor();
  });

  it("pauses and resumes from the palette", async () => {
    const { page } = await open("/plans");
    await page.getByRole("table").waitFor();
    for (const action of ["Pause live updates", "Resume live updates"]) {
      await choose(page, action);
    }
    await page.getByRole("button", { name: "Pause live updates" }).waitFor();
  });
});

/** Runs an action of the palette by its name. */
async function choose(page: Page, action: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(action);
  await page.getByRole("option", { name: action, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

interface Sending {
  sendEvent(topic: string): void;
}

/** A fake event stream that the test controls. */
async function withEvents({ page, offences }: Visit): Promise<Visit> {
  await page.addInitScript(() => {
    class Source extends EventTarget {
      readonly readyState = 1;
      onopen: (() => void) | null = null;
      constructor() {
        super();
        Object.assign(window, {
          sendEvent: (topic: string) => this.dispatchEvent(new MessageEvent(topic)),
        });
        setTimeout(() => this.onopen?.());
      }
      close(): void {
        // No stream is open.
      }
    }
    Object.assign(window, { EventSource: Object.assign(Source, { OPEN: 1 }) });
  });
  await page.reload();
  return { page, offences };
}

function sendEvent(page: Page, topic: string): Promise<void> {
  return page.evaluate((name) => (window as unknown as Sending).sendEvent(name), topic);
}
