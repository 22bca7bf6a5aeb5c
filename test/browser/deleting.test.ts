import { readFile } from "node:fs/promises";
import { readArchive } from "@trovella/testing/exchange/read-archive";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood } from "./support/expect-good.ts";
import { fillLibrary, type Library, reportText, storeReport } from "./support/research-library.ts";

const { chromium, reason } = await findChromium();

// In order: what is exported first is deleted and imported again.
describe.skipIf(!chromium)(`Deleting and exporting${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole({});
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  let library: Library;
  let archive: string;
  beforeAll(async () => {
    library = await fillLibrary(serving.url);
    const content = reportText(library.sourceIds);
    const { planId } = library;
    await storeReport(serving.url, { planId, title: "Which heat pump?", content });
  });

  it("exports a plan in three clicks or fewer, as an archive with everything", async () => {
    const { page } = await open(`/plans/${library.planId}`);
    const clicks = await openAction(page, "Export…");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download ${library.planId}` }).click();
    const download = await downloading;
    archive = `${await download.path()}.zip`;
    await download.saveAs(archive);
    const files = readArchive(await readFile(archive));
    const manifest = JSON.parse(String(files.get("trovella.json")));
    expect(manifest.plans).toMatchObject([{ handle: library.planId }]);
    expect([...files.keys()]).toContain(`${library.planId}/record/audit-record.zip`);
    expect(clicks + 1).toBeLessThanOrEqual(3);
  });

  it.each(THEMES)("shows what would go and asks for the handle, in the %s theme", async (theme) => {
    const visited = await open(`/plans/${library.planId}`, { theme });
    await openAction(visited.page, "Delete…");
    const dialog = visited.page.getByRole("dialog");
    await dialog.getByText("1 plan with its question").waitFor();
    const button = dialog.getByRole("button", { name: "Delete for good" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel("Confirmation").fill("p-222222");
    expect(await button.isDisabled()).toBe(true);
    await expectGood(visited, `delete-plan-${theme}`, { isBrief: true });
    await visited.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("deletes a finding and a report on their pages", async () => {
    const { page } = await open("/reports");
    await page.getByRole("link", { name: "Which heat pump?" }).first().click();
    await openAction(page, "Delete…");
    await confirm(page, `${library.planId}/o1`);
    await page.waitForURL("**/plans/**");
    await page.goto(`${serving.url}/library`);
    await page.getByRole("link", { name: "Prices by country" }).first().click();
    await openAction(page, "Delete…");
    await page.getByRole("dialog").locator("code").waitFor();
    await confirm(page, (await page.getByRole("dialog").locator("code").textContent()) ?? "");
    await page.waitForURL("**/library");
    await page.getByText("Prices by country").waitFor({ state: "detached" });
  });

  it("deletes a plan in four clicks or fewer, after which nothing of it is found", async () => {
    const { page } = await open(`/plans/${library.planId}`);
    const clicks = await openAction(page, "Delete…");
    await confirm(page, library.planId.toUpperCase());
    await page.waitForURL("**/plans");
    expect(clicks + 1).toBeLessThanOrEqual(4);
    await page.goto(`${serving.url}/plans/${library.planId}`);
    await page.getByText("There is no plan with this ID").waitFor();
    await page.goto(`${serving.url}/library`);
    await page.getByText("The library is empty").waitFor();
  });

  it("imports the archive in Settings, and says the second time that it is here", async () => {
    const visited = await open("/settings/data", { width: 390 });
    const { page } = visited;
    const importing = async () => {
      await page.getByLabel("Zip file, up to 100 MB").setInputFiles(archive);
      await page.getByRole("button", { name: "Import plans" }).click();
    };
    await importing();
    await page.getByText(/1 plan imported from/).waitFor();
    await expectFits(page, "settings-data-390");
    await importing();
    await page.getByText(`Already here: ${library.planId}`).waitFor();
    await expectGood(visited, "settings-data", { isBrief: true });
    await page.getByLabel("Zip file, up to 100 MB").setInputFiles({
      name: "evil.zip",
      mimeType: "application/zip",
      buffer: Buffer.from("no zip"),
    });
    await page.getByRole("button", { name: "Import plans" }).click();
    await page.getByRole("alert").getByText("it is no zip file").waitFor();
    await page.goto(`${serving.url}/plans/${library.planId}`);
    await page.getByText("Heat pumps in old houses").first().waitFor();
  });
});

/** Opens an action, from the menu of the page where it has one; returns the number of clicks. */
async function openAction(page: Page, name: string): Promise<number> {
  const menu = page.getByRole("button", { name: "Actions on this plan" });
  const button = page.getByRole("button", { name });
  await menu.or(button).first().waitFor();
  if ((await menu.count()) === 0) {
    await button.click();
    return 1;
  }
  await menu.click();
  await page.getByRole("menuitem", { name }).click();
  return 2;
}

async function confirm(page: Page, handle: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Confirmation").fill(handle);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await dialog.waitFor({ state: "detached" });
}
