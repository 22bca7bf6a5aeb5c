import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import { HOSTILE, withClient } from "./support/research-plan.ts";

const { chromium, reason } = await findChromium();
const PHONE = 390;
const LONG_NAME = `[Deep] ${"Heat pumps in houses built before 1950 ".repeat(8)}`.slice(0, 300);
const search = (about: string) => ({ stepType: "search", instructions: `Find ${about}.` });

// In order: the plan is changed, then ended.
describe.skipIf(!chromium)(`Acting on plans${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  const plans = { small: "", large: "" };

  beforeAll(async () => {
    plans.small = await makePlan(serving.url);
    plans.large = await makeLargePlan(serving.url);
  });

  it("renames and tags a plan, and lists by the tag", async () => {
    const { page, offences } = await open(`/plans/${plans.small}`);
    await choose(page, "Rename…");
    await page.getByRole("textbox", { name: "Name" }).fill("Heat pumps, renamed");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /Heat pumps, renamed/ }).waitFor();
    await choose(page, "Tags…");
    await page.getByRole("textbox", { name: /Tags, separated/ }).fill("Energy, #Houses , energy");
    await page.getByRole("button", { name: "Save tags" }).click();
    await page.getByRole("link", { name: "#houses" }).click();
    await expectText(page, ["Heat pumps, renamed"]);
    expect(await page.getByText("Heat pumps in 200 steps").count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it("edits, adds, moves, skips and removes steps that have not begun, and retries a failed one", async () => {
    const { page, offences } = await open(`/plans/${plans.small}`);
    await choose(page, "Edit steps…");
    const editor = page.getByRole("dialog", { name: "Edit steps" });
    await editor.getByRole("button", { name: "Edit Step 3 · Search" }).click();
    const what = editor.getByRole("textbox", { name: "What the assistant should do" });
    await what.fill(`Find prices in Norway. ${HOSTILE}`);
    await editor.getByRole("combobox", { name: "Kind of step" }).selectOption("analyze");
    await editor.getByRole("button", { name: "Save the step" }).click();
    await editor.getByText("Find prices in Norway.").waitFor();
    await editor.getByRole("button", { name: "Move Step 3 · Analyze down" }).focus();
    await page.keyboard.press("Enter");
    const moved = editor.getByRole("button", { name: "Move Step 4 · Analyze down" });
    await expect.poll(() => moved.evaluate((one) => one === document.activeElement)).toBe(true);
    await editor.getByRole("button", { name: "Add a step" }).click();
    await what.fill("Find subsidies.");
    await editor.getByRole("button", { name: "Add the step" }).click();
    await editor.getByText("Find subsidies.").waitFor();
    // The list may be newer than the reply, without which the next change would be a conflict.
    await editor.getByRole("button", { name: "Add a step" }).waitFor();
    await editor.getByRole("button", { name: "Skip Step 3 · Search" }).click();
    await editor.getByRole("textbox", { name: /Why is it skipped/ }).fill("Known already.");
    await editor.getByRole("button", { name: "Skip the step" }).click();
    await editor.getByText("1 step is done and stays as it is.").waitFor();
    await editor.getByRole("button", { name: "Remove Step 5 · Search" }).click();
    await editor.getByRole("button", { name: "Remove the step" }).click();
    await editor.getByText("Find subsidies.").waitFor({ state: "detached" });
    await editor.getByRole("button", { name: "Retry Step 1 · Search" }).click();
    await editor.getByRole("button", { name: "Edit Step 1 · Search" }).waitFor();
    await editor.getByRole("button", { name: "Done" }).click();
    await page.goto(`${serving.url}/plans/${plans.small}?tab=activity`);
    await expectText(page, ["was skipped by a person: Known already."]);
    expect(offences).toEqual([]);
  });

  it("changes the step that is looked at, and loses nothing when another window was faster", async () => {
    const { page } = await open(`/plans/${plans.small}?step=s2`);
    await page.getByRole("button", { name: "Edit…" }).click();
    const what = page.getByRole("textbox", { name: "What the assistant should do" });
    await what.fill("Find what Ada asked for.");
    const other = await open(`/plans/${plans.small}?step=s2`);
    await other.page.getByRole("button", { name: "Edit…" }).click();
    await other.page.getByRole("textbox", { name: "What the assistant should do" }).fill("Faster.");
    await other.page.getByRole("button", { name: "Save the step" }).click();
    await other.page.getByText("Faster.").first().waitFor();
    await page.getByRole("button", { name: "Save the step" }).click();
    const alert = page.getByRole("alert");
    await alert.getByText(/changed this plan since you opened it: a step was edited/).waitFor();
    expect(await what.inputValue()).toBe("Find what Ada asked for.");
    await page.getByRole("button", { name: "Do it all the same" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Find what Ada asked for.").first().waitFor();
  });

  it("asks for a checkpoint, which is handed out next", async () => {
    const { page } = await open(`/plans/${plans.small}`);
    await choose(page, "Ask for a checkpoint…");
    await page
      .getByRole("textbox", { name: /What do you want to see/ })
      .fill("Show me the prices.");
    await page.getByRole("button", { name: "Add the checkpoint" }).click();
    await page.getByText("The checkpoint was added.").waitFor();
    const handedOut = await withClient(serving.url, (client) =>
      client.call<{ step: { instructions: string } }>("get_next_step", { planId: plans.small }),
    );
    expect(handedOut.step.instructions).toBe("Show me the prices.");
  });

  describe.each(THEMES)("in the %s theme", (theme) => {
    it("has good menus and dialogs, also on a phone", async () => {
      const visited = await open(`/plans/${plans.small}`, { theme });
      const { page } = visited;
      await page.getByRole("button", { name: "Actions on this plan" }).click();
      await page.getByRole("menuitem", { name: "Edit steps…" }).waitFor();
      await expectGood(visited, `acting-menu-${theme}`, { isBrief: true });
      await page.keyboard.press("Escape");
      for (const [name, title] of DIALOGS) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await choose(page, name);
        await page.getByRole("dialog", { name: title }).waitFor();
        await expectGood(visited, `acting-${title.replaceAll(" ", "-")}-${theme}`, {
          isBrief: true,
        });
        await page.setViewportSize({ width: PHONE, height: 800 });
        await expectFits(page, `acting-${title.replaceAll(" ", "-")}-phone-${theme}`);
        await page.keyboard.press("Escape");
      }
    });
  });

  it("edits a plan with 200 steps and a name of 300 characters, also on a phone", async () => {
    const { page, offences } = await open(`/plans/${plans.large}`);
    await choose(page, "Edit steps…");
    const editor = page.getByRole("dialog", { name: "Edit steps" });
    await editor.getByRole("button", { name: "Edit Step 200 · Search" }).waitFor();
    await editor.getByRole("button", { name: "Move Step 200 · Search up" }).click();
    await editor.getByRole("button", { name: "Edit Step 2 · Search" }).click();
    await expectFits(page, "acting-editor-large");
    await page.setViewportSize({ width: PHONE, height: 800 });
    await expectFits(page, "acting-editor-large-phone");
    expect(offences).toEqual([]);
  });

  it("cancels, archives and restores", async () => {
    const { page } = await open(`/plans/${plans.small}`);
    await choose(page, "Cancel plan…");
    await page.getByRole("textbox", { name: /Why/ }).fill(`Not needed. ${HOSTILE}`);
    await page.getByRole("button", { name: "Cancel the plan" }).click();
    await page
      .getByRole("region", { name: "This plan was cancelled" })
      .getByText("Not needed.")
      .waitFor();
    const late = withClient(serving.url, (client) =>
      client.finish({ planId: plans.small, stepId: "s2" }, { late: true }),
    );
    await expect(late).rejects.toThrow(/PLAN_CLOSED: A person cancelled this plan: Not needed\./);
    await choose(page, "Archive");
    await page.getByText("Archived. Lists leave the plan out").waitFor();
    const list = await open("/plans");
    await expectText(list.page, ["Heat pumps in houses"]);
    expect(await list.page.getByText("Heat pumps, renamed").count()).toBe(0);
    await list.page.getByRole("button", { name: "Archived" }).click();
    await expectText(list.page, ["Heat pumps, renamed"]);
    await choose(page, "Restore from the archive");
    await page.getByText("Restored.").first().waitFor();
  });
});

const DIALOGS = [
  ["Edit steps…", "Edit steps"],
  ["Rename…", "Rename the plan"],
  ["Tags…", "Tags of the plan"],
  ["Ask for a checkpoint…", "Ask for a checkpoint"],
  ["Cancel plan…", "Cancel the plan"],
] as const;

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Actions on this plan" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** Its first step has failed. */
function makePlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const planId = await client.create("[Scan] Heat pumps", [
      search("trials"),
      search("prices"),
      search("prices in Norway"),
      search("what installers say"),
      { stepType: "synthesize", instructions: "Write it down." },
    ]);
    const { stepId } = await client.next(planId);
    const modificationRationale = "It is down.";
    const failing = {
      planId,
      action: "fail_step",
      stepId,
      reason: "Offline.",
      modificationRationale,
    };
    await client.call("modify_plan", failing);
    return planId;
  });
}

function makeLargePlan(address: string): Promise<string> {
  return withClient(address, async (client) => {
    const steps = Array.from({ length: 100 }, (_, index) => search(`city ${index + 1}`));
    const planId = await client.create(LONG_NAME, steps);
    const modificationRationale = "There are more cities.";
    await client.call("modify_plan", { planId, action: "add_steps", steps, modificationRationale });
    return planId;
  });
}
