import type { Page } from "playwright-core";

export type DecisionLabel = "Approve" | "Modify" | "Skip" | "Reject";

/** Selects a decision of the review on the page and sends it; it is then held back. */
export async function sendDecision(page: Page, label: DecisionLabel): Promise<void> {
  await page.getByRole("radio", { name: label }).check();
  await page.keyboard.press("Control+Enter");
}

/** Sends a decision and lets the time to undo it pass at once. */
export async function decide(page: Page, label: DecisionLabel): Promise<void> {
  await page.clock.install();
  await sendDecision(page, label);
  await page
    .getByRole("button", { name: /^Undo: / })
    .first()
    .waitFor();
  await passUndoTime(page);
}

/** Only with the clock of the page installed before the decision. */
export function passUndoTime(page: Page): Promise<void> {
  return page.clock.fastForward(8_500);
}

/** The lasting message about the user's own decisions. */
export function toasts(page: Page) {
  return page.locator("#toasts");
}
