import { readFileSync } from "node:fs";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import {
  fillLibrary,
  finishPlan,
  type Library,
  reportText,
  storeReport,
  withClient,
} from "./support/research-library.ts";

const { chromium, reason } = await findChromium();
const TITLE = "Which heat pump for an old house?";

// In order: the server starts with nothing in it, and gets its data from an AI client.
describe.skipIf(!chromium)(`Reports${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);

  it.each(THEMES)(
    "say where they come from while there are none, in the %s theme",
    async (theme) => {
      const visited = await open("/reports", { theme });
      await visited.page.getByText("No reports yet").waitFor();
      await expectGood(visited, `reports-empty-${theme}`);
    },
  );

  it.each(["out_unknown", "a%2Fb"])(
    "that do not exist have a page that says so: %s",
    async (id) => {
      const visited = await open(`/reports/${id}`);
      await visited.page.getByText("There is no report with this ID").waitFor();
      await visited.page.getByRole("link", { name: "Go to the reports" }).click();
      await visited.page.getByText("No reports yet").waitFor();
      expect(visited.offences).toEqual([]);
    },
  );

  describe("that were written", () => {
    let library: Library;
    let first: string;
    let latest: string;
    beforeAll(async () => {
      library = await fillLibrary(serving.url);
      const { planId, sourceIds } = library;
      const store = (content: string, mediaType?: string) =>
        storeReport(serving.url, {
          planId,
          title: TITLE,
          content,
          ...(mediaType ? { mediaType } : {}),
        });
      first = await store("A first draft without any source.", "markdown");
      await finishPlan(serving.url, library);
      latest = await store(reportText(sourceIds));
      await withClient(serving.url, ({ call }) =>
        call("submit_research_feedback", {
          planId,
          feedbackType: "initial",
          satisfaction: "very_satisfied",
          feedbackSummary: "Just what I needed.",
        }),
      );
    });
    const openReader = async (options = {}, path = "") => {
      const visited = await open(`/reports/${latest}${path}`, options);
      await visited.page.getByRole("heading", { name: "Key findings" }).waitFor();
      return visited;
    };

    it("are listed with format, version and feedback", async () => {
      const { page } = await open("/reports", { width: 1440 });
      await page.getByRole("table", { name: "Reports" }).getByText(TITLE).first().waitFor();
      // The newest version, with the first line of its answer.
      expect(await page.getByRole("row").count()).toBe(2);
      await expectText(page, ["An air source heat pump suits most houses.", "Cites sources", "v2"]);
      await page.getByRole("button", { name: "All versions" }).click();
      await page.getByRole("row").nth(2).waitFor();
      await expectText(page, ["Word", "1 of 2", "Very satisfied", "Heat pumps in old"]);
      const versions = await page.getByRole("row").allTextContents();
      expect(versions.map((text) => text.includes("Draft"))).toEqual([false, false, true]);
      await expectFits(page, "reports");
    });

    it("are filtered by format, in the URL", async () => {
      const { page, offences } = await open("/reports?mediaType=nonsense&versions=all");
      await page.getByRole("row").nth(2).waitFor();
      await page.getByLabel("Format").selectOption("Markdown");
      await page.waitForURL("**/reports?versions=all&mediaType=markdown");
      await page.getByRole("row").nth(2).waitFor({ state: "detached" });
      await page.getByLabel("Format").selectOption("Excel");
      await page.getByText("No report matches these filters").waitFor();
      await expectGood({ page, offences }, "reports-none-match", { isBrief: true });
      await page.getByRole("button", { name: "Show all reports" }).click();
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Key findings" }).waitFor();
    });

    it.each(THEMES)(
      "are read with outline, citations and sources, in the %s theme",
      async (theme) => {
        const visited = await openReader({ theme });
        const { page } = visited;
        const contents = page.getByRole("navigation", { name: "Contents" });
        expect(await contents.getByRole("link").allTextContents()).toEqual([
          "Answer",
          "Key findings",
          "What it costs <script>alert(4)</script>",
          "<img src=x onerror=alert(6)> Limits",
        ]);
        await expectText(page, ["src_gone", "Feedback: Very satisfied", "Version 2"]);
        expect(await page.locator(".unresolved").allTextContents()).toEqual(["[?]"]);
        expect(await page.locator("article :is(script, img, iframe)").count()).toBe(0);
        const list = page.getByRole("region", { name: "Sources" });
        expect(await list.getByRole("listitem").count()).toBe(3);
        await expectGood(visited, `report-${theme}`);
        expect(await linksOf(page)).toEqual(["https://example.org/web _blank noreferrer noopener"]);
      },
    );

    it.each(THEMES)(
      "open a source beside the text, which stays, in the %s theme",
      async (theme) => {
        const visited = await openReader({ theme });
        const { page } = visited;
        const citation = page.getByRole("link", { name: "[1]" }).nth(12);
        await citation.scrollIntoViewIfNeeded();
        const before = await placeOf(page, 12);
        await citation.click();
        const pane = page.getByRole("region", { name: "Source 1", exact: true });
        await pane.getByText("The mean seasonal performance factor").waitFor();
        await page.waitForURL(`**/reports/${latest}?source=1`);
        expect(await placeOf(page, 12)).toEqual(before);
        expect(await pane.getByText("A. Miara · 2024-05-12").count()).toBe(1);
        await expectGood(visited, `report-source-${theme}`, { isBrief: true });

        await page.reload();
        await pane.getByText("The mean seasonal performance factor").waitFor();
        await page.keyboard.press("Escape");
        await pane.waitFor({ state: "detached" });
        expect(new URL(page.url()).search).toBe("");
      },
    );

    it("go from citation to citation by keyboard, into the pane and back", async () => {
      const { page } = await openReader();
      const source = () => new URL(page.url()).searchParams.get("source");
      const focused = () => page.evaluate(() => document.activeElement?.id);
      const press = async (key: string, id: string) => {
        await page.keyboard.press(key);
        await expect.poll(focused).toBe(id);
      };
      await press("]", "cite-1-1");
      await press("]", "cite-2-1");
      expect(source()).toBe("2");
      await press("]", "cite-1-2");
      await press("]", "cite-3-1");
      await press("[", "cite-1-2");
      await press("[", "cite-2-1");
      await page.getByRole("region", { name: "Source 2", exact: true }).waitFor();
      await press("Enter", "");
      expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Source 2");
      const next = page.getByRole("button", { name: /^Next/ });
      await next.click();
      await page.waitForURL(/source=1/);
      expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
      await press("Escape", "cite-1-2");
      expect(source()).toBeNull();
    });

    it("ignore an unknown source in the URL", async () => {
      for (const value of ["99", "abc", "-1"]) {
        const { page, offences } = await openReader({}, `?source=${value}`);
        expect(await page.getByText("Close the source").count()).toBe(0);
        expect(offences).toEqual([]);
      }
    });

    it("have an outline that links to sections and marks the current one", async () => {
      const visited = await openReader();
      const { page } = visited;
      const contents = page.getByRole("navigation", { name: "Contents" });
      await contents.getByRole("link", { name: "Limits" }).click();
      await contents.locator("a[aria-current]", { hasText: "Limits" }).waitFor();
      const top = await page
        .getByRole("heading", { name: "Limits" })
        .evaluate((heading) => heading.getBoundingClientRect().top);
      expect(top).toBeGreaterThan(40);
      expect(top).toBeLessThan(800);
      await expectGood(visited, "report-end", { isBrief: true });
    });

    it("switch to another version", async () => {
      const { page, offences } = await openReader({}, "?source=1");
      expect(await page.getByText("Draft", { exact: true }).count()).toBe(0);
      await page.getByLabel("Version").selectOption("Version 1, draft");
      await page.waitForURL(`**/reports/${first}`);
      await page.getByText("A first draft without any source.").waitFor();
      await page.getByText("Draft", { exact: true }).waitFor();
      await page.getByRole("region", { name: "Further sources, not cited" }).waitFor();
      await expectGood({ page, offences }, "report-uncited", { isBrief: true });
      await page.getByLabel("Version").selectOption("Version 2 (latest)");
      await page.getByRole("heading", { name: "Key findings" }).waitFor();
    });

    it("open by their handle too", async () => {
      const { page, offences } = await open(`/reports/${library.planId}%2Fo2`);
      await page.getByRole("heading", { name: "Key findings" }).waitFor();
      expect(await page.getByLabel("Version").inputValue()).toBe(latest);
      const path = `/api/outputs/${library.planId}%2Fo2?format=markdown`;
      expect((await page.request.get(`${serving.url}${path}`)).status()).toBe(200);
      expect(offences).toEqual([]);
    });

    it("can be downloaded in every format", async () => {
      const { page } = await openReader();
      await page.getByRole("button", { name: "Download" }).click();
      const links = page.getByRole("list", { name: "Download" }).getByRole("link");
      const urls = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(urls).toHaveLength(10);
      for (const path of urls) {
        const reply = await page.request.get(`${serving.url}${path}`);
        expect([path, reply.status()]).toEqual([path, 200]);
      }
      const download = page.waitForEvent("download");
      await links.filter({ hasText: "Markdown" }).click();
      const file = await (await download).path();
      expect(readFileSync(file, "utf8")).toContain(`# ${TITLE}`);
    });

    it("can be copied as Markdown", async () => {
      const { page } = await openReader();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.getByRole("button", { name: "Copy as Markdown" }).click();
      await page.getByText("Copied as Markdown.").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("[1]");
    });

    it("are printed without the frame of the page", async () => {
      const { page, offences } = await openReader({ theme: "dark" }, "?source=1");
      await page.emulateMedia({ media: "print" });
      await page.getByRole("heading", { name: TITLE }).waitFor();
      for (const text of ["Keyboard shortcuts", "Download", "Close the source", "Contents"]) {
        expect(await page.getByText(text, { exact: true }).filter({ visible: true }).count()).toBe(
          0,
        );
      }
      await page.getByRole("heading", { name: "Key findings" }).waitFor();
      await expectGood({ page, offences }, "report-print", { isBrief: true });
      const width = await page.locator("article").evaluate((article) => article.clientWidth);
      expect(width).toBeGreaterThan(1_000);
    });

    it.each([390, 640])(
      "fit into a window of %i pixels, the source below the text",
      async (width) => {
        const visited = await openReader({ width });
        const { page } = visited;
        expect(await page.getByRole("navigation", { name: "Contents" }).isVisible()).toBe(false);
        await page.getByRole("link", { name: "[1]" }).nth(12).click();
        const pane = page.getByRole("region", { name: "Source 1", exact: true });
        await pane.waitFor();
        await expectFits(page, `narrow-${width}-report-source`);
        const { bottom } = await placeOf(page, 12);
        const paneTop = await pane.evaluate((element) => element.getBoundingClientRect().top);
        expect(bottom).toBeLessThanOrEqual(paneTop);
      },
    );

    it("show why one failed to load, and a new version without a reload", async () => {
      const { page, offences } = await open("/reports");
      await page.getByText(TITLE).first().waitFor();
      // Once it is live, nothing is refetched without an event.
      await page.getByText("Live", { exact: true }).waitFor();
      await page.route(/api\/trpc\/[^?]*output\.detail/, (route) => route.abort());
      await page.getByRole("link", { name: TITLE }).first().click();
      await page.getByRole("alert").getByText("The report could not be loaded").waitFor();
      await expectGood({ page, offences }, "report-error", { isBrief: true });
      await page.unroute(/api\/trpc\/[^?]*output\.detail/);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "Key findings" }).waitFor();

      const citation = page.getByRole("link", { name: "[1]" }).nth(12);
      await citation.click();
      const before = await placeOf(page, 12);
      const { planId } = library;
      await storeReport(serving.url, { planId, title: TITLE, content: "Better still." });
      await page
        .locator("option", { hasText: "Version 3 (latest)" })
        .waitFor({ state: "attached" });
      expect(await placeOf(page, 12)).toEqual(before);
      expect(await citation.evaluate((link) => link === document.activeElement)).toBe(true);
    });
  });
});

/** The position of a citation in the window. */
function placeOf(page: Page, index: number): Promise<{ top: number; bottom: number }> {
  return page
    .getByRole("link", { name: "[1]" })
    .nth(index)
    .evaluate((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return { top, bottom };
    });
}

/** External links in the text of the report. */
function linksOf(page: Page): Promise<string[]> {
  return page
    .locator(".prose-view a:not([href^='#'])")
    .evaluateAll((links) =>
      links.map((link) =>
        ["href", "target", "rel"].map((name) => link.getAttribute(name)).join(" "),
      ),
    );
}
