import { deflateSync } from "node:zlib";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood } from "./support/expect-good.ts";

const { chromium, reason } = await findChromium();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe.skipIf(!chromium)(`The look of documents${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = async (options = {}) => {
    const visited = await visit(`${serving.url}/settings/documents`, options);
    await report(visited.page).getByRole("heading", { level: 1 }).waitFor();
    return visited;
  };

  it.each(THEMES)("is edited beside a sample report, in the %s theme too", async (theme) => {
    const visited = await open({ theme });
    const { page } = visited;
    await expectGood(visited, `documents-${theme}`, { isBrief: theme === "dark" });
    for (const width of [640, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page, `narrow-${width}-documents-${theme}`);
    }
  });

  it("shows every change at once, and stores it when it is saved", async () => {
    const { page } = await open();
    expect(await coverColour(page)).toBe("rgb(11, 69, 65)");
    await page.getByLabel("Brand colour as digits").fill("#1E3A8A");
    await expect.poll(() => coverColour(page)).not.toBe("rgb(11, 69, 65)");
    await page.getByLabel("Footer").fill("Only for the board");
    await report(page).getByText("Only for the board").waitFor();
    await page.getByLabel("Language of labels").selectOption("fr");
    await report(page).getByText("Comment ce document a été réalisé").first().waitFor();
    await page.getByLabel("Logo", { exact: true }).setInputFiles(imageFile());
    await report(page).locator("img").first().waitFor();

    await page.getByText("Not saved yet.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Look of documents saved.").waitFor();
    await page.reload();
    await report(page).getByText("Only for the board").waitFor();
    expect(await page.getByLabel("Brand colour as digits").inputValue()).toBe("#1E3A8A");

    await page.getByRole("button", { name: "Restore the default" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore the default" }).click();
    await page.getByText("Documents have the default look.").waitFor();
    await expect.poll(() => coverColour(page)).toBe("rgb(11, 69, 65)");
  });

  it("shows the dark page too, whatever the console looks like", async () => {
    const { page } = await open({ theme: "dark" });
    expect(await pageColour(page)).toBe("rgb(255, 255, 255)");
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    await expect.poll(() => pageColour(page)).toBe("rgb(15, 20, 22)");
  });

  it("says what is wrong with a logo or a colour, and keeps the stored theme", async () => {
    const { page } = await open();
    await page
      .getByLabel("Logo", { exact: true })
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(SVG) });
    await page.getByRole("alert").getByText("The logo is an SVG.").first().waitFor();
    await page.getByLabel("Brand colour as digits").fill("tealish");
    await page.getByRole("alert").getByText("The brand colour is not a colour.").first().waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("alert").first().waitFor({ state: "detached" });
    expect(await page.getByLabel("Brand colour as digits").inputValue()).toBe("#0F766E");
  });

  it("asks before unsaved changes are lost", async () => {
    const { page } = await open();
    await page.getByLabel("Footer").fill("Not saved");
    await page.getByRole("link", { name: "Plans" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(new URL(page.url()).pathname).toBe("/settings/documents");
    await page.getByRole("link", { name: "Plans" }).first().click();
    await dialog.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL("**/plans");
  });

  it("is a file that can be downloaded and used again", async () => {
    const { page } = await open();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download as a file" }).click();
    expect((await downloading).suggestedFilename()).toBe("theme.json");
    const upload = (text: string) =>
      page.getByLabel("Use a theme file").setInputFiles({
        name: "theme.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    await upload(JSON.stringify({ name: "Acme", brand: "#B91C1C", cover: "never" }));
    await expect.poll(() => page.getByLabel("Brand colour as digits").inputValue()).toBe("#B91C1C");
    await upload("[]");
    await page.getByText("This file is not a theme.").waitFor();
  });

  it("is told in German", async () => {
    const { page } = await open({ locale: "de-DE" });
    await page.getByText("Markenfarbe", { exact: true }).first().waitFor();
    await report(page).getByText("Lohnt sich eine Wärmepumpe im Altbau?").first().waitFor();
  });
});

function report(page: Page) {
  return page.frameLocator("iframe");
}

function pageColour(page: Page): Promise<string> {
  return report(page)
    .locator("body")
    .evaluate((body) => getComputedStyle(body).backgroundColor);
}

function coverColour(page: Page): Promise<string> {
  return report(page)
    .locator("h1")
    .first()
    .evaluate((title) => {
      const grounds: string[] = [];
      for (let at: Element | null = title; at; at = at.parentElement) {
        grounds.push(getComputedStyle(at).backgroundColor);
      }
      return grounds.find((ground) => ground !== "rgba(0, 0, 0, 0)") ?? "";
    });
}

/** A red PNG of 60 × 20 pixels. */
function imageFile() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60, 0);
  header.writeUInt32BE(20, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(180, Buffer.from([200, 20, 20]))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 20 }, () => row)));
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name: "logo.png", mimeType: "image/png", buffer };
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(checksum(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function checksum(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
