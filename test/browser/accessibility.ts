import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds serious or critical, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Things to operate that the Tab key does not get to, as text. */
export async function unreachableByTab(page: Page): Promise<string[]> {
  const stops = await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-tab-target]")) {
      delete element.dataset.tabTarget;
    }
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex='0']",
    );
    // Of a row of tabs only the chosen one is on the way; the arrow keys go to the others, and the row itself hands
    // the focus on.
    const elsewhere =
      ':disabled, [tabindex="-1"], [role="tablist"], [role="tab"][aria-selected="false"]';
    const shown = [...all].filter(
      (element) => element.checkVisibility() && !element.matches(elsewhere),
    );
    for (const [index, element] of shown.entries()) element.dataset.tabTarget = String(index);
    (document.activeElement as HTMLElement | null)?.blur();
    return shown.length;
  });
  const reached = new Set<string>();
  for (let press = 0; press < stops + 3; press++) {
    await page.keyboard.press("Tab");
    const target = await page.evaluate(
      () => (document.activeElement as HTMLElement | null)?.dataset.tabTarget,
    );
    if (target !== undefined) reached.add(target);
  }
  return page.evaluate(
    (known) =>
      [...document.querySelectorAll<HTMLElement>("[data-tab-target]")]
        .filter((element) => !known.includes(element.dataset.tabTarget ?? ""))
        .map((element) => element.outerHTML.slice(0, 200)),
    [...reached],
  );
}
