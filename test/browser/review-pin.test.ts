import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removePin, storePin } from "../../apps/server/src/services/review-pin.ts";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { decide, passUndoTime, toasts } from "./support/decide.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import { makeClosingPlan } from "./support/research-budget.ts";
import { askForReview, connectAssistant } from "./support/research-reviews.ts";

const { chromium, reason } = await findChromium();
const STEPS = [
  { stepType: "checkpoint", instructions: "Let a person choose the direction." },
  { stepType: "synthesize", instructions: "Write it up." },
];

describe.skipIf(!chromium)(`Decisions of a person${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  let assistant: McpClient;
  beforeAll(async () => {
    assistant = await connectAssistant(serving.url);
  });
  afterAll(() => assistant?.close());

  it("count under human_only when they come from the page, and say so everywhere", async () => {
    const { planId, stepId } = await ask("Only a person");
    const visited = await open(`/inbox?item=${planId}`, { width: 390 });
    const { page } = visited;
    await expectText(page, ["only a person in the console may decide"]);
    await decide(page, "Approve");
    await toasts(page).getByText(", saved").waitFor();
    await page.goto(`${serving.url}/inbox`);
    await expectText(page, [
      "Approved by Local user in the console",
      "Proof level 1 of 5 (strongest)",
    ]);
    await expectGood(visited, "decided-in-console-phone", { isBrief: true });

    await page.goto(`${serving.url}/plans/${planId}?step=${stepId}`);
    await expectText(page, [
      "requires review",
      "required: only a decision finishes this step",
      "by Local user in the console",
    ]);
    await expectGood(visited, "plan-checkpoint-phone", { isBrief: true });
    await page.goto(`${serving.url}/plans/${planId}?tab=activity`);
    await expectText(page, ["Step 1 was approved by a person in the console"]);
  });

  it("are told from those that an assistant relayed", async () => {
    const { planId, stepId } = await ask("Relayed", "relayed_allowed");
    await assistant.call("submit_user_decision", { planId, decision: "approve" });
    const visited = await open(`/plans/${planId}?step=${stepId}`);
    await expectText(visited.page, [
      "for Local user, relayed by the assistant",
      "Proof level 5 of 5 (weakest): no evidence that a person decided.",
    ]);
    await expectGood(visited, "plan-relayed", { isBrief: true });
  });

  describe("with a review PIN", () => {
    beforeAll(() => storePin(serving.dataDirectory, "tea-4-two"));
    afterAll(() => removePin(serving.dataDirectory));

    it.each(THEMES)("ask for it once, by keyboard alone, in the %s theme", async (theme) => {
      const first = await ask(`First ${theme}`);
      const second = await ask(`Second ${theme}`);
      const visited = await open(`/inbox?item=${first.planId}`, { theme, width: 390 });
      const { page } = visited;
      const dialog = page.getByRole("dialog", { name: "Review PIN" });
      const decided = toasts(page).getByText(", saved");
      await page.getByRole("radio", { name: "Approve" }).waitFor();
      await page.clock.install();

      await page.keyboard.press("a");
      await page.keyboard.press("Control+Enter");
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await page.keyboard.press("Control+Enter");
      await dialog.getByLabel("PIN").waitFor();
      await page.keyboard.type("wrong");
      await page.keyboard.press("Enter");
      await dialog.getByText("Wrong PIN.").waitFor();
      await expectGood(visited, `pin-dialog-${theme}`, { isBrief: true });
      // The wrong PIN is selected, so typing replaces it.
      await page.keyboard.type("tea-4-two");
      await page.keyboard.press("Enter");
      await page
        .getByRole("button", { name: /^Undo: First/ })
        .first()
        .waitFor();
      await passUndoTime(page);
      await decided.waitFor();
      expect(await dialog.count()).toBe(0);

      await page.goto(`${serving.url}/inbox?item=${second.planId}`);
      await decide(page, "Approve");
      await decided.waitFor();
      expect(await dialog.count()).toBe(0);
      expect(visited.offences).toEqual([]);
    });

    it("ask for it when they are about a budget", async () => {
      const planId = await makeClosingPlan(serving.url, "[Scan] Raised with a PIN");
      const { page, offences } = await open(`/inbox?item=${planId}`);
      const pin = page.getByRole("dialog", { name: "Review PIN" });
      await page.getByRole("button", { name: "Raise…" }).click();
      await page.getByRole("button", { name: "Raise and continue" }).click();
      await pin.getByLabel("PIN").fill("tea-4-two");
      await page.keyboard.press("Enter");
      await page.getByText("There is room again").waitFor();
      expect(await pin.count()).toBe(0);
      await page.goto(`${serving.url}/plans/${planId}`);
      // Once: the decision was not sent again with the PIN's own form.
      await page.getByText("Budget changed by a person").waitFor();
      expect(await page.getByText("Budget changed by a person").count()).toBe(1);
      expect(offences).toEqual([]);
    });
  });

  function ask(name: string, reviewPolicy = "human_only") {
    return askForReview(assistant, { name, reviewPolicy, steps: STEPS });
  }
});
