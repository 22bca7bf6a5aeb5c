import { findChromium } from "@trovella/testing/programs/chromium";
import { beforeAll, describe, expect, it } from "vitest";
import { newBarrier } from "./support/barrier.ts";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { useEmbeddingEndpoint } from "./support/embedding-endpoint.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import {
  fillLibrary,
  type Library,
  reportText,
  storeNotes,
  storeReport,
} from "./support/research-library.ts";

const { chromium, reason } = await findChromium();
const FINDING = "Seasonal performance of heat pumps";
const AUTOMOBILE = "An automobile needs more power than a kettle";

// In order: the server starts with nothing in it, and gets its data from an AI client.
describe.skipIf(!chromium)(`The library${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const endpoint = useEmbeddingEndpoint();
  const serving = useConsole(endpoint.environment);
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);

  it.each(THEMES)("explains an empty library, in the %s theme", async (theme) => {
    const visited = await open("/library", { theme });
    await visited.page.getByText("The library is empty").waitFor();
    await expectGood(visited, `library-empty-${theme}`);
    const debug = await open("/library/debugger?query=heat", { theme });
    await debug.page.getByText("Nothing was found.").waitFor();
    await debug.page.goto(`${serving.url}/library/debugger`);
    await debug.page.getByText("No query yet").waitFor();
    await expectGood(debug, `debugger-empty-${theme}`, { isBrief: true });
  });

  it.each(["art_unknown", "%20%3Cb%3E"])("says that there is no artifact %s", async (id) => {
    const visited = await open(`/library/${id}`);
    await visited.page.getByText("There is no artifact with this ID").waitFor();
    await expectGood(visited, "artifact-unknown");
    await visited.page.getByRole("link", { name: "Go to the library" }).click();
    await visited.page.getByRole("heading", { name: "Library" }).waitFor();
  });

  describe("with things in it", () => {
    let library: Library;
    beforeAll(async () => {
      library = await fillLibrary(serving.url);
      const content = reportText(library.sourceIds);
      await storeReport(serving.url, {
        planId: library.planId,
        title: "Which heat pump?",
        content,
      });
    });

    it("lists the newest artifacts", async () => {
      const visited = await open("/library");
      const table = visited.page.getByRole("table", { name: "Newest artifacts" });
      await table.getByText(FINDING).waitFor();
      expect(await table.getByRole("row").count()).toBe(6);
      await expectText(visited.page, ["85 %", "Analysis", "Heat pumps in old houses"]);
    });

    it("keeps the type in the URL, and says when there is none of it", async () => {
      const { page, offences } = await open("/library");
      await page.getByText(FINDING).waitFor();
      await page.getByLabel("Artifact type").selectOption("Data");
      await page.waitForURL("**/library?type=data");
      await page.getByText(FINDING).waitFor({ state: "detached" });
      await page.getByText("Prices by country").waitFor();
      await page.getByLabel("Artifact type").selectOption("Synthesis");
      await page.getByText("Nothing matches these filters").waitFor();
      await expectGood({ page, offences }, "library-none-of-type", { isBrief: true });
      await page.getByRole("button", { name: "Show everything" }).click();
      await page.getByText(FINDING).waitFor();
      expect(new URL(page.url()).search).toBe("");
    });

    it.each(THEMES)("finds by keywords and by meaning, in the %s theme", async (theme) => {
      const visited = await open("/library", { theme });
      const { page } = visited;
      await page.getByText(FINDING).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("vehicle kettle");
      await page.waitForURL("**/library?query=vehicle+kettle");
      const row = page.locator("li[data-hit]").filter({ hasText: AUTOMOBILE });
      await row.getByText("keywords and meaning").waitFor();
      expect(await row.locator("mark").allTextContents()).toEqual(["kettle"]);
      const text = await page.getByRole("main").textContent();
      expect(text).not.toMatch(/alone|indexed/);
      expect(text).not.toMatch(/\d\.\d{3}/);
      await expectGood(visited, `library-search-${theme}`);
    });

    it("finds the same meaning in other words, and nothing by unknown keywords", async () => {
      const { page } = await open("/library?query=vehicle");
      const first = page.locator("li[data-hit]").first();
      await first.getByText(AUTOMOBILE).waitFor();
      await first.getByText("meaning", { exact: true }).waitFor();
    });

    it("filters results by table, type and format, all in the URL", async () => {
      const { page, offences } = await open("/library?query=kettle");
      await page.getByText(AUTOMOBILE).waitFor();
      await page.getByLabel("Search in").selectOption("Extracted data");
      await page.waitForURL("**/library?query=kettle&table=extraction_result");
      await page.getByText("The prices of a kettle").waitFor();
      await page.getByText(AUTOMOBILE).waitFor({ state: "detached" });
      await page.getByLabel("Search in").selectOption("Everywhere");
      await page.getByText(AUTOMOBILE).waitFor();
      await page.getByLabel("Report format").selectOption("Word");
      await page.waitForURL("**/library?query=kettle&medium=word");
      await page.getByText(AUTOMOBILE).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Which heat pump?" }).waitFor();
      await page.getByLabel("Artifact type").selectOption("Note");
      await page.getByText("Nothing was found with these filters").waitFor();
      await expectGood({ page, offences }, "library-filtered-empty", { isBrief: true });
      await page.reload();
      await page.getByRole("button", { name: "Search without filters" }).click();
      await page.getByText(AUTOMOBILE).waitFor();
      expect(new URL(page.url()).search).toBe("?query=kettle");
    });

    it("finds by date, grouped by plan, in few keys, and saves it as CSV", async () => {
      const { page } = await open("/library");
      await page.getByText(FINDING).waitFor();
      await page.getByLabel("Dates").selectOption("Last month");
      await page.getByText("Nothing matches these filters").waitFor();
      await page.getByLabel("Dates").selectOption("This month");
      await page.waitForURL("**/library?period=this_month");
      await page.getByText(FINDING).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("factor heat");
      const plan = page.getByRole("article", { name: "Heat pumps in old houses" });
      const hit = plan.locator("li[data-hit]").filter({ hasText: FINDING });
      await hit.getByRole("link", { name: "Which heat pump?" }).waitFor();
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "CSV" }).click();
      expect((await saving).suggestedFilename()).toMatch(/^library-\d{4}-\d\d-\d\d\.csv$/);
      await page.getByText(/rows? saved as CSV/).waitFor();
    });

    it("drops unknown parameters from the URL", async () => {
      const { page, offences } = await open("/library?type=song&table=__proto__&medium=1");
      await page.getByText(FINDING).waitFor();
      expect(offences).toEqual([]);
    });

    it("shows an artifact with its sources", async () => {
      const visited = await open(`/library/${library.findingId}`);
      await visited.page.getByRole("heading", { name: FINDING }).waitFor();
      await expectText(visited.page, [
        "Finding",
        "85 % confidence",
        "Heat pumps in old houses, step 1",
        "Measured, not calculated",
        "A. Miara · 2024-05-12 · retrieved 2026-03-01",
        "DOI 10.1000/noise.17",
        "<script>alert(2)</script>",
        "Which heat pump?, version 1",
      ]);
      const link = visited.page.getByRole("link", { name: /^Field study of 77/ });
      expect(await link.getAttribute("href")).toBe("https://example.org/field-study");
      expect(await link.getAttribute("rel")).toBe("noreferrer noopener");
    });

    it("copies a citation as plain text", async () => {
      const { page } = await open(`/library/${library.findingId}`);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy citation" }).first().click();
      await page.getByText("Copied.").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        "A. Miara. Field study of 77 heat pumps. 2024-05-12. https://example.org/field-study, retrieved 2026-03-01",
      );
    });

    it("shows JSON as a table, a long text in parts, and hostile text as text", async () => {
      const { page, offences } = await open(`/library/${library.jsonId}`);
      await page.getByRole("cell", { name: "DE" }).waitFor();
      await page.getByRole("button", { name: "Show as JSON" }).click();
      await page.getByText('"country": "DE"').waitFor();
      await expectGood({ page, offences }, "artifact-json");

      await page.goto(`${serving.url}/library/${library.longId}`);
      await page.getByText("60,000 of 72,019 characters").waitFor();
      expect(await page.getByText("The very last line.").count()).toBe(0);
      await page.getByRole("button", { name: "Show more of the text" }).click();
      await page.getByText("The very last line.").waitFor();
      expect(await page.getByRole("button", { name: "Show more of the text" }).count()).toBe(0);

      await page.goto(`${serving.url}/library/${library.hostileId}`);
      await page.getByText("kettle", { exact: false }).first().waitFor();
      expect(await page.locator('main a[href^="javascript"], main img').count()).toBe(0);
      await expectGood({ page, offences }, "artifact-hostile", { isBrief: true });
    });

    it.each(THEMES)("explains a search in three panels, in the %s theme", async (theme) => {
      const visited = await open("/library/debugger?query=vehicle+kettle", { theme });
      const panel = (name: string) => visited.page.getByRole("region", { name });
      const hitIn = (name: string) =>
        panel(name).getByRole("listitem").filter({ hasText: AUTOMOBILE });
      await hitIn("Combined").getByText("semantic: rank 1").waitFor();
      expect(await panel("Keyword").getByRole("listitem").count()).toBe(3);
      await expectText(visited.page, ["fake-model", "vehicl", "kettl", "a few words", "part 1"]);

      const marked = visited.page.locator("li[data-marked]");
      await hitIn("Semantic").hover();
      expect(await marked.count()).toBe(3);
      await expectGood(visited, `debugger-${theme}`, { isBrief: true });
      await visited.page.mouse.move(0, 0);
      expect(await marked.count()).toBe(0);
      await hitIn("Keyword").getByRole("link").focus();
      expect(await marked.count()).toBe(3);
      for (const hit of await marked.all()) expect(await hit.textContent()).toContain(AUTOMOBILE);
    });

    it("goes from a search to the debugger and back, with the same query", async () => {
      const { page } = await open("/library?query=kettle&type=analysis");
      await page.getByRole("link", { name: "Search debugger" }).click();
      await page.waitForURL("**/library/debugger?query=kettle&type=analysis");
      await page.getByRole("region", { name: "Combined" }).getByText(AUTOMOBILE).waitFor();
      await page.getByRole("link", { name: "Back to the library" }).click();
      await page.waitForURL("**/library?query=kettle&type=analysis");
      await page.getByText(AUTOMOBILE).waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: AUTOMOBILE }).waitFor();
    });

    it.each([390, 640])("fits into a window of %i pixels", async (width) => {
      for (const [name, path, text] of [
        ["search", "/library?query=kettle", AUTOMOBILE],
        ["hostile", `/library/${library.hostileId}`, "kettle"],
      ] as const) {
        const { page } = await open(path, { width });
        await page.getByText(text).first().waitFor();
        await expectFits(page, `narrow-${width}-${name}`);
      }
    });

    it("shows that it is loading, and what failed to load", async () => {
      const { page, offences } = await open("/connect");
      // Once it is live, nothing is refetched without an event.
      await page.getByText("Live", { exact: true }).waitFor();
      const askingForArtifacts = /\/api\/trpc\/[^?]*artifact/;
      const letGo = newBarrier(2);
      await page.route(askingForArtifacts, async (route) => {
        await letGo();
        await route.abort();
      });
      await page.getByRole("link", { name: "Library" }).click();
      await page.getByText("Loading the library …").waitFor({ state: "attached" });
      await letGo();
      await page.getByRole("alert").getByText("The library could not be loaded").waitFor();
      await expectGood({ page, offences }, "library-error");
      await page.unroute(askingForArtifacts);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText(FINDING).waitFor();
    });

    it("falls back to keywords without semantic search, and says so", async () => {
      endpoint.state.isRefusing = true;
      await storeNotes(serving.url, 55);
      const visited = await open("/library?query=gyrocopter");
      await visited.page.getByText("Keyword results only: semantic search").waitFor();
      await visited.page.getByRole("button", { name: "Show more results" }).click();
      await visited.page.getByText("Note number 1", { exact: true }).waitFor();
      await visited.page.locator("li[data-hit]").nth(54).waitFor();
      await expectGood(visited, "library-words-alone", { isBrief: true });

      const debug = await open("/library/debugger?query=gyrocopter");
      await debug.page.getByText("Semantic search is unavailable; only keywords count.").waitFor();
      await debug.page.getByText("keyword: rank 1", { exact: false }).first().waitFor();
      await expectGood(debug, "debugger-words-alone");
      endpoint.state.isRefusing = false;
    });

    it("shows more of a long list when asked", async () => {
      const { page } = await open("/library");
      const table = page.getByRole("table", { name: "Newest artifacts" });
      for (const rows of [25, 50]) {
        await table.and(page.locator(`[aria-rowcount="${rows + 1}"]`)).waitFor();
        await page.getByRole("button", { name: "Show more artifacts" }).click();
      }
      await table.and(page.locator('[aria-rowcount="61"]')).waitFor();
      await table.getByText(FINDING).waitFor();
    });
  });
});
