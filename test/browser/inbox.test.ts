import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBarrier } from "./support/barrier.ts";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { decide, passUndoTime, toasts } from "./support/decide.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import {
  askForReview,
  connectAssistant,
  failPlan,
  nextStep,
  stallPlan,
} from "./support/research-reviews.ts";

const { chromium, reason } = await findChromium();

// In order: the inbox is empty at first, is filled by an assistant, and is worked through.
describe.skipIf(!chromium)(`Inbox${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  let assistant: McpClient;
  beforeAll(async () => {
    assistant = await connectAssistant(serving.url);
  });
  afterAll(() => assistant?.close());

  it.each(THEMES)("says that nothing is open, in the %s theme", async (theme) => {
    const visited = await open("/inbox", { theme });
    await visited.page.getByText("You're all caught up").waitFor();
    await expectGood(visited, `inbox-empty-${theme}`);
  });

  it("shows the last decisions when nothing is open", async () => {
    const steps = [{ stepType: "search", instructions: "Find trials." }];
    const { planId } = await askForReview(assistant, { name: "Decided long ago", steps });
    await assistant.call("submit_user_decision", { planId, decision: "approve" });
    const visited = await open("/inbox");
    const last = visited.page.getByRole("region", { name: "Last decisions" });
    await last.getByText("Approved for Local user, relayed by the assistant").waitFor();
    await expectGood(visited, "inbox-last-decisions", { isBrief: true });
    await last.getByRole("link", { name: /Decided long ago/ }).click();
    await chosen(visited.page, "Decided long ago");
    await expectText(visited.page, ["You're all caught up"]);
    await expectGood(visited, "inbox-only-decided", { isBrief: true });
  });

  it("says that an item is unknown, with a way back", async () => {
    const visited = await open("/inbox?item=no+id+at+all!");
    await visited.page.getByText("There is no such item").waitFor();
    await visited.page.goto(`${serving.url}/inbox?item=rev_nowhere`);
    await visited.page.getByText("There is no such item").waitFor();
    await expectGood(visited, "inbox-unknown");
    await visited.page.getByRole("link", { name: "Go to the inbox" }).click();
    await visited.page.waitForURL("**/inbox");
  });

  describe.each(THEMES)("with something of every kind, in the %s theme", (theme) => {
    beforeAll(async () => {
      if (theme === "dark") return;
      await askForReview(assistant, { name: "[Deep] Heat pumps in old houses" });
      await askForReview(assistant, {
        name: "[Scan] <img src=x onerror=alert(1)> & other hostile names",
        summary: "<script>alert(2)</script>",
      });
      await stallPlan(assistant, "[Scan] Silent research");
      await failPlan(assistant, "[Scan] Fruitless research", "Nothing was found anywhere.");
    });

    it("lists the items and shows the first one in full", async () => {
      const visited = await open("/inbox", { theme });
      const { page } = visited;
      await page.getByRole("heading", { name: "Heat pumps in old houses" }).waitFor();
      await expectText(page, [
        "Needs review2",
        "Stalled1",
        "Failed in the last 7 days1",
        "Step 1 of 2 (Search)",
        "asked by some-assistant 1.2.3",
        "Two of three studies agree. Shall I go on?",
        "Is the third study worth keeping?",
        "82 % confidence",
        "“House 1 saved a third of its energy.”",
        "Find trials of the last ten years",
        "the whole plan ends as failed",
        "runs again with your feedback",
      ]);
      expect(await page.getByText("Field study number").count()).toBe(5);
      await page.getByRole("button", { name: "Show all 7 sources" }).click();
      expect(await page.getByText("Field study number").count()).toBe(7);
      const source = page.getByRole("link", { name: "Field study number 1" });
      expect(await source.getAttribute("rel")).toBe("noreferrer noopener");
      await page.getByRole("link", { name: "Inbox 4 items need you" }).waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectGood(visited, `inbox-${theme}`);
    });

    it("says how to resume a stalled plan, and why another failed", async () => {
      const visited = await open("/inbox", { theme });
      const { page } = visited;
      await page.getByRole("link", { name: /Silent research/ }).click();
      await page.getByText(/^Continue the research plan p-\w+ on Trovella/).waitFor();
      await expectText(page, ["Step 1 has stopped responding", "last active"]);
      await expectGood(visited, `inbox-stalled-${theme}`, { isBrief: theme === "dark" });
      await page.getByRole("link", { name: /Fruitless research/ }).click();
      const why = page.getByRole("region", { name: "Why it failed" });
      await why.getByText("Nothing was found anywhere.").waitFor();
      await expectGood(visited, `inbox-failed-${theme}`, { isBrief: true });
      const link = page.getByRole("link", { name: "Open the plan" });
      expect(await link.getAttribute("href")).toMatch(/^\/plans\/plan_/);
    });
  });

  it("moves between the items by keyboard, and the URL says where", async () => {
    const { page, offences } = await open("/inbox");
    await chosen(page, "Heat pumps in old houses");
    for (const [key, name] of [
      ["j", "hostile names"],
      ["]", "Silent research"],
      ["n", "Fruitless research"],
      ["j", "Fruitless research"],
      ["k", "Silent research"],
      ["[", "hostile names"],
    ] as const) {
      await page.keyboard.press(key);
      await chosen(page, name);
    }
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("hostile");
    await page.reload();
    await chosen(page, "hostile names");
    await page.goBack();
    await chosen(page, "Heat pumps in old houses");
    expect(offences).toEqual([]);
  });

  it("is where Home leads to for a decision", async () => {
    const { page } = await open("/");
    await page.getByRole("link", { name: "Decide" }).first().click();
    await page.waitForURL("**/inbox?item=rev_*");
    await chosen(page, "Heat pumps in old houses");
  });

  it("keeps a draft over reloads and other items", async () => {
    const { page } = await open("/inbox");
    await chosen(page, "Heat pumps in old houses");
    await page.keyboard.press("m");
    await page.keyboard.type("Look at Norway, a j k x s n too");
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await chosen(page, "hostile names");
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
    expect(await feedback(page).inputValue()).toBe("");
    await page.keyboard.press("k");
    await chosen(page, "Heat pumps in old houses");
    expect(await feedback(page).inputValue()).toBe("Look at Norway, a j k x s n too");
    await page.reload();
    await chosen(page, "Heat pumps in old houses");
    expect(await feedback(page).inputValue()).toBe("Look at Norway, a j k x s n too");
  });

  it("does not modify without feedback, nor reject without asking", async () => {
    const visited = await open("/inbox");
    const { page } = visited;
    await chosen(page, "Heat pumps in old houses");
    await page.keyboard.press("m");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Say what should change").waitFor();
    expect(await feedback(page).getAttribute("aria-invalid")).toBe("true");
    await expectGood(visited, "inbox-no-feedback", { isBrief: true });
    await feedback(page).fill("More");
    await page.getByText("Say what should change").waitFor({ state: "detached" });
    await feedback(page).fill("");
    await page.getByRole("button", { name: "Send back", exact: true }).click();
    await page.getByText("Say what should change").waitFor();

    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    expect(await page.getByRole("radio", { name: "Reject" }).isChecked()).toBe(true);
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: "Reject and fail the plan?" });
    await dialog.getByText("the whole plan ends as failed").waitFor();
    await expectGood(visited, "inbox-reject", { isBrief: true });
    await page.keyboard.press("a");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await chosen(page, "Heat pumps in old houses");
    expect(await page.getByRole("radio", { name: "Reject" }).isChecked()).toBe(true);
  });

  it.each([390, 640])("is comfortable in a window of %i pixels", async (width) => {
    const visited = await open("/inbox", { width });
    const { page } = visited;
    await page.getByRole("link", { name: /Silent research/ }).waitFor();
    expect(await page.getByRole("radio", { name: "Approve" }).isVisible()).toBe(false);
    // Hidden items cannot be decided.
    await page.keyboard.press("a");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    await expectGood(visited, `inbox-narrow-${width}-list`, { isBrief: true });
    await page.getByRole("link", { name: /Heat pumps in old houses/ }).click();
    await chosen(page, "Heat pumps in old houses");
    expect(await page.getByRole("link", { name: /Silent research/ }).isVisible()).toBe(false);
    await expectGood(visited, `inbox-narrow-${width}-item`, { isBrief: width === 640 });
    const send = page.getByRole("button", { name: "Send decision" });
    await send.scrollIntoViewIfNeeded();
    const box = await send.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(32);
    await expectGood(visited, `inbox-narrow-${width}-decision`, { isBrief: true });
    await page.getByRole("link", { name: "All items" }).click();
    await page.getByRole("link", { name: /Silent research/ }).waitFor();
  });

  it("is decided by keyboard, and the waiting client continues", async () => {
    const { planId, stepId } = await askForReview(assistant, { name: "Decided by keys" });
    const waiting = untilReleased(assistant, planId);
    const { page } = await open(`/inbox?item=${planId}`);
    await chosen(page, "Decided by keys");
    await page.clock.install();
    await page.keyboard.press("m");
    await page.keyboard.type("Look at Norway too.");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Undo: Decided by keys" }).first().waitFor();
    await passUndoTime(page);
    await toasts(page).getByText("Sent back with feedback Decided by keys, saved").waitFor();
    // It stays until the user moves on.
    await chosen(page, "Decided by keys");
    await page.keyboard.press("n");
    await chosen(page, "Heat pumps in old houses");
    const listed = page.getByRole("region", { name: "Needs review" });
    expect(await listed.getByRole("link", { name: /Decided by keys/ }).count()).toBe(0);

    const { status, step } = await waiting;
    expect([status, step?.stepId]).toEqual(["step_ready", stepId]);
    expect(step?.instructions).toContain("Look at Norway too.");
    expect(await decisionsOf(serving.url, planId)).toMatchObject([
      { decision: "modify", feedback: "Look at Norway too.", decidedVia: "console" },
    ]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  it("shows a decided review by its URL", async () => {
    const { planId } = await askForReview(assistant, { name: "Decided before" });
    await assistant.call("submit_user_decision", { planId, decision: "skip", feedback: "Enough." });
    const [review] = await decisionsOf(serving.url, planId);
    const visited = await open(`/inbox?item=${review?.id}`);
    const decision = visited.page.getByRole("region", { name: "Decision" });
    await decision.getByText("Skipped").waitFor();
    await decision.getByText("for Local user, relayed by the assistant").waitFor();
    await decision.getByText("Enough.").waitFor();
    expect(await visited.page.getByRole("radio", { name: "Approve" }).count()).toBe(0);
    await expectGood(visited, "inbox-decided");
  });

  it("shows whose decision was first when two race, and keeps the other's draft", async () => {
    const { planId } = await askForReview(assistant, { name: "Two at once" });
    const windows = [await open(`/inbox?item=${planId}`), await open(`/inbox?item=${planId}`)];
    const letBothGo = newBarrier(windows.length);
    for (const [index, { page }] of windows.entries()) {
      await chosen(page, "Two at once");
      await feedback(page).fill(`Words of window ${index}`);
      await feedback(page).press("Escape");
      await page.route("**/api/trpc/review.decide**", async (route) => {
        await letBothGo();
        await route.continue();
      });
    }
    await Promise.all(windows.map(({ page }) => decide(page, "Approve")));
    const outcomes = await Promise.all(
      windows.map(({ page }) =>
        Promise.any([
          page
            .getByText("Approved Two at once, saved")
            .waitFor()
            .then(() => "won"),
          page
            .getByRole("heading", { name: "Already decided: Approved" })
            .waitFor()
            .then(() => "lost"),
        ]),
      ),
    );
    expect([...outcomes].sort()).toEqual(["lost", "won"]);
    const loser = outcomes.indexOf("lost");
    const lost = windows[loser];
    if (!lost) throw new Error("Nobody lost.");
    await expectText(lost.page, [
      "by Local user in the console, just now",
      "Your decision came later and changed nothing.",
      `FeedbackWords of window ${1 - loser}`,
      `What you had writtenWords of window ${loser}`,
    ]);
    await expectGood(lost, "inbox-too-late", { isBrief: true });
    expect(await decisionsOf(serving.url, planId)).toHaveLength(1);
    const listed = lost.page.locator('a[href^="/inbox?item="]', { hasText: "Two at once" });
    await listed.waitFor({ state: "detached" });
    await lost.page.keyboard.press("n");
    await chosen(lost.page, "Heat pumps in old houses");
  });

  it("shows a decision made elsewhere, and keeps the draft", async () => {
    const { planId } = await askForReview(assistant, { name: "Decided elsewhere" });
    const visited = await open(`/inbox?item=${planId}`);
    await chosen(visited.page, "Decided elsewhere");
    await feedback(visited.page).fill("Not sent yet");
    await assistant.call("submit_user_decision", { planId, decision: "approve" });
    const decision = visited.page.getByRole("region", { name: "Decision" });
    await decision.getByText("for Local user, relayed by the assistant").waitFor();
    await decision.getByText("Not sent yet").waitFor();
    await chosen(visited.page, "Decided elsewhere");
    await expectGood(visited, "inbox-decided-elsewhere", { isBrief: true });
    await decision.getByRole("button", { name: "Discard" }).click();
    await decision.getByText("Not sent yet").waitFor({ state: "detached" });
  });

  it("keeps the draft when the server is unreachable", async () => {
    const visited = await open("/inbox");
    const { page } = visited;
    await chosen(page, "Heat pumps in old houses");
    await feedback(page).fill("Kept words");
    await page.route("**/api/trpc/review.decide**", (route) => route.abort());
    await decide(page, "Skip");
    await page.getByRole("alert").getByText("Your decision was not saved.").waitFor();
    await toasts(page).getByRole("alert").getByText("Not saved: ").waitFor();
    expect(await feedback(page).inputValue()).toBe("Kept words");
    expect(await page.getByRole("radio", { name: "Skip" }).isChecked()).toBe(true);
    await expectGood(visited, "inbox-not-stored", { isBrief: true });
  });

  it("shows that it is loading when the response is slow", async () => {
    const { page, offences } = await open("/plans");
    await page.getByText("Silent research").waitFor();
    const letGo = newBarrier(2);
    await page.route(/api\/trpc\/[^?]*review\.list/, async (route) => {
      await letGo();
      await route.continue();
    });
    await page.getByRole("link", { name: "Inbox" }).click();
    await page.getByText("Loading the inbox …").waitFor({ state: "attached" });
    await expectGood({ page, offences }, "inbox-loading", { isBrief: true });
    await letGo();
    await chosen(page, "Heat pumps in old houses");
  });

  it("shows the rest when a part fails to load", async () => {
    const { page, offences } = await open("/plans");
    // Once it is live, nothing is refetched without an event.
    await page.getByText("Live", { exact: true }).waitFor();
    await failOne(page, "review.list");
    await page.getByRole("link", { name: "Inbox" }).click();
    await page.getByRole("alert").getByText("Reviews could not be loaded").waitFor();
    await page.getByRole("link", { name: /Silent research Step 1/ }).waitFor();
    await expectGood({ page, offences }, "inbox-error", { isBrief: true });
    await page.unroute("**/api/trpc/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: /Heat pumps in old houses/ }).waitFor();
  });

  it("is emptied by keyboard", async () => {
    const visited = await open("/inbox");
    const { page } = visited;
    await chosen(page, "Heat pumps in old houses");
    await page.clock.install();
    await page.keyboard.press("s");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("n");
    await chosen(page, "hostile names");
    await page.keyboard.press("r");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Reject and fail the plan" }).click();
    await page
      .getByRole("button", { name: /^Undo: <img/ })
      .first()
      .waitFor();
    await passUndoTime(page);
    await toasts(page)
      .getByText(/Rejected.*hostile names, saved/)
      .waitFor();
    await page.getByRole("link", { name: /hostile names Rejected in review/ }).waitFor();
    await expectText(page, ["Failed in the last 7 days2"]);
    expect(await page.getByRole("region", { name: "Needs review" }).count()).toBe(0);
    expect(visited.offences).toEqual([]);

    // Failed plans cannot be continued.
    const { page: home } = await open("/");
    const failed = home.getByRole("listitem").filter({ hasText: "hostile names" });
    await failed.getByText("Failed").waitFor();
    expect(await failed.getByRole("button").count()).toBe(0);
  });
});

/** The item is fully on the screen. */
async function chosen(page: Page, name: string): Promise<void> {
  const item = page.getByRole("region", { name: "Chosen item" });
  await item.getByRole("heading", { name }).waitFor();
}

function feedback(page: Page) {
  return page.getByRole("textbox", { name: "Feedback" });
}

/** Polls for the next step like a waiting client. */
async function untilReleased(client: McpClient, planId: string) {
  for (;;) {
    const reply = await nextStep(client, planId);
    if (reply.status !== "awaiting_review") return reply;
  }
}

/** Makes one procedure fail, also within a batch. */
async function failOne(page: Page, procedure: string): Promise<void> {
  await page.route("**/api/trpc/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const place = pathname.replace("/api/trpc/", "").split(",").indexOf(procedure);
    if (place < 0) return route.continue();
    const replies = await (await route.fetch()).json();
    const data = { code: "INTERNAL_SERVER_ERROR", appCode: "INTERNAL", details: {} };
    replies[place] = { error: { message: "Something went wrong.", code: -32603, data } };
    return route.fulfill({ status: 207, json: replies });
  });
}

interface StoredDecision {
  readonly id: string;
  readonly decision: string;
  readonly feedback: string | null;
  readonly decidedVia: string;
}

async function decisionsOf(address: string, planId: string): Promise<StoredDecision[]> {
  const input = encodeURIComponent(JSON.stringify({ state: "decided", planId }));
  const response = await fetch(`${address}/api/trpc/review.list?input=${input}`);
  const { result } = (await response.json()) as { result: { data: { reviews: StoredDecision[] } } };
  return result.data.reviews;
}
