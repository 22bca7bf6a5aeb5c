/** Takes screenshots of every page of the console in both themes and writes them to docs/images. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopPostgres } from "@trovella/db/embedded";
import { TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { CHROMIUM_FLAGS, findChromium } from "@trovella/testing/programs/chromium";
import { ROOT } from "@trovella/testing/sources";
import { type Browser, chromium, type Page } from "playwright-core";
import { makeSamples } from "./sample-research.ts";
import { startTeamSample } from "./team.ts";

const IMAGES = path.join(ROOT, "docs/images");
const THEMES = ["light", "dark"] as const;
const SIZE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 760 };
/** Longer than the stall threshold. */
const STALLED_MS = 1_500;

/** A page to capture. A page that needs an id is reached by a link on another. */
interface View {
  readonly name: string;
  readonly address: string;
  readonly follow?: string;
  readonly tab?: string;
  /** A button, an option or a row of the menu that is pressed then. */
  readonly press?: readonly (readonly [role: "button" | "option" | "menuitem", name: RegExp])[];
  readonly size?: typeof SIZE;
}

const DEEP_PLAN = {
  address: "/plans?status=completed&mode=deep",
  follow: 'main a[href^="/plans/plan_"]',
};
const OPEN_PLAN = {
  address: "/plans?status=waiting_for_person",
  follow: 'main a[href^="/plans/plan_"]',
};
const ACTIONS = ["button", /^Actions on this plan$/] as const;
const VIEWS: readonly View[] = [
  { name: "home", address: "/" },
  { name: "home-phone", address: "/", size: PHONE },
  { name: "new", address: "/new" },
  { name: "inbox", address: "/inbox" },
  { name: "inbox-phone", address: "/inbox", size: PHONE },
  { name: "plans", address: "/plans" },
  { name: "plans-phone", address: "/plans", size: PHONE },
  { name: "plan", ...DEEP_PLAN },
  { name: "plan-phone", ...DEEP_PLAN, size: PHONE },
  { name: "plan-evidence", ...DEEP_PLAN, tab: "Evidence" },
  { name: "plan-timeline", ...DEEP_PLAN, tab: "Timeline" },
  { name: "plan-log", ...DEEP_PLAN, tab: "Log" },
  { name: "plan-step", ...OPEN_PLAN, press: [["option", /^Step 1/]] },
  { name: "plan-edit", ...OPEN_PLAN, press: [ACTIONS, ["menuitem", /^Edit steps/]] },
  { name: "plan-delete", ...DEEP_PLAN, press: [ACTIONS, ["menuitem", /^Delete/]] },
  { name: "runs", address: "/runs" },
  { name: "run", address: "/runs", follow: 'main a[href^="/runs/exec_"]' },
  { name: "library", address: "/library?query=trees" },
  { name: "artifact", address: "/library", follow: 'main a[href^="/library/art_"]' },
  { name: "import", address: "/library/import" },
  { name: "debugger", address: "/library/debugger?query=trees" },
  { name: "claims", address: "/claims" },
  { name: "reports", address: "/reports" },
  { name: "report", address: "/reports", follow: 'main a[href^="/reports/out_"]' },
  { name: "insights", address: "/insights" },
  { name: "connect", address: "/connect" },
  { name: "settings", address: "/settings" },
  ...["notifications", "reviews", "documents", "data", "server"].map((area) => ({
    name: `settings-${area}`,
    address: `/settings/${area}`,
  })),
];

const dataDirectory = path.join(tmpdir(), "trovella-sample");
if (existsSync(dataDirectory)) throw new Error(`${dataDirectory} already exists.`);
const environment = {
  PATH: process.env.PATH ?? "",
  TROVELLA_DATA_DIR: dataDirectory,
  ...WITHOUT_MODEL,
};
const { chromium: executablePath, reason } = await findChromium();
if (!executablePath) throw new Error(reason);
const { child, url } = await serve();
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, headless: true });
try {
  console.log("Creating sample research …");
  const demo = [TROVELLA, "demo", "--yes", "--out", path.join(dataDirectory, "documents")];
  spawnSync(process.execPath, demo, { env: environment, stdio: "ignore" });
  await makeSamples(url);
  await sleep(STALLED_MS);
  mkdirSync(IMAGES, { recursive: true });
  for (const theme of THEMES) {
    for (const view of VIEWS) await take(browser, view, theme);
  }
  await takeTeam(browser);
} finally {
  await browser.close();
  child.kill("SIGTERM");
  await once(child, "exit");
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
}

async function serve() {
  const child = spawn(process.execPath, [TROVELLA, "serve", "--port", "0"], {
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [text] = await once(child.stdout.setEncoding("utf8"), "data");
  const [, url = ""] = /running at (\S+)\n/.exec(text) ?? [];
  return { child, url };
}

async function take(browser: Browser, view: View, theme: "light" | "dark"): Promise<void> {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: view.size ?? SIZE,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(`${url}${view.address}`);
  await settle(page);
  if (view.follow) {
    const target = await page.locator(view.follow).first().getAttribute("href");
    await page.goto(`${url}${target}`);
    await settle(page);
  }
  if (view.tab) {
    await page.getByRole("tab", { name: view.tab }).click();
    await settle(page);
  }
  for (const [role, name] of view.press ?? []) {
    await page.getByRole(role, { name }).first().click();
    await settle(page);
  }
  const file = path.join(IMAGES, `${view.name}-${theme}.png`);
  await page.screenshot({ path: file });
  console.log(path.relative(ROOT, file));
  await context.close();
}

/** Pages of team mode: sign-in, and members and security in the settings. */
async function takeTeam(browser: Browser): Promise<void> {
  const team = await startTeamSample(dataDirectory, environment);
  try {
    const context = await browser.newContext({
      viewport: SIZE,
      locale: "en-GB",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await team.setUp(page);
    await page.goto(`${team.url}/settings/team`);
    await settle(page);
    const security = await context.newPage();
    await security.goto(`${team.url}/settings/security`);
    await settle(security);
    const visitor = await (await browser.newContext({ viewport: SIZE })).newPage();
    await visitor.goto(`${team.url}/api/auth/sign-in`);
    for (const theme of THEMES) {
      for (const [name, shown] of [
        ["settings-team", page],
        ["settings-security", security],
        ["sign-in", visitor],
      ] as const) {
        await shown.emulateMedia({ colorScheme: theme });
        const file = path.join(IMAGES, `${name}-${theme}.png`);
        await shown.screenshot({ path: file, fullPage: name !== "sign-in" });
        console.log(path.relative(ROOT, file));
      }
    }
  } finally {
    await team.stop();
  }
}

/** Live events keep the network busy, so the page itself says when it has loaded. */
async function settle(page: Page): Promise<void> {
  await page.locator("main h1").waitFor();
  await page.locator("main [role=status] span + span").first().waitFor({ state: "detached" });
  await sleep(700);
}
