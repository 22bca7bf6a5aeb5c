import path from "node:path";
import { withClient } from "@trovella/db";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import { makeClaims } from "./support/research-claims.ts";
import { fillLibrary, storeReport } from "./support/research-library.ts";

const { chromium, reason } = await findChromium();

// In order: nothing is claimed at first; then people look at claims of two plans.
describe.skipIf(!chromium)(`Claims${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  let planId: string;
  let claims: string;
  beforeAll(async () => {
    ({ planId } = await fillLibrary(serving.url));
    claims = `/plans/${planId}?tab=claims`;
  });

  it.each(THEMES)("says that nothing is claimed yet, in the %s theme", async (theme) => {
    const visited = await open("/claims", { theme });
    await visited.page.getByText("No claims yet").waitFor();
    await expectGood(visited, `claims-empty-${theme}`);
    await visited.page.goto(`${serving.url}${claims}`);
    await visited.page.getByText("No claims yet").waitFor();
    await expectGood(visited, `plan-claims-empty-${theme}`, { isBrief: true });
  });

  describe.each(THEMES)("with claims of every kind, in the %s theme", (theme) => {
    beforeAll(async () => {
      if (theme === "light") await makeClaims(serving.dataDirectory, planId);
    });

    it("shows the statement beside what the source says", async () => {
      const visited = await open(claims, { theme });
      const { page } = visited;
      await shown(page, "In the coldest zone");
      await expectText(page, [
        "None of 9 seen by a person yet",
        'The source says "21", the quote "31".',
        "The quote differs from the source",
        "Read by Trovella",
        "The quote, corrected by the source",
      ]);
      expect(await page.locator("del").textContent()).toContain("31");
      expect(await page.locator("ins").textContent()).toContain("21");
      await expectGood(visited, `claims-altered-${theme}`);
    });

    it("shows figures of both in the same colour, and those that are missing", async () => {
      const visited = await open(claims, { theme });
      const { page } = visited;
      await page.getByRole("link", { name: /cut the energy for heating by 34 %/ }).click();
      await shown(page, "in a trial of 41 homes");
      const look = (scope: string) =>
        page.locator(`${scope} .figure`, { hasText: "34 %" }).first().getAttribute("class");
      expect(await look("h2")).toBe(await look("article mark"));
      await page.getByRole("link", { name: /45 % of it paid by grants/ }).click();
      await shown(page, "45 %");
      expect(await page.locator("h2 .figure-missing").textContent()).toContain("45 %");
      await expectGood(visited, `claims-figures-${theme}`, { isBrief: true });
    });

    it.each([
      ["Owners of houses built before 1980", "most of which had been insulated", "elided"],
      [
        "reduce the energy for heating by about a third",
        "Speaks against the claim",
        "contradicted",
      ],
      ["as quiet as a refrigerator", "The page is gone", "gone"],
      ["Every second new heating system", "one in six new heating systems", "absent"],
      ["is worth its price where grants are paid", "It follows from", "derived"],
    ])("shows what there is to say about: %s", async (statement, text, name) => {
      const visited = await open(claims, { theme });
      const { page } = visited;
      await page.getByRole("link", { name: new RegExp(statement) }).click();
      await shown(page, statement);
      await page.getByText(text).first().waitFor();
      await expectGood(visited, `claims-${name}-${theme}`, { isBrief: true });
    });
  });

  it("is comfortable on a phone", async () => {
    const visited = await open(claims, { width: 390 });
    const { page } = visited;
    await page.getByRole("link", { name: /In the coldest zone/ }).waitFor();
    expect(await page.getByRole("button", { name: "Agree", exact: true }).isVisible()).toBe(false);
    // What is hidden cannot be judged.
    await page.keyboard.press("a");
    await expectGood(visited, "claims-phone-list", { isBrief: true });
    await page.getByRole("link", { name: /In the coldest zone/ }).click();
    await shown(page, "In the coldest zone");
    await expectGood(visited, "claims-phone", { isBrief: true });
    await page.getByRole("button", { name: "Disagree" }).click();
    await page.getByLabel("What is wrong?").waitFor();
    await expectGood(visited, "claims-phone-note", { isBrief: true });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "All claims" }).click();
    await page.getByRole("link", { name: /In the coldest zone/ }).waitFor();
    await page.getByText("None of 9 seen by a person yet").waitFor();
  });

  it("is judged by keys: three verdicts, and what to expect of the rest", async () => {
    const visited = await open(claims);
    const { page, offences } = visited;
    await page.getByRole("button", { name: "Audit a sample" }).click();
    await page.waitForURL("**sample=true*");
    await shown(page, "In the coldest zone");
    await page.keyboard.press("d");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Say what is wrong").waitFor();
    await page.keyboard.type("It is 21 %, a u j k o.");
    await page.keyboard.press("Control+Enter");
    await shown(page, "in a trial of 41 homes");
    await page.keyboard.press("a");
    await shown(page, "by about a third");
    await page.keyboard.press("u");
    await shown(page, "Every second new heating system");
    await page.getByText("3 of 9 seen, 1 wrong; expect 9–91 % wrong among the rest").waitFor();
    await page.keyboard.press("k");
    await shown(page, "by about a third");
    await page.keyboard.press("k");
    await shown(page, "in a trial of 41 homes");
    await expectText(page, [
      "Confirmed",
      "Before that its status was: Supported.",
      "Agreed: Local user",
    ]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("41 homes");
    await expectGood(visited, "claims-judged", { isBrief: true });
    expect(await stored()).toEqual([
      {
        claim_id: "clm_seen02",
        verdict: "disagree",
        note: "It is 21 %, a u j k o.",
        via: "console",
      },
      { claim_id: "clm_seen01", verdict: "agree", note: null, via: "console" },
      { claim_id: "clm_seen03", verdict: "unsure", note: null, via: "console" },
    ]);
    expect(offences).toEqual([]);
  });

  it("loads the next claim before it is asked for", async () => {
    const { page } = await open(claims);
    await shown(page, "In the coldest zone");
    await page.waitForLoadState("networkidle");
    await page.route("**/api/trpc/**", (route) => route.abort());
    await page.keyboard.press("j");
    await shown(page, "in a trial of 41 homes");
  });

  it("refuses a verdict on a claim that was amended meanwhile, and shows it as it is", async () => {
    const { page } = await open(`${claims}&claim=clm_seen08`);
    await shown(page, "Two of the 41");
    await amend(
      "UPDATE claim SET statement = 'Three of the 41 owners went back to gas.', digest = 'new' WHERE id = 'clm_seen08'",
    );
    await page.keyboard.press("a");
    await page.getByText("c8: The claim was amended since you saw it").waitFor();
    await shown(page, "Three of the 41");
    expect((await stored()).length).toBe(3);
  });

  it("opens the source at the place", async () => {
    const { page } = await open(`${claims}&claim=clm_seen01`);
    await shown(page, "in a trial of 41 homes");
    await page
      .context()
      .route("https://trials.example.org/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>Trial</title>" }),
      );
    const [opened] = await Promise.all([
      page.context().waitForEvent("page"),
      page.keyboard.press("o"),
    ]);
    const link = page.getByRole("link", { name: /Open the source at this place/ });
    expect(await link.getAttribute("href")).toBe(
      "https://trials.example.org/heat-pumps#:~:text=Between%202019%20and%202023%20the%20energy%20used%20for%20heating%20fell%20by%2034%20%25%20on%20average",
    );
    expect(await link.getAttribute("rel")).toBe("noreferrer noopener");
    await opened.waitForURL("https://trials.example.org/heat-pumps**");
  });

  it("lists the claims of all plans, by filters in the URL", async () => {
    const visited = await open("/claims");
    const { page } = visited;
    await page.getByRole("list", { name: "Claims" }).waitFor();
    await expectGood(visited, "claims-all");
    await page.getByLabel("Status").selectOption("weak");
    await page.waitForURL("**/claims?status=weak");
    await expect.poll(() => listed(page)).toBe(1);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => listed(page)).toBe(9);
    await page.getByRole("button", { name: "Key claims" }).click();
    await page.getByRole("button", { name: "Not seen by a person" }).click();
    await page.getByText("No claim matches").waitFor();
    await expectGood(visited, "claims-none-match", { isBrief: true });
    await page.goto(`${serving.url}/claims?claim=clm_nowhere`);
    await page.getByText("There is no claim with this ID").waitFor();
    await expectGood(visited, "claims-unknown", { isBrief: true });
  });

  it("says of a source how many claims rest on it", async () => {
    const content = "Heat pumps save energy [src:src_seenfield].";
    const outputId = await storeReport(serving.url, { planId, title: "Savings", content });
    const visited = await open(`/reports/${outputId}?source=4`);
    const { page } = visited;
    await page.getByRole("link", { name: "6 claims in 1 plan rest on this source" }).click();
    await page.waitForURL("**/claims?sourceId=src_seenfield");
    await expect.poll(() => listed(page)).toBe(6);
  });

  it("shows hostile statements, quotes and captured texts as text", async () => {
    const hostile =
      "<img src=x onerror=alert(1)><script>alert(2)</script> javascript:alert(3) 34 %";
    await amend(`UPDATE claim SET statement = '${hostile}', problems = '[{"code":"COVERAGE_LOW","isWeakening":true,"message":"${hostile}"}]' WHERE id = 'clm_seen01';
      UPDATE source_capture SET text = '${hostile}' || text || '${hostile}', final_url = 'javascript:alert(4)' WHERE id = 'cap_seenfield';
      UPDATE claim_evidence SET quote = '${hostile}', passage = '${hostile}', start_at = 0, details = '{"closest":"${hostile}","differs":[{"source":"${hostile}","quote":"${hostile}"}]}' WHERE claim_id = 'clm_seen01'`);
    const visited = await open(`${claims}&claim=clm_seen01`);
    await shown(visited.page, "onerror");
    expect(await visited.page.locator("main img").count()).toBe(0);
    await expectGood(visited, "claims-hostile", { isBrief: true });
  });

  const database = () => ({
    socketDirectory: path.join(serving.dataDirectory, "run"),
    user: "trovella",
    database: "trovella",
  });
  const amend = (statements: string) =>
    withClient(database(), (client) => client.query(statements));
  const stored = () =>
    withClient(database(), async (client) => {
      const { rows } = await client.query(
        "SELECT claim_id, verdict, note, via FROM claim_audit WHERE seconds BETWEEN 0 AND 600 ORDER BY id",
      );
      return rows;
    });
});

/** The chosen claim is this one. */
async function shown(page: Page, statement: string): Promise<void> {
  await page.getByRole("heading", { level: 2 }).filter({ hasText: statement }).waitFor();
}

function listed(page: Page): Promise<number> {
  return page.getByRole("list", { name: "Claims" }).getByRole("listitem").count();
}
