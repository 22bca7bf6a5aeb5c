import { findChromium } from "@trovella/testing/programs/chromium";
import { beforeAll, describe, expect, it } from "vitest";
import { newBarrier } from "./support/barrier.ts";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood, expectText } from "./support/expect-good.ts";
import { makeManyRuns, makeRuns, type Runs } from "./support/research-runs.ts";

const { chromium, reason } = await findChromium();
const MANY = 40;

// In order: there are no runs at first, then a few, then many.
describe.skipIf(!chromium)(`Runs${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const open = (path: string, options = {}) => visit(`${serving.url}${path}`, options);
  let runs: Runs;

  it.each(THEMES)("says where runs come from, in the %s theme", async (theme) => {
    const visited = await open("/runs", { theme });
    await visited.page.getByText("No runs yet").waitFor();
    await expectGood(visited, `runs-empty-${theme}`);
  });

  it("says that a run is unknown, with a way back", async () => {
    const visited = await open("/runs/exec_nowhere");
    await visited.page.getByText("There is no run with this ID").waitFor();
    await expectGood(visited, "run-unknown");
    await visited.page.getByRole("link", { name: "See all runs" }).click();
    await visited.page.waitForURL("**/runs");
  });

  describe("with some of every kind", () => {
    beforeAll(async () => {
      runs = await makeRuns(serving.url);
    });

    it("lists them with their status and plan", async () => {
      const visited = await open("/runs");
      const { page } = visited;
      const table = page.getByRole("table", { name: "Runs of skills" });
      await table.getByRole("link", { name: "Remote work" }).waitFor();
      expect(await table.getByRole("row").count()).toBe(5);
      await page.getByText("4 runs: 2 completed, 1 failed, 1 open.").waitFor();
      await expectText(page, [
        "1 failed in the last 24 hours.",
        "The search service was unavailable.",
        "research-scan",
        "Started",
        "<img src=x onerror=alert(1)>",
      ]);
      const plan = table.getByRole("link", { name: "Deep Heat pumps in old houses" });
      await plan.click();
      await expectText(page, ["Do heat pumps", runs.planId]);
    });

    it("shows everything recorded about one", async () => {
      const visited = await open(`/runs/${runs.whole}`);
      const { page } = visited;
      await page.getByRole("heading", { name: "Heat pumps in old houses", level: 1 }).waitFor();
      await page.getByRole("table", { name: "Tool calls of the run" }).waitFor();
      await expectText(page, [
        "Decision support",
        "Houses built before 1950, in Europe",
        "Backgroundempty",
        "Two pages at most",
        "Please find out thoroughly",
        "Where is the house?In the hills of Bavaria.",
        "A costly decision with several sub-questions.",
        "3 hits found.",
        "Update existing research",
        "Trials since 2024",
        "One look, then one verdict.",
        "Steps completed2",
        "The run was started",
        "Step 2 was completed",
        "The run was completed",
        "NOT_FOUND",
        "1 failed. p95",
      ]);
      const found = page.getByRole("link", { name: runs.artifactId });
      expect(await found.getAttribute("href")).toBe(`/library/${runs.artifactId}`);
    });
  });

  it("says why there is no plan, and why no questions were asked", async () => {
    const { page } = await open(`/runs/${runs.failed}`);
    await page.getByRole("region", { name: "Error" }).waitFor();
    await expectText(page, [
      "None asked: All was clear.",
      "failed before a plan was linked to it; the error is above",
    ]);
    await page.goto(`${serving.url}/runs/${runs.contented}`);
    await page.getByText("chose to use earlier research").waitFor();
  });

  it("shows unconventional metadata as text, under other", async () => {
    const visited = await open(`/runs/${runs.strange}`);
    const other = visited.page.getByRole("region", { name: "Other" });
    await other.getByText("moodOfTheDay").waitFor();
    await expectText(visited.page, ["<script>alert(2)</script>", "clarifyingQuestionsnone"]);
    await expectGood(visited, "run-strange", { isBrief: true });
  });

  it("copies a bug report without text that people wrote", async () => {
    const { page } = await open(`/runs/${runs.whole}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("table", { name: "Tool calls of the run" }).waitFor();
    await page.getByRole("button", { name: "Copy as bug report" }).click();
    await page.getByText("Copied.").waitFor();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toContain(`run: ${runs.whole}`);
    expect(report).toContain(`plan: ${runs.planId}, completed`);
    expect(report).toContain("clients: some-assistant 1.2.3");
    expect(report).toMatch(/^Trovella: \d/);
    for (const word of ["Heat", "Bavaria", "Europe", "Trials"]) expect(report).not.toContain(word);
  });

  it.each([390, 640])("fits long notes into a window of %i pixels", async (width) => {
    const { page } = await open(`/runs/${runs.strange}`, { width });
    await page.getByRole("region", { name: "Other" }).waitFor();
    await expectFits(page, `run-narrow-${width}-strange`);
  });

  it("keeps filters and page in the URL", async () => {
    await makeManyRuns(serving.url, MANY);
    const visited = await open("/runs");
    const { page } = visited;
    await page.getByText(`1–20 of ${MANY + 4}`).waitFor();
    await page.getByRole("link", { name: "Next page" }).click();
    await page.waitForURL("**/runs?page=2");
    await page.getByText(`21–40 of ${MANY + 4}`).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Next page" }).click();
    await page.getByText(`41–44 of ${MANY + 4}`).waitFor();
    expect(await page.getByRole("link", { name: "Next page" }).count()).toBe(0);
    await expectGood(visited, "runs-last-page", { isBrief: true });

    await page.getByRole("button", { name: "Failed" }).click();
    await page.waitForURL("**/runs?status=failed");
    await page.getByRole("button", { name: "research-scan" }).click();
    await page.waitForURL("**/runs?*skillName=research-scan*");
    await page.getByRole("link", { name: "Remote work" }).waitFor();
    await page.getByRole("button", { name: "Completed" }).click();
    await page.getByText("No run matches these filters").waitFor();
    await expectGood(visited, "runs-none-match", { isBrief: true });
    await page.getByRole("button", { name: "Show all runs" }).click();
    await page.getByText(`1–20 of ${MANY + 4}`).waitFor();
    expect(new URL(page.url()).search).toBe("");

    await page.goto(`${serving.url}/runs?page=77&status=nonsense`);
    await page.getByText("There is no page 77").waitFor();
    await page.getByRole("link", { name: "Previous page" }).click();
    await page.getByText(`41–44 of ${MANY + 4}`).waitFor();
  });

  it("opens a run with the keyboard", async () => {
    const { page } = await open("/runs");
    await page.getByRole("table", { name: "Runs of skills" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `One of many, number ${MANY}`, level: 1 }).waitFor();
  });

  it("shows that it is loading, and what failed with a way to try again", async () => {
    const { page, offences } = await open("/plans");
    // Once it is live, nothing is refetched without an event.
    await page.getByText("Live", { exact: true }).waitFor();
    const letGo = newBarrier(2);
    await page.route(/api\/trpc\/[^?]*skillExecution\.list/, async (route) => {
      await letGo();
      await route.abort();
    });
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByText("Loading runs …").waitFor({ state: "attached" });
    await expectGood({ page, offences }, "runs-loading", { isBrief: true });
    await letGo();
    await page.getByRole("alert").getByText("Runs could not be loaded").waitFor();
    await expectGood({ page, offences }, "runs-error", { isBrief: true });
    await page.unroute(/api\/trpc\/[^?]*skillExecution\.list/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(`1–20 of ${MANY + 4}`).waitFor();
  });
});
