import { CHROMIUM_FLAGS } from "@trovella/testing/programs/chromium";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";

export interface Visit {
  readonly page: Page;
  /** Things a page must never do: run foreign code, call other servers, violate its policy, throw. */
  readonly offences: string[];
}

export type Theme = "light" | "dark";
export const THEMES: readonly Theme[] = ["light", "dark"];
const USUAL_MEDIA = {
  reducedMotion: "reduce",
  contrast: null,
  forcedColors: null,
  media: null,
} as const;
/** What these add stays for the life of a page. */
const LASTING = ["addInitScript", "exposeFunction", "exposeBinding", "setExtraHTTPHeaders"];
const CLEANING_MS = 10_000;
/** Those that tests listen to. */
const EVENTS = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "framenavigated",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
] as const;

interface Look {
  readonly theme: Theme;
  readonly width: number;
}

/** By the program. Files that a worker runs share them; Playwright ends them with the worker. */
const browsers = new Map<string, Browser>();

async function runningBrowser(executablePath: string): Promise<Browser> {
  const running = browsers.get(executablePath);
  if (running?.isConnected()) return running;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, headless: true });
  browsers.set(executablePath, browser);
  return browser;
}

/** A browser for the tests of a file; every visit begins without cookies, storage or handlers of others. */
export function useBrowser(executablePath: string | null) {
  let browser: Browser | undefined;
  let tabs: Tab[] = [];
  beforeAll(async () => {
    if (executablePath) browser = await runningBrowser(executablePath);
  });
  afterEach(async () => {
    await Promise.all(tabs.map((tab) => tab.leave()));
    tabs = tabs.filter(({ isFree }) => isFree);
  });
  afterAll(() => Promise.all(tabs.map((tab) => tab.close())));

  return async function visit(
    address: string,
    {
      theme = "light",
      width = 1280,
      locale = "en-GB",
    }: { theme?: Theme; width?: number; locale?: string } = {},
  ): Promise<Visit> {
    if (!browser) throw new Error("The browser is not running.");
    let tab = tabs.find((one) => one.isFree && one.locale === locale);
    if (!tab) {
      tab = await openTab(browser, locale);
      tabs.push(tab);
    }
    return tab.visit(address, { theme, width });
  };
}

async function openTab(browser: Browser, locale: string): Promise<Tab> {
  const context = await browser.newContext({ locale, reducedMotion: "reduce" });
  const tab = new Tab(await context.newPage(), locale);
  await tab.prepare();
  return tab;
}

/**
 * A page in a context of its own, which a later visit uses again: a page takes half the CPU time where it was loaded
 * before. Whatever a test may have left behind is removed; a page that cannot be cleaned is closed.
 */
class Tab {
  readonly locale: string;
  isFree = true;
  readonly #page: Page;
  #origin = "";
  #offences: string[] = [];
  #isChanged = false;

  constructor(page: Page, locale: string) {
    this.#page = page;
    this.locale = locale;
  }

  async prepare(): Promise<void> {
    const page = this.#page;
    await page.exposeFunction("noteOffence", (offence: string) => this.#offences.push(offence));
    await page.addInitScript(noteFromInside);
    const changes: [object, readonly string[]][] = [
      [page, [...LASTING, "addLocatorHandler"]],
      [page.context(), [...LASTING, "newCDPSession", "route", "setGeolocation", "setOffline"]],
      [page.clock, ["install", "pauseAt", "setFixedTime", "setSystemTime"]],
    ];
    for (const [target, names] of changes) noticeCalls(target, names, () => this.#change());
  }

  #change(): void {
    this.#isChanged = true;
  }

  async visit(address: string, { theme, width }: Look): Promise<Visit> {
    const page = this.#page;
    this.isFree = false;
    this.#origin = new URL(address).origin;
    this.#offences = [];
    this.#watch();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ ...USUAL_MEDIA, colorScheme: theme });
    await page.goto(address);
    return { page, offences: this.#offences };
  }

  close(): Promise<void> {
    return this.#page.context().close();
  }

  /** Is free again afterwards, or closed. */
  async leave(): Promise<void> {
    if (this.isFree) return;
    this.isFree = await this.#clean().catch(() => false);
    if (!this.isFree) await this.close();
  }

  async #clean(): Promise<boolean> {
    const page = this.#page;
    const context = page.context();
    if (this.#isChanged || page.isClosed() || context.pages().length > 1) return false;
    for (const event of EVENTS) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // A document of the same origin without scripts, where nothing is stored any more.
    await page.goto(`${this.#origin}/favicon.svg`, { timeout: CLEANING_MS });
    await page.evaluate(forgetAll);
    await context.clearCookies();
    await context.clearPermissions();
    return true;
  }

  #watch(): void {
    const page = this.#page;
    page.on("request", (request) => {
      const url = request.url();
      const isAllowed = url.startsWith(`${this.#origin}/`) || url.startsWith("data:");
      if (!isAllowed) this.#offences.push(`asked ${url}`);
    });
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) this.#offences.push(message.text());
    });
    page.on("pageerror", (error) => this.#offences.push(`failed: ${error.message}`));
    page.on("dialog", async (dialog) => {
      this.#offences.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
  }
}

function noticeCalls(target: object, names: readonly string[], onCall: () => void): void {
  for (const name of names) {
    const call = Reflect.get(target, name).bind(target);
    const callAndTell = (...given: unknown[]) => {
      onCall();
      return call(...given);
    };
    Object.assign(target, { [name]: callAndTell });
  }
}

/** Runs in the page. */
async function forgetAll(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  window.name = "";
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** Observed inside the page: policy violations, and `__hit`, which hostile texts set. */
function noteFromInside(): void {
  const { noteOffence } = window as unknown as { noteOffence: (offence: string) => void };
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    noteOffence(`broke ${violatedDirective}: ${blockedURI}`),
  );
  Object.defineProperty(window, "__hit", { set: (number) => noteOffence(`ran ${number}`) });
}
