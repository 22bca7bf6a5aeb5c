import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityFindings, unreachableByTab } from "./accessibility.ts";
import type { Visit } from "./browser.ts";

const SCREENSHOTS = process.env.TROVELLA_SCREENSHOTS;

/** The pages that were found good in one of the themes, by the test file and their names without the theme. */
const inOneTheme = new Set<string>();

/**
 * No violation, no serious axe finding, everything reachable by keyboard, no horizontal overflow. Themes differ in their
 * colours alone, so only these are looked at in the second one.
 */
export async function expectGood(
  { page, offences }: Visit,
  name: string,
  { isBrief = false } = {},
): Promise<void> {
  await expectFits(page, name);
  const inAnyTheme = `${expect.getState().testPath} ${withoutTheme(name)}`;
  const onlyColours = inOneTheme.has(inAnyTheme);
  expect(await accessibilityFindings(page, { onlyColours })).toEqual([]);
  if (!isBrief && !onlyColours) expect(await unreachableByTab(page)).toEqual([]);
  expect(offences).toEqual([]);
  if (withoutTheme(name) !== name) inOneTheme.add(inAnyTheme);
}

function withoutTheme(name: string): string {
  return name.replace(/-(light|dark)$/, "");
}

/** No horizontal overflow. */
export async function expectFits(page: Page, name: string): Promise<void> {
  // Charts follow the window a moment later.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow, { timeout: 5_000 }).toBeLessThanOrEqual(0);
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** The main part of the page contains all of these once it is loaded. */
export async function expectText(page: Page, texts: readonly string[]): Promise<void> {
  const shown = () => page.getByRole("main").textContent();
  for (const text of texts) await expect.poll(shown, { timeout: 30_000 }).toContain(text);
}
