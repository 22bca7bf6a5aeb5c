import { readFileSync } from "node:fs";
import path from "node:path";
import { findChromium } from "@trovella/testing/programs/chromium";
import { ROOT } from "@trovella/testing/sources";
import { beforeAll, describe, expect, it } from "vitest";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectFits, expectGood } from "./support/expect-good.ts";
import { doResearch } from "./support/research.ts";
import { makeClaims } from "./support/research-claims.ts";
import { fillLibrary, reportText, storeReport } from "./support/research-library.ts";
import { makeRichPlan } from "./support/research-plan.ts";
import { makeRuns } from "./support/research-runs.ts";
import { seedDays } from "./support/seed-days.ts";

const { chromium, reason } = await findChromium();
const HEIGHT = 800;
/** The paths of the router. */
const PATHS = [
  ...readFileSync(path.join(ROOT, "apps/console/src/router.tsx"), "utf8").matchAll(
    /\bpath: "([^"]+)"/g,
  ),
].map(([, path]) => path ?? "");

/** Where each page is with something on it, and a text that shows when it is all there. */
interface Example {
  readonly path: string;
  readonly shown: string;
}

describe.skipIf(!chromium)(`Every page${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const examples: Record<string, Example> = {};

  beforeAll(async () => {
    const { url } = serving;
    await seedDays(serving.dataDirectory, { endedDaysAgo: 3 });
    await doResearch(url);
    const planId = await makeRichPlan(url);
    const runs = await makeRuns(url);
    const library = await fillLibrary(url);
    await makeClaims(serving.dataDirectory, planId);
    const content = reportText(library.sourceIds);
    const outputId = await storeReport(url, {
      planId: library.planId,
      title: "Which heat pump?",
      content,
    });
    Object.assign(examples, {
      "/": { path: "/", shown: "Vector databases for small teams" },
      "/inbox": { path: "/inbox", shown: "Two of three studies agree" },
      "/new": { path: `/new?from=${planId}`, shown: "Builds on Prices of heat pumps" },
      // Seeded ones, since those that stall meanwhile move to the top and others to the next page.
      "/plans": { path: "/plans", shown: "Heat pumps in district" },
      "/plans/$planId": { path: `/plans/${planId}`, shown: "jumped to step 5" },
      "/runs": { path: "/runs", shown: "Remote work" },
      "/runs/$executionId": { path: `/runs/${runs.whole}`, shown: "p95" },
      "/library": { path: "/library", shown: "Prices by country" },
      "/library/debugger": { path: "/library/debugger?query=kettle", shown: "keyword: rank 1" },
      "/library/import": { path: "/library/import", shown: "Drop files here" },
      "/library/$artifactId": { path: `/library/${library.findingId}`, shown: "A. Miara" },
      "/claims": { path: "/claims?status=weak", shown: "Installing a heat pump cost" },
      "/reports": { path: "/reports", shown: "Which heat pump?" },
      "/reports/$outputId": { path: `/reports/${outputId}?source=2`, shown: "Lee, K." },
      "/insights": { path: "/insights?days=90", shown: "Tool calls by client" },
      "/connect": { path: "/connect", shown: "npx trovella connect codex --write" },
      "/settings": { path: "/settings", shown: "Deutsch" },
      "/settings/$area": { path: "/settings/server", shown: serving.dataDirectory },
    } satisfies Record<string, Example>);
  });

  it("is among those that are looked at here", () => {
    expect(Object.keys(examples).sort()).toEqual([...PATHS].sort());
  });

  describe.each(THEMES)("in the %s theme", (theme) => {
    it.each(PATHS)("%s is good", async (page) => {
      const { path, shown } = examples[page] ?? { path: page, shown: "" };
      const visited = await visit(`${serving.url}${path}`, { theme });
      await visited.page.getByRole("main").getByText(shown).first().waitFor();
      if (page === "/insights")
        await visited.page.locator("svg.recharts-surface").first().waitFor();
      const name = page === "/" ? "home" : page.slice(1).replaceAll("/", "-").replaceAll("$", "");
      // The theme changes colours, not what can be reached or how wide it is.
      await expectGood(visited, `${name}-${theme}`, { isBrief: theme === "dark" });
      if (theme === "dark") {
        await visited.page.setViewportSize({ width: 390, height: HEIGHT });
        await expectGood(visited, `narrow-390-${name}-${theme}`, { isBrief: true });
        return;
      }
      for (const width of [640, 390]) {
        await visited.page.setViewportSize({ width, height: HEIGHT });
        await expectFits(visited.page, `narrow-${width}-${name}-${theme}`);
      }
    });
  });
});
