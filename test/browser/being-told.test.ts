import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import { findWholeChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood } from "./support/expect-good.ts";
import { askForReview, connectAssistant, type Waiting } from "./support/research-reviews.ts";

const { chromium, reason } = await findWholeChromium();
const HOSTILE = `<script>alert(1)</script> ${"very long ".repeat(18)}`;
const HOUR_MS = 3_600_000;

// In order: the first review is the only one for a while.
describe.skipIf(!chromium)(`Being told in the browser${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  const approve = ({ planId }: Waiting) =>
    assistant.call("submit_user_decision", { planId, decision: "approve" });
  let assistant: McpClient;
  beforeAll(async () => {
    assistant = await connectAssistant(serving.url);
  });
  afterAll(() => assistant?.close());

  it("counts waiting reviews in the title of every page and marks the icon, live", async () => {
    const { page } = await open("/plans");
    await page.getByText("Live", { exact: true }).waitFor();
    await titled(page, "Plans · Trovella");
    expect(await icon(page)).toBe("/favicon.svg");
    const first = await askForReview(assistant, { name: "Counted" });
    await titled(page, "(1) Plans · Trovella");
    expect(await icon(page)).toBe("/favicon-dot.svg");
    const response = await page.request.get(`${serving.url}/favicon-dot.svg`);
    expect(response.headers()["content-type"]).toBe("image/svg+xml");
    const second = await askForReview(assistant, { name: "Counted too" });
    await titled(page, "(2) Plans · Trovella");
    await page.locator('aside nav a[href="/inbox"]').click();
    await titled(page, "(2) Inbox · Trovella");
    await approve(first);
    await titled(page, "(1) Inbox · Trovella");
    await approve(second);
    await titled(page, "Inbox · Trovella");
    expect(await icon(page)).toBe("/favicon.svg");
  });

  it.each(THEMES)("says how long a review waits, in the %s theme", async (theme) => {
    const waiting = await askForReview(assistant, { name: `Old, ${theme}` });
    const visited = await open("/inbox", { theme });
    const { page } = visited;
    await page.getByRole("heading", { name: `Old, ${theme}` }).waitFor();
    expect(await page.getByText("waiting over").count()).toBe(0);
    for (const [hours, words] of [
      [25, "waiting over 1 day"],
      [73, "waiting over 3 days"],
    ] as const) {
      await page.clock.setFixedTime(Date.now() + hours * HOUR_MS);
      for (const path of ["/inbox", "/"]) {
        await page.goto(serving.url + path);
        await page.getByText(words).first().waitFor();
        await expectGood(visited, `waiting-${hours}${path.slice(1)}-${theme}`, { isBrief: true });
      }
    }
    await approve(waiting);
  });

  it("explains that the browser blocks notifications", async () => {
    const visited = await open("/settings/notifications");
    const { page } = visited;
    await page.addInitScript(() =>
      Object.defineProperty(Notification, "permission", { get: () => "denied" }),
    );
    await page.reload();
    await page.getByText("Your browser blocks notifications of this site.").waitFor();
    expect(await page.getByRole("switch").count()).toBe(0);
    await expectGood(visited, "notifications-denied", { isBrief: true });
  });

  it("notifies once of each review while nobody looks at the console, with the plan's name only", async () => {
    const before = await askForReview(assistant, { name: "Waited before" });
    const visited = await open("/settings/notifications");
    const { page, offences } = visited;
    const context = page.context();
    await context.grantPermissions(["notifications"], { origin: serving.url });
    await page.reload();
    await page.getByText("Off in this browser.").waitFor();
    await page.getByRole("switch", { name: "Browser notifications" }).click();
    await page.getByText("On in this browser.").waitFor();
    await expectGood(visited, "notifications-on", { isBrief: true });
    expect(await page.evaluate(scopeAndControl)).toEqual({
      scope: `${serving.url}/notifications/`,
      isControlled: false,
    });
    await page.getByText("Live", { exact: true }).waitFor();
    // Two tabs, neither of them looked at.
    const second = await context.newPage();
    await second.goto(`${serving.url}/plans`);
    await second.getByText("Live", { exact: true }).waitFor();
    await lookElsewhere([page, second]);
    const first = await askForReview(assistant, { name: HOSTILE });
    await expect.poll(() => shown(page), { timeout: 60_000 }).toHaveLength(1);
    const [notification] = await shown(page);
    expect(notification).toMatchObject({ title: "Needs your review", body: HOSTILE.slice(0, 120) });
    expect(notification?.tag).toMatch(/^rev_/);

    // Closed when it is decided; the next one comes alone.
    await approve(first);
    await expect.poll(() => shown(page), { timeout: 60_000 }).toHaveLength(0);
    const next = await askForReview(assistant, { name: "Second to be told" });
    await expect
      .poll(() => shown(page), { timeout: 60_000 })
      .toMatchObject([{ body: "Second to be told" }]);
    await click(page);
    // In one of the open windows, without a new one.
    const opened = [page, second].map(async (tab) => {
      await tab.waitForURL("**/inbox?item=rev_*");
      await tab.getByRole("heading", { name: "Second to be told" }).waitFor();
    });
    await Promise.any(opened);
    await Promise.allSettled(context.pages().map((tab) => tab !== page && tab.close()));
    for (const waiting of [before, next]) await approve(waiting);
    expect(offences).toEqual([]);
  });
});

async function titled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted) => document.title === wanted, title);
}

/** The tests' browser pretends that every page has the focus. */
async function lookElsewhere(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setFocusEmulationEnabled", { enabled: false });
  }
  await (await pages[0]?.context().newPage())?.bringToFront();
}

function icon(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.querySelector("link[rel=icon]")?.getAttribute("href") ?? null,
  );
}

async function scopeAndControl() {
  const registration = await navigator.serviceWorker.getRegistration("/notifications/");
  return { scope: registration?.scope, isControlled: navigator.serviceWorker.controller !== null };
}

function shown(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/notifications/");
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/** Clicks the one notification, which only its worker can do here. */
async function click(page: Page): Promise<void> {
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => each.url().endsWith("/worker.js"));
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
}

interface ServiceWorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (type: string, init: object) => Event;
}
