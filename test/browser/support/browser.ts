import { CHROMIUM_FLAGS } from "@trovella/testing/programs/chromium";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";

export interface Visit {
  readonly page: Page;
  /** Things a page must never do: run foreign code, call other servers, violate its policy, throw. */
  readonly offences: string[];
}

export type Theme = "light" | "dark";
export const THEMES: readonly Theme[] = ["light", "dark"];

/** One browser for the tests of a file; every visit has a fresh context that is closed after the test. */
export function useBrowser(executablePath: string | null) {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    if (!executablePath) return;
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, headless: true });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser?.close());

  return async function visit(
    address: string,
    {
      theme = "light",
      width = 1280,
      locale = "en-GB",
    }: { theme?: Theme; width?: number; locale?: string } = {},
  ): Promise<Visit> {
    if (!browser) throw new Error("The browser is not running.");
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width, height: 800 },
      locale,
      reducedMotion: "reduce",
    });
    contexts.push(context);
    const page = await context.newPage();
    const offences = await watch(page, new URL(address).origin);
    await page.goto(address);
    return { page, offences };
  };
}

async function watch(page: Page, origin: string): Promise<string[]> {
  const offences: string[] = [];
  await page.exposeFunction("noteOffence", (offence: string) => offences.push(offence));
  await page.addInitScript(noteFromInside);
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) offences.push(`asked ${url}`);
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) offences.push(message.text());
  });
  page.on("pageerror", (error) => offences.push(`failed: ${error.message}`));
  page.on("dialog", async (dialog) => {
    offences.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  return offences;
}

/** Observed inside the page: policy violations, and `__hit`, which hostile texts set. */
function noteFromInside(): void {
  const { noteOffence } = window as unknown as { noteOffence: (offence: string) => void };
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    noteOffence(`broke ${violatedDirective}: ${blockedURI}`),
  );
  Object.defineProperty(window, "__hit", { set: (number) => noteOffence(`ran ${number}`) });
}
