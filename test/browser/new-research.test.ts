import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood } from "./support/expect-good.ts";

const { chromium, reason } = await findChromium();
const QUESTION = "Do heat pumps pay off in houses built before 1950?";

describe.skipIf(!chromium)(`New research${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);

  it("makes a prompt of what is typed, which survives a reload", async () => {
    const visited = await open("/");
    const { page } = visited;
    await page.getByRole("link", { name: "New research" }).first().waitFor();
    await page.keyboard.press("c");
    await page.waitForURL("**/new");
    await page.getByRole("button", { name: "Copy prompt" }).click();
    await page.getByText("Write the question first.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("question");
    await page.keyboard.type(QUESTION);
    await page.getByRole("radio", { name: /^Deep research/ }).check();
    await page.getByLabel("Result as").selectOption("word");
    await page.getByLabel("Before it starts: show me the plan").check();
    await page.reload();
    const prompt = page.getByText(/^Use Trovella/);
    await prompt.waitFor();
    expect(await prompt.textContent()).toContain(QUESTION);
    expect(await prompt.textContent()).toContain('template "deep/general_topic"');
    expect(await page.getByRole("radio", { name: /^Deep research/ }).isChecked()).toBe(true);
    const link = await page.getByRole("link", { name: "Claude Code" }).getAttribute("href");
    expect(decodeURIComponent(link ?? "")).toContain(QUESTION);
    await expectGood(visited, "new-light");
  });

  it("creates a draft plan that the next assistant picks up", async () => {
    const { page, offences } = await open("/new");
    await page.getByLabel("Question").fill(QUESTION);
    await page.getByLabel("Before it starts: show me the plan").check();
    await page.getByRole("button", { name: "Create draft plan" }).click();
    await page.getByText("The plan is waiting for an assistant").waitFor();
    const prompt = await page.getByText(/^Continue the research plan/).textContent();
    const [handle = ""] = /p-[0-9a-z]+/.exec(prompt ?? "") ?? [];
    await expectGood({ page, offences }, "new-created");

    const client = await connectHttp(serving.url, { name: "next-assistant" });
    try {
      const { plans } = await client.call<{ plans: { planId: string; status: string }[] }>(
        "list_active_plans",
        {},
      );
      expect(plans).toMatchObject([{ planId: handle, status: "planning" }]);
      const context = await client.call<Record<string, unknown>>("get_research_context", {
        planId: handle,
        resume: true,
      });
      expect(context).toMatchObject({
        brief: { originalQuery: QUESTION, delegatedTo: "scan", outputMediaType: "conversation" },
        nextStep: { status: "step_ready", step: { stepType: "checkpoint" } },
      });
    } finally {
      await client.close();
    }
    await page.getByRole("link", { name: "Open the plan" }).click();
    await page.getByRole("heading", { name: QUESTION }).waitFor();
  });

  it.each(THEMES)("fits a phone in the %s theme", async (theme) => {
    const visited = await open("/new", { theme, width: 390 });
    await visited.page.getByLabel("Question").fill(QUESTION);
    await visited.page.getByText(/^Use Trovella/).waitFor();
    await expectGood(visited, `new-phone-${theme}`);
  });

  it("loads the sample, with a review that waits and a plan that has stalled", async () => {
    const { page } = await open("/plans");
    await page.goto(serving.url);
    await page.getByRole("region", { name: "Needs you" }).waitFor();
    expect(await page.getByText("are a sample").count()).toBe(0);
    await loadSample(page);
    await page.reload();
    const needsYou = page.getByRole("region", { name: "Needs you" });
    await needsYou.getByText("Trees for dry streets (sample)").waitFor();
    await page.getByText("4 plans here are a sample").waitFor();
    const finished = page.getByRole("region", { name: "Recently finished" });
    // The answer, without its Markdown.
    await finished.getByText("Room for roots and deep watering decide, in this order.").waitFor();
    // Loading it twice changes nothing.
    await loadSample(page);
    await page.reload();
    await page.getByText("4 plans here are a sample").waitFor();
  });

  it.each(THEMES)("has a Home and an Inbox to look at, in the %s theme", async (theme) => {
    for (const width of [1280, 390]) {
      const home = await open("/", { theme, width });
      await home.page.getByText("4 plans here are a sample").waitFor();
      await expectGood(home, `home-sample-${theme}-${width}`, { isBrief: true });
    }
  });

  it("snoozes a review and dismisses a plan, in one count, and undoes it", async () => {
    const { page, offences } = await open("/inbox");
    // The sample's plan stalls a few seconds after it was loaded, and an open page asks again every 30 s.
    const stalled = page.getByText("Mulch for street trees (sample)").first();
    await stalled.waitFor({ timeout: 90_000 });
    const before = await inboxCount(page);
    await page.getByRole("button", { name: "Snooze" }).click();
    await expectGood({ page, offences }, "inbox-snooze", { isBrief: true });
    await page.getByRole("button", { name: "Until tomorrow" }).click();
    await page.getByText(/^Snoozed until/).waitFor();
    await expect.poll(() => inboxCount(page), { timeout: 20_000 }).toBe(before - 1);
    await page.getByText("Snoozed (1)").click();
    await page.getByRole("button", { name: "Put back: Trees for dry streets (sample)" }).click();
    await expect.poll(() => inboxCount(page), { timeout: 20_000 }).toBe(before);

    await page
      .getByRole("link", { name: /Mulch for street trees/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Dismiss", exact: true }).click();
    await expect.poll(() => inboxCount(page), { timeout: 20_000 }).toBe(before - 1);
    await page.getByText("Dismissed (1)").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(() => inboxCount(page), { timeout: 20_000 }).toBe(before);
  });

  it("starts again with the findings of a plan that failed", async () => {
    const { page, offences } = await open("/inbox");
    await page.getByText("Trees for dry streets (sample)").first().waitFor();
    const client = await connectHttp(serving.url, { name: "next-assistant" });
    try {
      const { plans } = await client.call<{ plans: { planId: string; name: string }[] }>(
        "list_active_plans",
        {},
      );
      const waiting = plans.find(({ name }) => name.includes("Trees for dry streets"));
      const planId = waiting?.planId ?? "";
      await client.call("submit_user_decision", { planId, decision: "reject", feedback: "No." });
      await page.goto(`${serving.url}/inbox?item=${planId}`);
      await page.getByRole("link", { name: "Start again with these findings" }).first().click();
      await page.getByText(/^Use Trovella/).waitFor();
      expect(await page.getByLabel("Question").inputValue()).toContain("Which three kinds");
      await expectGood({ page, offences }, "new-from", { isBrief: true });
      await page.getByRole("button", { name: "Create draft plan" }).click();
      const prompt = await page.getByText(/^Continue the research plan/).textContent();
      const [handle = ""] = /p-[0-9a-z]+/.exec(prompt ?? "") ?? [];
      const context = await client.call<Record<string, unknown>>("get_research_context", {
        planId: handle,
        resume: true,
      });
      expect(context).toMatchObject({
        brief: { knownContext: expect.stringContaining(planId) },
        nextStep: { step: { instructions: expect.stringContaining(planId) } },
      });
    } finally {
      await client.close();
    }
  });

  it("removes the sample and nothing else", async () => {
    const { page } = await open("/");
    await page.getByRole("button", { name: "Remove the sample" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Remove the sample" }).click();
    await page.getByText("4 sample plans removed.").waitFor();
    await page.goto(`${serving.url}/plans`);
    const table = page.getByRole("table", { name: "Research plans" });
    await table.getByText(QUESTION).first().waitFor();
    expect(await table.getByText("(sample)").count()).toBe(0);
  });
});

/** As the title of the tab has it, which is the number at Inbox too. */
async function inboxCount(page: Page): Promise<number> {
  return Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
}

/** As the button of the first steps does, which is gone once there are plans. */
async function loadSample(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const response = await fetch("/api/trpc/sample.load", {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json" },
    });
    return response.status;
  });
  expect(status).toBe(200);
}
