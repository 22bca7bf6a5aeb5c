import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findChromium } from "@trovella/testing/programs/chromium";
import { findOffice } from "@trovella/testing/programs/office";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import { fillLibrary, type Library, reportText, storeReport } from "./support/research-library.ts";

const { chromium, reason } = await findChromium();
const { office } = await findOffice();
const TITLE = "Which heat pump for an old house?";
const HOSTILE = "<img src=x onerror=alert(1)>";
const QUOTE = "The mean seasonal performance factor of air source systems was 3.1.";

describe.skipIf(!chromium)(`Reading a report${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  let library: Library;
  let first: string;
  let second: string;
  beforeAll(async () => {
    library = await fillLibrary(serving.url);
    const { planId, sourceIds } = library;
    const store = (content: string) => storeReport(serving.url, { planId, title: TITLE, content });
    const text = reportText(sourceIds);
    first = await store(text);
    const changed = text.replace("## Key findings", "## Main findings");
    second = await store(`${changed}\n\nAn added paragraph ${HOSTILE}.`);
  });
  const open = async (outputId: string, options = {}) => {
    const visited = await visit(`${serving.url}/reports/${outputId}`, options);
    await visited.page.getByRole("heading", { name: TITLE }).waitFor();
    return visited;
  };

  it("shows a card with quote and source on citations, by pointer and keyboard", async () => {
    const visited = await open(first);
    const { page } = visited;
    const card = page.getByRole("tooltip");
    await page.getByRole("link", { name: "[1]" }).first().hover();
    await card.getByText(QUOTE).waitFor();
    await expectText(page, ["A. Miara · 2024-05-12", "example.org"]);
    await expectGood(visited, "report-card", { isBrief: true });
    await card.hover();
    await card.getByText("Field study of 77 heat pumps").waitFor();
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });

    await page.mouse.move(2, 2);
    await page.locator("#cite-1-1").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await card.getByText(QUOTE).waitFor();
    expect(await page.locator("#cite-1-1").getAttribute("aria-describedby")).toBe("citation-card");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Source 1", exact: true }).waitFor();
    await card.waitFor({ state: "detached" });
  });

  it("marks the first heading at the top, and leaves most of a small window to the report", async () => {
    const { page } = await open(first);
    const contents = page.getByRole("navigation", { name: "Contents" });
    await contents.locator("a[aria-current]", { hasText: "Answer" }).waitFor();

    // As large as a window of 1440 by 900 at 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.getByRole("link", { name: "[1]" }).first().click();
    const pane = page.getByRole("region", { name: "Source 1", exact: true });
    await pane.waitFor();
    const height = await pane.evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeLessThan(450 * 0.4);
    await expectFits(page, "report-zoomed");
  });

  it("prints question, version, URLs and quotes, and nothing of the frame", async () => {
    const { page } = await open(first, { theme: "dark" });
    const folder = mkdtempSync(path.join(tmpdir(), "trovella-print-"));
    try {
      const file = path.join(folder, "report.pdf");
      await page.pdf({ path: file });
      const text = execFileSync(office?.pdftotext ?? "", ["-layout", file, "-"], {
        encoding: "utf8",
      });
      const words = text.replace(/\s+/g, " ");
      for (const part of [
        TITLE,
        "Do heat pumps pay off in houses built before 1950?",
        "Version 1",
        "https://example.org/field-study",
        QUOTE,
        "https://doi.org/10.1000/noise.17",
      ]) {
        expect(words).toContain(part);
      }
      expect(words).toMatch(/1\s*\/\s*4/);
      for (const part of ["Download", "Library", "Contents"]) expect(words).not.toContain(part);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is copied with formatting, numbers for citations and a list of sources", async () => {
    const { page } = await open(first);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copy as formatted text" }).click();
    await page.getByText("Copied with formatting.").waitFor();
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const read = async (type: string) => (await (await item?.getType(type))?.text()) ?? "";
      return { html: await read("text/html"), text: await read("text/plain") };
    });
    expect(copied.html).toContain("[1]</sup>");
    expect(copied.html).not.toMatch(/#source-|<script|onerror=alert\(\d\)>|class=/);
    expect(copied.html).toContain('href="https://example.org/field-study"');
    expect(copied.text).toContain("Sources\n[1] A. Miara. Field study of 77 heat pumps.");
  });

  it("compares two versions within two clicks, side by side", async () => {
    const visited = await open(second);
    const { page } = visited;
    await page.getByRole("button", { name: "Compare with version 1" }).click();
    await page.waitForURL(`**/reports/${second}?compare=${first}`);
    await page.getByText("2 changes", { exact: true }).waitFor();
    await page.getByRole("columnheader", { name: "Version 2" }).waitFor();
    expect(await page.locator("del").allTextContents()).toEqual(["Key"]);
    expect(await page.locator("ins").allTextContents()).toEqual([
      "Main",
      `An added paragraph ${HOSTILE}.`,
    ]);
    expect(await page.locator("main :is(img, script)").count()).toBe(0);
    await page.keyboard.press("]");
    await page.getByText("Change 1 of 2").waitFor();
    await page.keyboard.press("]");
    await page.getByText("Change 2 of 2").waitFor();
    await expectGood(visited, "compare", { isBrief: true });
    await page.getByLabel("Only changes").check();
    await page
      .getByRole("button", { name: /^Show \d+ unchanged paragraphs$/ })
      .first()
      .click();
    expect(visited.offences).toEqual([]);
  });

  it.each(THEMES)("compares in one column on a phone, in the %s theme", async (theme) => {
    const visited = await visit(`${serving.url}/reports/${first}?compare=${second}`, {
      theme,
      width: 390,
    });
    await visited.page.getByText("2 changes", { exact: true }).waitFor();
    expect(await visited.page.getByRole("columnheader").count()).toBe(0);
    await expectGood(visited, `compare-390-${theme}`, { isBrief: true });
  });

  it("is shared by a link that a stranger opens, until it is revoked", async () => {
    const visited = await open(first);
    const { page } = visited;
    await page.getByRole("button", { name: "Share report" }).click();
    await page.getByText("It works only on this computer.").waitFor();
    await expectGood(visited, "share", { isBrief: true });
    await page.getByRole("button", { name: "Create link" }).click();
    const url = (await page.getByText(/\/share\/tvl_\w{36}$/).textContent()) ?? "";
    await expectGood(visited, "share-created", { isBrief: true });

    const stranger = await visit(url);
    await stranger.page.getByRole("heading", { name: TITLE }).waitFor();
    expect(await stranger.page.locator(":is(script, img, iframe)").count()).toBe(0);
    expect(await stranger.page.context().cookies()).toEqual([]);
    await expectFits(stranger.page, "shared-page");
    const reply = await stranger.page.request.get(url);
    expect(reply.headers()).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
      "cache-control": "private, no-store",
    });
    expect(reply.headers()["set-cookie"]).toBeUndefined();

    await page.getByRole("button", { name: /copied it/ }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Share report" }).click();
    await page.getByRole("region", { name: "Public links" }).getByText("opened 2 times").waitFor();
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Revoked").waitFor();
    const revoked = await stranger.page.request.get(url);
    const unknown = await stranger.page.request.get(`${url.slice(0, -3)}abc`);
    expect([revoked.status(), unknown.status()]).toEqual([404, 404]);
    expect(await revoked.text()).toBe(await unknown.text());
  });

  it.each(THEMES)("shows charts and chips of confidence, in the %s theme", async (theme) => {
    const { planId, sourceIds } = library;
    const title = `Pools that pay back first, ${theme}`;
    const content = `It pays [src:${sourceIds[0]}].\n\n## Key findings\n\n1. **It is proven.** Twice [src:${sourceIds[0]}]. (high confidence)\n2. It is cheap. (low confidence)\n\n## Nordbad pays back first\n\n| Pool | Payback (years) | Confidence |\n|---|---|---|\n| Nordbad | 7.2 | high |\n| School pool West | 14.1 | low |\n\n## Limits\n\nFew pools.`;
    const outputId = await storeReport(serving.url, { planId, title, content });
    const visited = await visit(`${serving.url}/reports/${outputId}`, { theme });
    const { page } = visited;
    const chart = page.getByRole("img", { name: "Payback (years)" });
    await chart.waitFor();
    const fills = await chart
      .locator("rect")
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).fill));
    expect(fills).toEqual(
      theme === "light"
        ? ["rgb(15, 118, 110)", "rgb(185, 198, 204)"]
        : ["rgb(94, 207, 192)", "rgb(75, 92, 100)"],
    );
    expect(await page.locator(".findings .chip").allTextContents()).toEqual([
      "high confidence",
      "low confidence",
    ]);
    await expectGood(visited, `report-chart-${theme}`);
    await page.setViewportSize({ width: 390, height: 800 });
    await chart.scrollIntoViewIfNeeded();
    expect(await chart.count()).toBe(1);
    await expectGood(visited, `report-chart-390-${theme}`, { isBrief: true });
  });

  it("sets Arabic from the right, and Japanese as it is", async () => {
    const { planId, sourceIds } = library;
    const title = "مضخات الحرارة في المنازل القديمة";
    const content = `## الجواب\n\nنعم، في معظم المنازل [src:${sourceIds[0]}].\n\n- أولا\n\n## 結論\n\n東京では費用が下がりました [src:${sourceIds[0]}]。`;
    const outputId = await storeReport(serving.url, { planId, title, content });
    const visited = await visit(`${serving.url}/reports/${outputId}`);
    const { page } = visited;
    const answer = page.getByRole("heading", { name: "الجواب" });
    await answer.waitFor();
    const direction = (locator: typeof answer) =>
      locator.evaluate((element) => getComputedStyle(element).direction);
    expect(await direction(answer)).toBe("rtl");
    expect(await direction(page.getByRole("heading", { name: title }))).toBe("rtl");
    expect(await direction(page.getByRole("heading", { name: "結論" }))).toBe("ltr");
    await expectGood(visited, "report-rtl", { isBrief: true });
  });
});
