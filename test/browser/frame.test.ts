import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood } from "./support/expect-good.ts";
import { doResearch } from "./support/research.ts";

const { chromium, reason } = await findChromium();
const GERMAN_PAGES = [
  ["/", "Start"],
  ["/inbox", "Eingang"],
  ["/plans", "Pläne"],
  ["/runs", "Läufe"],
  ["/library", "Bibliothek"],
  ["/claims", "Aussagen"],
  ["/reports", "Berichte"],
  ["/insights", "Auswertung"],
  ["/connect", "Verbinden"],
  ["/settings", "Einstellungen"],
] as const;
/** Roles whose names are the frame's own words. */
const SPOKEN = "button, a, [role=tab], summary, h2, h3, th, legend, label";
const ENGLISH =
  /\b(the|and|of|this|your|for|with|when|not|Show|Copy|Change|Save|Create|Delete|Send|Sign|Search|Settings|Pause|Theme)\b/;

describe.skipIf(!chromium)(`The frame of the console${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  beforeAll(() => doResearch(serving.url));

  it("speaks German to a German browser, until another language is chosen", async () => {
    const visited = await open("/", { locale: "de-DE" });
    const { page } = visited;
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    for (const [path, label] of GERMAN_PAGES) {
      const link = page.getByRole("navigation", { name: "Seiten" }).locator(`a[href="${path}"]`);
      expect(await link.textContent()).toContain(label);
      await link.click();
      await page.waitForURL(`${serving.url}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    for (const area of [
      "",
      "/notifications",
      "/reviews",
      "/data",
      "/team",
      "/security",
      "/server",
    ]) {
      await page.goto(`${serving.url}/settings${area}`);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      expect(await englishWords(page, "body")).toEqual([]);
    }
    await page.goto(`${serving.url}/connect`);
    await page
      .getByText("Wartet auf den ersten Aufruf")
      .or(page.getByText("aufgerufen"))
      .first()
      .waitFor();
    expect(await englishWords(page, "header, aside, nav")).toEqual([]);
    await page.goto(`${serving.url}/plans`);
    const time = page.locator("main time").first();
    expect(await time.textContent()).toMatch(/^(jetzt|\d+ Min\.)$/);
    expect(await time.getAttribute("title")).toMatch(/^\d\d?\.\d\d?\.\d{4}, \d\d:\d\d:\d\d/);
    await expectGood(visited, "german-plans", { isBrief: true });
    await page.locator("a[data-row-link]").first().click();
    await page
      .getByRole("list", { name: "Stand des Plans" })
      .getByText(/^(gerade eben|vor \d+ Minuten?)$/)
      .waitFor();

    await page.goto(`${serving.url}/settings`);
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await page.getByRole("group", { name: "Language" }).getByText("System").click();
    await page.getByRole("heading", { name: "Einstellungen", level: 1 }).waitFor();
  });

  it("moves the focus to the heading of the next page, and shows no ring on a clicked tab", async () => {
    const { page } = await open("/");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const label of ["Plans", "Reports", "Settings"]) {
      await page
        .getByRole("navigation", { name: "Pages" })
        .getByRole("link", { name: label })
        .click();
      await expect.poll(focused).toBe(label);
    }
    await page.getByRole("link", { name: "Data" }).click();
    await expect.poll(focused).toBe("Settings");
    await page.goto(`${serving.url}/plans`);
    await page.locator("a[data-row-link]").first().click();
    const tab = page.getByRole("tab").last();
    await tab.click();
    const outline = () => tab.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline()).toBe("none");
    // The focus moves a moment after the key.
    const isFocused = () => tab.evaluate((element) => element === document.activeElement);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(isFocused).toBe(false);
    await page.keyboard.press("ArrowRight");
    await expect.poll(isFocused).toBe(true);
    expect(await outline()).not.toBe("none");
  });

  it("has a bar at the bottom of a phone, with the other pages behind More", async () => {
    const visited = await open("/", { width: 390 });
    const { page } = visited;
    const bar = page.getByRole("navigation", { name: "Pages" });
    await bar.getByRole("link", { name: "Plans" }).waitFor();
    expect(await bar.getByRole("link").count()).toBe(3);
    await bar.getByRole("link", { name: "Inbox" }).click();
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
    await bar.getByRole("button", { name: "More" }).click();
    await expectGood(visited, "phone-more", { isBrief: true });
    await page.getByRole("dialog").getByRole("link", { name: "Reports" }).click();
    await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectGood(visited, "phone-reports", { isBrief: true });
  });

  it("opens pages that were not visited while the server is down, and keeps the app where it cannot", async () => {
    const preloaded = await open("/");
    const waiting = await open("/");
    await waiting.page.route("**/assets/insights-page*", (route) => route.abort());
    await waiting.page.reload();
    // Loaded while nothing else happened.
    await preloaded.page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => /settings-page/.test(name)),
    );
    await waiting.page.getByRole("heading", { name: "Home" }).waitFor();
    await serving.stop();
    await preloaded.page.getByRole("link", { name: "Reports" }).click();
    await preloaded.page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
    await waiting.page.getByRole("link", { name: "Insights" }).click();
    await waiting.page.getByRole("alert").getByText("opens by itself").waitFor();
    await waiting.page.getByRole("button", { name: "Try again" }).click();
    await waiting.page.getByText("still not responding").waitFor();
    await waiting.page.unroute("**/assets/insights-page*");
    await serving.startAgain();
    await waiting.page.getByRole("heading", { name: "Insights", level: 1 }).waitFor();
  });
});

/** Names of controls and headings that look English. */
function englishWords(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    ([scope, spoken, english]) =>
      [...document.querySelectorAll<HTMLElement>(scope ?? "")]
        .flatMap((part) => [...part.querySelectorAll<HTMLElement>(spoken ?? "")])
        .flatMap((element) => [
          element.textContent ?? "",
          element.getAttribute("aria-label") ?? "",
          element.title,
        ])
        .filter((text) => new RegExp(english ?? "").test(text)),
    [within, SPOKEN, ENGLISH.source],
  );
}
