import { findChromium } from "@trovella/testing/programs/chromium";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { fillLibrary, finishPlan, reportText, storeReport } from "./support/research-library.ts";
import { withClient } from "./support/research-plan.ts";
import { askForReview, connectAssistant } from "./support/research-reviews.ts";

const { chromium, reason } = await findChromium();
const search = (about: string) => ({ stepType: "search", instructions: `Find ${about}.` });

/** What people come for, each from Home, by its number of clicks and keys. Typing a text counts as one, and so does the click into a field that has no focus. */
describe.skipIf(!chromium)(`Tasks${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  let finished = "";
  const begin = async () => {
    const { page } = await visit(serving.url);
    return new Hand(page);
  };

  beforeAll(async () => {
    const library = await fillLibrary(serving.url);
    finished = library.planId;
    const report = { planId: finished, title: "Which heat pump?" };
    await storeReport(serving.url, { ...report, content: reportText(library.sourceIds) });
    await storeReport(serving.url, {
      ...report,
      content: `${reportText(library.sourceIds)}\n\nAdded.`,
    });
    await finishPlan(serving.url, library);
    await makeOpenPlan(serving.url, "Windows of old houses");
    const assistant = await connectAssistant(serving.url);
    await askForReview(assistant, { name: "Roofs of old houses" });
    await assistant.close();
  });

  it("decides a review with its context in two clicks", async () => {
    const hand = await begin();
    await hand.click(hand.page.getByRole("link", { name: /^(Decide|Review)/ }).first());
    await hand.page.getByRole("heading", { name: "Roofs of old houses" }).waitFor();
    await hand.page.getByRole("region", { name: "Your decision" }).waitFor();
    await hand.click(hand.page.getByRole("button", { name: "Approve and copy prompt" }));
    const decision = hand.page.getByRole("region", { name: "Decision", exact: true });
    await decision.getByRole("heading", { name: "Approved" }).waitFor();
    hand.expectAtMost(2);
  });

  it("goes from Home to a quote of the report in two clicks", async () => {
    const hand = await begin();
    const done = hand.page.getByRole("region", { name: "Recently finished" });
    await hand.click(done.getByRole("link", { name: /report/i }).first());
    await hand.click(hand.page.getByRole("link", { name: "[1]" }).first());
    await hand.page.getByRole("region", { name: "Source 1", exact: true }).waitFor();
    hand.expectAtMost(2);
  });

  it("starts research", async () => {
    const hand = await begin();
    await hand.click(hand.page.getByRole("link", { name: "New research" }).first());
    await hand.type(hand.page.getByLabel("Question"), "Which windows for an old house?");
    await hand.click(hand.page.getByRole("button", { name: "Create draft plan" }));
    await hand.page.getByText("The plan is waiting for an assistant").waitFor();
    hand.expectAtMost(4);
  });

  it("edits the steps of a plan", async () => {
    const hand = await begin();
    await hand.openPlan("Windows of old houses");
    await hand.choose("Edit steps…");
    const editor = hand.page.getByRole("dialog");
    await editor.getByRole("button", { name: /^Edit Step 2/ }).waitFor();
    await hand.click(editor.getByRole("button", { name: /^Move Step 2 .* down$/ }));
    await editor.getByText(/Find installers\..*Find prices\./s).waitFor();
    hand.expectAtMost(4);
  });

  it("rewrites a step from its row", async () => {
    const hand = await begin();
    await hand.openPlan("Windows of old houses");
    await hand.click(hand.page.getByRole("button", { name: /^Edit Step 2/ }));
    await hand.type(hand.page.getByLabel("What the assistant should do"), "Find used ones.");
    await hand.click(hand.page.getByRole("button", { name: "Save the step" }));
    await hand.page.getByRole("option", { name: /Find used ones/ }).waitFor();
    hand.expectAtMost(4);
  });

  it("edits the selected step by a key, and only one that nobody has begun", async () => {
    const hand = await begin();
    await hand.openPlan("Windows of old houses");
    await hand.page.getByRole("option", { name: /Find frames/ }).waitFor();
    await hand.press("j");
    await hand.press("e");
    expect(await hand.page.getByRole("dialog").count()).toBe(0);
    await hand.press("j");
    await hand.press("e");
    const editor = hand.page.getByRole("dialog", { name: /^Edit the step: Step 2/ });
    await editor.getByLabel("What the assistant should do").waitFor();
    await hand.press("Escape");
    await editor.waitFor({ state: "detached" });
  });

  it("cancels a plan", async () => {
    const hand = await begin();
    await hand.openPlan("Windows of old houses");
    await hand.choose("Cancel plan…");
    const dialog = hand.page.getByRole("dialog");
    await hand.click(dialog.getByRole("button", { name: "Cancel the plan" }));
    await hand.page.getByText("The plan was cancelled.").waitFor();
    hand.expectAtMost(4);
  });

  it("exports a plan", async () => {
    const hand = await begin();
    await hand.openPlan("Heat pumps in old houses");
    await hand.choose("Export…");
    const downloading = hand.page.waitForEvent("download");
    await hand.click(hand.page.getByRole("dialog").getByRole("link", { name: /^Download/ }));
    expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
    hand.expectAtMost(4);
  });

  it("retries a failed step", async () => {
    await makeOpenPlan(serving.url, "Doors of old houses", { isFirstFailed: true });
    const hand = await begin();
    await hand.openPlan("Doors of old houses");
    await hand.choose("Edit steps…");
    await hand.click(hand.page.getByRole("button", { name: /^Retry Step 1/ }));
    await hand.page.getByRole("button", { name: /^Edit Step 1/ }).waitFor();
    hand.expectAtMost(4);
  });

  it("archives a plan", async () => {
    const hand = await begin();
    await hand.openPlan("Heat pumps in old houses");
    await hand.choose("Archive");
    await hand.page.getByText(/^Archived\./).waitFor();
    hand.expectAtMost(4);
    await hand.choose("Restore from the archive");
    await hand.page.getByText("Restored.").first().waitFor();
  });

  it("compares two versions of a report", async () => {
    const hand = await begin();
    const done = hand.page.getByRole("region", { name: "Recently finished" });
    await hand.click(done.getByRole("link", { name: /report/i }).first());
    await hand.click(hand.page.getByRole("button", { name: /^Compare/ }).first());
    await hand.page.locator("ins").getByText("Added.").waitFor();
    hand.expectAtMost(4);
  });

  it("finds the research of a period", async () => {
    const hand = await begin();
    await hand.click(hand.page.getByRole("link", { name: "Library" }).first());
    await hand.type(hand.page.locator('main input[type="search"]'), "kettle");
    await hand.choosePeriod("Last 30 days");
    await hand.page.waitForURL(/\/library\?(?=.*query=kettle)(?=.*period=30d)/);
    await hand.page.locator("[data-hit]").getByText("An automobile needs").first().waitFor();
    await hand.page.locator("main").getByText("Heat pumps in old houses").first().waitFor();
    hand.expectAtMost(4);
  });

  // Last, since the others need the plan. The handle is typed so that nobody deletes by mistake.
  it("deletes a plan by a key and its handle", async () => {
    const hand = await begin();
    await hand.openPlan("Heat pumps in old houses");
    await hand.page.getByRole("button", { name: "Actions on this plan" }).waitFor();
    await hand.press("#");
    const dialog = hand.page.getByRole("dialog");
    await hand.type(dialog.getByLabel("Confirmation"), finished);
    await hand.click(dialog.getByRole("button", { name: "Delete for good" }));
    await hand.page.waitForURL("**/plans");
    hand.expectAtMost(4);
  });
});

/** Counts what a person does. */
class Hand {
  readonly page: Page;
  count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.count += 1;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.count += 1;
  }

  async type(field: Locator, text: string): Promise<void> {
    const isFocused = await field.evaluate((element) => element === document.activeElement);
    await field.fill(text);
    this.count += isFocused ? 1 : 2;
  }

  async choosePeriod(label: string): Promise<void> {
    await this.page.getByLabel("Date", { exact: false }).first().selectOption({ label });
    this.count += 1;
  }

  openPlan(name: string): Promise<void> {
    return this.click(this.page.locator("main").getByRole("link", { name }).first());
  }

  async choose(entry: string): Promise<void> {
    await this.click(this.page.getByRole("button", { name: "Actions on this plan" }));
    await this.click(this.page.getByRole("menuitem", { name: entry, exact: true }));
  }

  expectAtMost(count: number): void {
    expect(this.count).toBeLessThanOrEqual(count);
  }
}

function makeOpenPlan(address: string, name: string, { isFirstFailed = false } = {}) {
  return withClient(address, async (client) => {
    const steps = [search("frames"), search("prices"), search("installers")];
    const planId = await client.create(`[Scan] ${name}`, steps);
    const { stepId } = await client.next(planId);
    if (!isFirstFailed) return;
    await client.call("modify_plan", {
      planId,
      action: "fail_step",
      stepId,
      reason: "Offline.",
      modificationRationale: "It is down.",
    });
  });
}
