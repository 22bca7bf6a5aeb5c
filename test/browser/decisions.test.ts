import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { passUndoTime, sendDecision, toasts } from "./support/decide.ts";
import { expectGood } from "./support/expect-good.ts";
import { askForReview, connectAssistant } from "./support/research-reviews.ts";

const { chromium, reason } = await findChromium();
const KEYS = [..."abcdefghijklmnopqrstuvwxyz", "Space", "Enter"];
const HOSTILE = "<img src=x onerror=alert(1)> 'quoted' \u202e reversed";

describe.skipIf(!chromium)(`A decision in the console${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  const ask = (name: string) => askForReview(assistant, { name });
  const decisions = (planId: string) => decisionsOf(serving.url, planId);
  let assistant: McpClient;
  beforeAll(async () => {
    assistant = await connectAssistant(serving.url);
  });
  afterAll(() => assistant?.close());

  it("can be undone by mouse and by key", async () => {
    const name = "Undone";
    const { planId } = await ask(name);
    const { page } = await open(`/inbox?item=${planId}`);
    await page.getByRole("textbox", { name: "Feedback" }).fill("Words to keep");
    await page.clock.install();
    for (const undo of [
      () =>
        toasts(page)
          .getByRole("button", { name: `Undo: ${name}` })
          .click(),
      () =>
        page
          .getByRole("main")
          .getByRole("button", { name: `Undo: ${name}` })
          .click(),
      () => page.keyboard.press("z"),
    ]) {
      await sendDecision(page, "Approve");
      await toasts(page).getByText(`Approved ${name}`).waitFor();
      await page.getByText("Saved when the countdown ends").waitFor();
      await expect.poll(() => focusedText(page)).toBe("Approved");
      await undo();
      await page.getByRole("radio", { name: "Approve", checked: true }).waitFor();
      expect(await toasts(page).textContent()).toBe("");
      expect(await page.getByRole("textbox", { name: "Feedback" }).inputValue()).toBe(
        "Words to keep",
      );
      // On the selected decision, where a bare key sends nothing.
      expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("radio");
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await passUndoTime(page);
    await page.reload();
    await page.getByRole("radio", { name: "Approve" }).waitFor();
    expect(await decisions(planId)).toEqual([]);
    expect(await storedKeys(page)).toEqual([expect.stringMatching(/^trovella-draft-rev_/)]);
  });

  it("is held on every page, names its plan as text, and is saved when the time is over", async () => {
    const { planId } = await ask(HOSTILE);
    const { page, offences } = await open(`/inbox?item=${planId}`);
    await page.getByRole("radio", { name: "Skip" }).waitFor();
    await page.clock.install();
    await sendDecision(page, "Skip");
    for (const path of ["/plans", "/settings", "/"]) {
      await page.locator(`aside nav a[href="${path}"]`).click();
      await toasts(page).getByText(`Skipped ${HOSTILE}`).waitFor();
      await toasts(page)
        .getByText(/^[1-8] s$/)
        .waitFor();
    }
    expect(await decisions(planId)).toEqual([]);
    await passUndoTime(page);
    await toasts(page).getByText(`Skipped ${HOSTILE}, saved`).waitFor();
    await toasts(page).getByRole("button", { name: "Copy prompt to continue" }).waitFor();
    await page.keyboard.press("z");
    expect(await decisions(planId)).toMatchObject([{ decision: "skip", decidedVia: "console" }]);
    expect(await storedKeys(page)).toEqual([]);
    expect(offences).toEqual([]);
  });

  it.each(["a reload", "closing the tab"])("is sent at once by %s", async (way) => {
    const { planId } = await ask(`Left by ${way}`);
    const { page } = await open(`/inbox?item=${planId}`);
    await page.getByRole("radio", { name: "Approve" }).waitFor();
    await page.getByRole("textbox", { name: "Feedback" }).fill("Sent on leaving");
    await sendDecision(page, "Approve");
    await page.getByText("Saved when the countdown ends").waitFor();
    const context = page.context();
    if (way === "a reload") await page.reload();
    else await page.close();
    await expect
      .poll(() => decisions(planId))
      .toMatchObject([{ decision: "approve", feedback: "Sent on leaving" }]);
    // The next page finds that all is well, and says nothing.
    const next = way === "a reload" ? page : await context.newPage();
    if (next !== page) await next.goto(`${serving.url}/inbox?item=${planId}`);
    await expect.poll(() => storedKeys(next), { timeout: 10_000 }).toEqual([]);
    expect(await toasts(next).textContent()).toBe("");
  });

  it("that could not be sent on leaving is reported by the next page, and can be sent then", async () => {
    const { planId } = await ask("Left without a server");
    const { page, offences } = await open(`/inbox?item=${planId}`);
    const context = page.context();
    await page.getByRole("radio", { name: "Approve" }).waitFor();
    await page.getByRole("textbox", { name: "Feedback" }).fill("Kept words");
    await sendDecision(page, "Approve");
    await page.getByText("Saved when the countdown ends").waitFor();
    await serving.stop();
    await page.close();
    await serving.startAgain();
    expect(await decisions(planId)).toEqual([]);

    const next = await context.newPage();
    await next.goto(`${serving.url}/plans`);
    await toasts(next).getByText("Not saved: Approved Left without a server").waitFor();
    await expectGood({ page: next, offences }, "decision-not-saved", { isBrief: true });
    await toasts(next).getByRole("button", { name: "Try again" }).click();
    await toasts(next).getByText("Approved Left without a server, saved").waitFor();
    expect(await storedKeys(next)).toEqual([]);
    expect(await decisions(planId)).toMatchObject([{ feedback: "Kept words" }]);
  });

  it("made elsewhere in the meantime wins at once", async () => {
    const { planId } = await ask("Decided by others");
    const { page } = await open(`/inbox?item=${planId}`);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("radio", { name: "Reject" }).waitFor();
    await page.clock.install();
    await sendDecision(page, "Skip");
    await page.getByText("Saved when the countdown ends").waitFor();
    await assistant.call("submit_user_decision", { planId, decision: "approve" });
    await page.getByRole("heading", { name: "Already decided: Approved" }).waitFor();
    await toasts(page).getByText("Your decision came later and changed nothing.").waitFor();
    expect(await decisions(planId)).toMatchObject([{ decision: "approve" }]);
  });

  it.each(THEMES)("and the prompt that resumes take one click, in the %s theme", async (theme) => {
    const name = `Continued, ${theme}`;
    const { planId } = await ask(name);
    const visited = await open(`/inbox?item=${planId}`, { theme });
    const { page } = visited;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Approve and copy prompt" }).click();
    await page.getByText("Now tell your assistant:").waitFor();
    const prompt = await page.evaluate(() => navigator.clipboard.readText());
    expect(await decisions(planId)).toEqual([]);
    // May take longer than the decision is held.
    await expectGood(visited, `decision-held-${theme}`, { isBrief: true });
    // A user who goes to the assistant with the prompt needs the decision there.
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await toasts(page).getByText(`Approved ${name}, saved`).waitFor();
    const decision = page.getByRole("region", { name: "Decision", exact: true });
    await decision.getByText("by Local user in the console").waitFor();
    await decision.getByText("otherwise paste this prompt").waitFor();
    await expectGood(visited, `decision-prompt-${theme}`, { isBrief: true });

    const [, tool = "", input = ""] = /call (\w+) with (\{[^}]*\})/.exec(prompt) ?? [];
    const other = await connectAssistant(serving.url);
    const reply = await other.call<Resumed>(tool, JSON.parse(input));
    await other.close();
    expect(reply.nextStep).toMatchObject({
      status: "step_ready",
      step: { stepOrder: 2 },
      lease: { token: expect.any(String) },
    });
  });

  it("is not made by 200 random keys without a modifier", async () => {
    const { planId } = await ask("Typed at random");
    const random = seeded(20_261_119);
    const { page, offences } = await open(`/inbox?item=${planId}`);
    const sent: string[] = [];
    page.on(
      "request",
      (request) => /review\.(decide|unlock)/.test(request.url()) && sent.push(request.url()),
    );
    // Where the focus may be: nowhere, on a choice, on the heading, in the feedback; the last takes all letters.
    const places = ["body", "input[type=radio]", "h2", "a", "textarea"];
    const pressed: string[] = [];
    for (let stroke = 0; stroke < 200; stroke++) {
      if (stroke % 20 === 0) {
        await page.goto(`${serving.url}/inbox?item=${planId}`);
        await page.getByRole("radio", { name: "Approve" }).waitFor();
        const place = places[(stroke / 20) % places.length] ?? "body";
        await page.evaluate((selector) => {
          const main = document.querySelector("main article");
          main?.querySelector<HTMLElement>(selector)?.focus();
        }, place);
      }
      const key = KEYS[Math.floor(random() * KEYS.length)] ?? "a";
      pressed.push(key);
      await page.keyboard.press(key);
      expect(await page.getByRole("button", { name: /^Undo: / }).count(), pressed.join(" ")).toBe(
        0,
      );
    }
    console.log(
      `${pressed.length} keys, of them ${pressed.filter((key) => "amsr".includes(key)).length} that select`,
    );
    expect(sent).toEqual([]);
    expect(await decisions(planId)).toEqual([]);
    expect(offences).toEqual([]);
  });
});

interface Resumed {
  readonly nextStep?: object;
}

interface StoredDecision {
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

function focusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage));
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
