import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Frame, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Findings of axe that are more than minor, one line each; all of them or those about colours. */
export async function accessibilityFindings(
  page: Page | Frame,
  { onlyColours = false } = {},
): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  const rules = onlyColours ? "runOnly: ['color-contrast', 'link-in-text-block'], " : "";
  const { violations } = await page.evaluate<AxeResults>(
    // No rule that is on reads style sheets.
    `axe.run({ ${rules}preload: { assets: ['media'] }, resultTypes: ['violations'] })`,
  );
  return (
    violations
      .filter(({ impact }) => impact !== "minor")
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
      // An open menu is modal for the keyboard, and belongs to no landmark.
      .filter((finding) => !finding.startsWith("region: <div data-radix-popper"))
  );
}

/**
 * Interactive elements that Tab does not reach, as text. What appears meanwhile, as in parts of a page that load later,
 * and what the browser adds, as boxes that scroll, are stops on the way too: it goes on while a round reaches new ones.
 */
export async function unreachableByTab(page: Page | Frame): Promise<string[]> {
  const stops = await page.evaluate(markTabStops);
  const { keyboard } = "keyboard" in page ? page : page.page();
  for (let left = stops; ; ) {
    for (let press = 0; press < stops + 3; press++) await keyboard.press("Tab");
    const unreached = await page.evaluate(listUnreached);
    if (unreached.length === 0 || unreached.length === left) return unreached;
    left = unreached.length;
  }
}

function listUnreached(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>("[data-tab-target]:not([data-tab-reached])"),
  ].map((element) => element.outerHTML.slice(0, 200));
}

/** Returns how many there are. */
function markTabStops(): number {
  for (const element of document.querySelectorAll<HTMLElement>("[data-tab-target]")) {
    delete element.dataset.tabTarget;
    delete element.dataset.tabReached;
  }
  const all = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0']",
  );
  // Of a row of tabs only the chosen one is on the way; the arrow keys go to the others, and the row itself hands
  // the focus on.
  const elsewhere =
    ':disabled, [tabindex="-1"], [role="tablist"], [role="tab"][aria-selected="false"]';
  // Likewise of radio buttons: the chosen one, else the first.
  const isOnTheWay = (element: HTMLElement) => {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    const group = document.getElementsByName(element.name) as NodeListOf<HTMLInputElement>;
    return element === ([...group].find(({ checked }) => checked) ?? group[0]);
  };
  const shown = [...all].filter(
    (element) => element.checkVisibility() && !element.matches(elsewhere) && isOnTheWay(element),
  );
  for (const [index, element] of shown.entries()) element.dataset.tabTarget = String(index);
  (document.activeElement as HTMLElement | null)?.blur();
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) target.dataset.tabReached = "";
  });
  return shown.length;
}
