import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { decide } from "./support/decide.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import { makeClaims } from "./support/research-claims.ts";
import { askForReview, connectAssistant } from "./support/research-reviews.ts";
import { askTwice, LONG_QUOTE } from "./support/research-second-review.ts";

const { chromium, reason } = await findChromium();
const NAME = "Pricing models";

// In order: one review is read in every window, then decided.
describe.skipIf(!chromium)(`A review${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  let assistant: McpClient;
  let planId: string;
  beforeAll(async () => {
    assistant = await connectAssistant(serving.url);
    planId = await askTwice(assistant, { name: NAME });
  });
  afterAll(() => assistant?.close());

  it("has what a decision needs in the order of deciding, as text rather than as source code", async () => {
    const { page, offences } = await open(`/inbox?item=${planId}`);
    await chosen(page, NAME);
    await page.getByRole("cell", { name: "41,200" }).waitFor();
    const parts = [
      "Does usage-based pricing lower what small companies pay?",
      "The comparison of usage-based pricing is done",
      "2 questions",
      "What changed since the last checkpoint",
      "1 step done2 new findings1 new source",
      "Fourteen studies, eleven agree.",
      "Findings so far",
      "Sources1",
      "What step 3 was asked to do",
      "Send decision",
    ];
    const text = (await chosenItem(page).textContent()) ?? "";
    expect(parts.map((part) => text.indexOf(part))).toEqual(
      parts.map((part) => text.indexOf(part)).sort((one, other) => one - other),
    );
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    expect(text).not.toMatch(/\*\*|\|---|\[src:|##/);
    expect(await chosenItem(page).locator("img").count()).toBe(0);
    const link = page.getByRole("link", { name: "the appendix" });
    expect([await link.getAttribute("target"), await link.getAttribute("rel")]).toEqual([
      "_blank",
      "noreferrer noopener",
    ]);
    await page.getByText("1 decision before").click();
    await page.getByText("Begin with Norway.").waitFor();
    expect(offences).toEqual([]);
  });

  it("never cuts a quote inside its quotation marks", async () => {
    const { page } = await open(`/inbox?item=${planId}`);
    const quote = page.locator("blockquote").filter({ hasText: "Eleven of the fourteen" }).first();
    await quote.waitFor();
    expect(await quote.textContent()).toMatch(/^“Eleven.*\w” … Show all$/);
    await quote.getByRole("button", { name: "Show all" }).click();
    expect(await quote.textContent()).toBe(`“${LONG_QUOTE}”`);
  });

  it.each([
    { name: "1440", width: 1440, height: 900 },
    { name: "1024", width: 1024, height: 768 },
    { name: "640 (200 % zoom)", width: 640, height: 400 },
    { name: "390", width: 390, height: 844 },
  ])("keeps its bar in view and off the focused field in a window of $name", async (size) => {
    const visited = await open(`/inbox?item=${planId}`, { width: size.width });
    const { page } = visited;
    await page.setViewportSize(size);
    await page.getByRole("cell", { name: "41,200" }).waitFor();
    const bar = page.getByRole("region", { name: "Your decision" });
    for (const step of [0, 0.3, 0.7, 1]) {
      await page.evaluate((part) => window.scrollTo(0, part * document.body.scrollHeight), step);
      const box = await bar.boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= size.height + 1).toBe(true);
    }
    for (const field of await page.getByRole("textbox").all()) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await field.focus();
      const [own, over] = [await field.boundingBox(), await bar.boundingBox()];
      expect(own?.y).toBeGreaterThanOrEqual(0);
      expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectGood(visited, `review-${size.width}`, { isBrief: size.width !== 390 });
  });

  it.each(THEMES)("shows claims beside their quotes, in the %s theme", async (theme) => {
    const claimed = await askTwice(assistant, { name: `Claims in ${theme}` });
    await makeClaims(serving.dataDirectory, claimed, theme);
    const visited = await open(`/inbox?item=${claimed}`, { theme, width: 1440 });
    const { page } = visited;
    const claims = page.getByRole("region", { name: "Claims and their quotes" });
    const first = claims.getByRole("listitem").first();
    await first.getByText("Contradicted").waitFor();
    await expectText(page, ["says the contrary", "different sources", "differs from the source"]);
    const [statement, quote] = [
      await first.locator("p").first().boundingBox(),
      await first.locator("blockquote").first().boundingBox(),
    ];
    expect((quote?.x ?? 0) > (statement?.x ?? 0) + 200).toBe(true);
    await claims.scrollIntoViewIfNeeded();
    await expectGood(visited, `review-claims-${theme}`, { isBrief: true });
  });

  it("has a field per question, keeps each draft, and sends them as numbered pairs", async () => {
    const { page } = await open(`/inbox?item=${planId}`);
    await chosen(page, NAME);
    const first = page.getByRole("textbox", { name: /vendor survey/ });
    await first.fill("Yes, a j k.\nIt is biased.");
    await page.getByRole("textbox", { name: "Feedback" }).fill("Thank you.");
    await page.reload();
    await chosen(page, NAME);
    expect(await first.inputValue()).toBe("Yes, a j k.\nIt is biased.");
    await page.route("**/api/trpc/review.decide**", (route) => route.abort());
    await decide(page, "Approve");
    const bar = page.getByRole("region", { name: "Your decision" });
    await bar.getByRole("alert").getByText("Your decision was not saved.").waitFor();
    expect(await first.inputValue()).toBe("Yes, a j k.\nIt is biased.");
    await page.unroute("**/api/trpc/review.decide**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(`Approved ${NAME}, saved`).waitFor();
    expect(await lastFeedback(serving.url, planId)).toBe(
      "1. Shall I leave the **vendor survey** out?\n   → Yes, a j k.\n   It is biased.\n\nThank you.",
    );
  });

  it("takes the longest texts, twenty questions and foreign scripts, and says when answers are too long", async () => {
    const arabic = "\u0645\u0627 \u0647\u0648 \u062a\u0623\u062b\u064a\u0631 ";
    const questions = Array.from({ length: 20 }, (_, index) =>
      [arabic.repeat(40), "定价的影响是什么？".repeat(60), "W".repeat(900)][index % 3]?.concat(
        String(index),
      ),
    ) as string[];
    const plan = await askTwice(assistant, {
      name: `${"Name ".repeat(40)}${"x".repeat(100)}`,
      summary:
        `${"- **point** with [a link](https://example.org) \u202e[src:1]\n".repeat(300)}`.slice(
          0,
          10_000,
        ),
      questions,
    });
    const visited = await open(`/inbox?item=${plan}`, { width: 390 });
    const { page } = visited;
    await chosen(page, "Name Name");
    await page.getByText("20 questions").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(21);
    await expectGood(visited, "review-longest-390", { isBrief: true });
    for (const field of (await page.getByRole("textbox").all()).slice(0, 3)) {
      await field.fill("a".repeat(7_000));
    }
    await page.getByText("characters too long together").waitFor();
    await page.getByRole("radio", { name: "Approve" }).check();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Your answers are too long.").waitFor();
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
  });

  it("scrolls the list to the item that the keyboard chose, and shows one kind alone", async () => {
    await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        askForReview(assistant, { name: `Further ${String(index).padStart(2, "0")}` }),
      ),
    );
    const { page } = await open("/inbox");
    const links = page.getByRole("region", { name: "Needs review" }).getByRole("link");
    await expect.poll(() => links.count(), { timeout: 10_000 }).toBeGreaterThanOrEqual(15);
    const count = await links.count();
    for (let place = 1; place < count; place++) {
      await page.keyboard.press("j");
      await expect.poll(() => links.nth(place).getAttribute("data-chosen")).toBe("true");
    }
    const last = links.last();
    const box = await last.boundingBox();
    expect(box && box.y > 0 && box.y + box.height <= 800).toBe(true);
  });

  it("is decided with its context in two clicks from Home", async () => {
    const { page } = await open("/");
    await page.getByRole("link", { name: "Decide" }).first().click();
    await page.getByRole("heading", { name: "What changed" }).or(asked(page)).first().waitFor();
    await page.getByRole("button", { name: "Approve and copy prompt" }).click();
    await page
      .getByRole("button", { name: /^Undo: / })
      .first()
      .waitFor();
  });
});

function asked(page: Page) {
  return page.getByRole("heading", { name: "What is asked" });
}

function chosenItem(page: Page) {
  return page.getByRole("region", { name: "Chosen item" });
}

/** The item is fully on the screen. */
async function chosen(page: Page, name: string): Promise<void> {
  await chosenItem(page).getByRole("heading", { name }).waitFor();
}

async function lastFeedback(address: string, planId: string): Promise<string | null> {
  const input = encodeURIComponent(JSON.stringify({ state: "decided", planId }));
  const response = await fetch(`${address}/api/trpc/review.list?input=${input}`);
  const { result } = (await response.json()) as {
    result: { data: { reviews: { feedback: string | null }[] } };
  };
  return result.data.reviews[0]?.feedback ?? null;
}
