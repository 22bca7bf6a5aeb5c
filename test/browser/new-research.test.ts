import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
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
});
