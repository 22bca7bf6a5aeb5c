import { findChromium } from "@trovella/testing/programs/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activeContent } from "./support/active-content.ts";
import { useBrowser, type Visit } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { passUndoTime, sendDecision, toasts } from "./support/decide.ts";
import { callAsEach, connectHostile, type HostileClient } from "./support/hostile-client.ts";
import { IS_WHOLE, PAYLOADS } from "./support/payloads.ts";
import { doHostileResearch, type HostileResearch } from "./support/research-hostile.ts";

const { chromium, reason } = await findChromium();
/** Fields that take less than this are short: they get one payload at a time. */
const LONG = 5_000;
const MAX_CLIENTS = 140;
/** The parts of a plan, each with a text that shows when it is all there. */
const TABS = [
  ["timeline", "Step 1"],
  ["plan", "evil.example"],
  ["evidence", "All payloads at once"],
  ["reports", "evil.example"],
  ["activity", "The plan was created"],
  ["calls", "submit_step_result"],
];
const ALL = PAYLOADS.join("\n");

// In order: everything is stored first, and the figures are printed last.
describe.skipIf(!chromium)(`Hostile text${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  let client: HostileClient;
  let research: HostileResearch;
  let pages = 0;

  beforeAll(async () => {
    client = await connectHostile(serving.url);
    research = await doHostileResearch(client);
    await client.sweep();
    await callAsEach(serving.url, everyThird(0).slice(0, MAX_CLIENTS));
  });
  afterAll(async () => {
    await client?.close();
    if (!client) return;
    const { tally, fields } = client;
    const refusals = [...tally.refusals].map(([code, count]) => `${count} ${code}`).join(", ");
    console.log(
      `${PAYLOADS.length} payloads, ${fields.length} fields of tools, ${tally.stored} values stored, ${tally.refused} refused (calls: ${refusals}), ${pages} views`,
    );
  });

  /** Goes there, waits for the text, and finds nothing active. */
  async function look(visited: Visit, path: string, shown: string): Promise<void> {
    await visited.page.goto(`${serving.url}${path}`);
    await visited.page.getByRole("main").getByText(shown).first().waitFor({ state: "attached" });
    await inspect(visited);
  }
  async function inspect({ page, offences }: Visit): Promise<void> {
    pages++;
    expect(await page.evaluate(activeContent)).toEqual([]);
    expect(offences).toEqual([]);
  }
  const open = () => visit(`${serving.url}/connect`);

  it("is sent in many forms, and reaches every field of every tool", () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(IS_WHOLE ? 300 : 130);
    const reached = client.fields.map(({ path, maxLength, isFree }) => {
      const { sent, stored } = client.tally.fields.get(path) ?? { sent: null, stored: null };
      const counts = { sent: sent?.size ?? 0, stored: stored?.size ?? 0 };
      return { path, isFree, isLong: maxLength >= LONG, ...counts };
    });
    expect(reached.filter(({ sent }) => sent === 0)).toEqual([]);
    expect(reached.filter(({ isFree, stored }) => isFree && stored === 0)).toEqual([]);
    const long = reached.filter(({ isLong }) => isLong);
    expect(long.length).toBeGreaterThan(30);
    expect(long.filter(({ stored }) => stored < PAYLOADS.length)).toEqual([]);
    for (const name of ["name", "sessionId", "idempotencyKey"]) {
      const field = reached.find(({ path }) => path === `create_research_plan.${name}`);
      expect(field?.stored).toBe(PAYLOADS.length);
    }
  });

  it("would be noticed if a page took it for more than text", async () => {
    const { page, offences } = await open();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(
      (texts) => {
        const place = document.createElement("div");
        place.innerHTML = texts.join("");
        document.querySelector("main")?.append(place);
        Object.assign(window, { __hit: 0 });
      },
      PAYLOADS.slice(0, 80),
    );
    await expect.poll(() => offences).toContain("ran 0");
    await expect.poll(() => offences.join()).toContain("broke ");
    expect((await page.evaluate(activeContent)).length).toBeGreaterThan(20);
  });

  it("is text on Home and in every item of the inbox", async () => {
    const visited = await open();
    await look(visited, "/", "Filled plan");
    const { plans, failedPlans, closingPlan } = research;
    for (const id of [...plans, ...failedPlans, closingPlan]) {
      await look(visited, `/inbox?item=${id}`, PAYLOADS[0] ?? "");
      const more = visited.page.getByRole("button", { name: /^Show all/ });
      for (const button of await more.all()) await button.click();
      await inspect(visited);
    }
  });

  it("is text in every place that the Markdown of a review has", async () => {
    const visited = await open();
    for (const id of research.markdownPlans) {
      await look(visited, `/inbox?item=${id}`, "What is asked");
      await visited.page.locator(".markdown-text").first().waitFor();
      await inspect(visited);
    }
  });

  it("is text where a plan closes early", async () => {
    const visited = await open();
    await look(visited, `/plans/${research.closingPlan}`, "What happened");
    await visited.page.getByRole("button", { name: "Go on anyway" }).click();
    await visited.page.getByRole("dialog", { name: "Go on anyway?" }).waitFor();
    await inspect(visited);
  });

  it("is shown whole in the lists of plans, runs, findings and reports", async () => {
    const visited = await open();
    const { page } = visited;
    await look(visited, "/plans", "Filled plan");
    expect(missing(PAYLOADS, await allRows(page, "Show more plans"))).toEqual([]);
    await inspect(visited);
    await look(visited, "/library", "All payloads at once");
    expect(missing(everyThird(1), await allRows(page, "Show more artifacts"))).toEqual([]);
    await inspect(visited);
    await look(visited, "/reports", "All payloads in form 7");
    expect(missing(everyThird(2), await allRows(page, "Show more reports"))).toEqual([]);
    await inspect(visited);

    await look(visited, "/runs", "1–20 of");
    const texts = await textsOfRows(page);
    const next = page.getByRole("link", { name: "Next page" });
    const firstLink = () => page.locator("tr[data-row] a").first().getAttribute("href");
    while ((await next.count()) > 0) {
      const before = await firstLink();
      await next.click();
      await expect.poll(firstLink).not.toBe(before);
      texts.push(...(await textsOfRows(page)));
      await inspect(visited);
    }
    expect(missing(everyThird(0), texts)).toEqual([]);
  });

  it("is text in every part of a plan and every kind of step", async () => {
    const visited = await open();
    const { page } = visited;
    for (const planId of research.plans.slice(0, 2)) {
      for (const [tab, shown = ""] of TABS) {
        await look(visited, `/plans/${planId}?tab=${tab}`, "Filled plan");
        const panel = page.getByRole("tabpanel");
        await panel.getByText(shown).first().waitFor({ state: "attached" });
        await unfold(page);
        await inspect(visited);
      }
    }
    for (const planId of research.plans) {
      await page.goto(`${serving.url}/plans/${planId}`);
      const steps = page.getByRole("option");
      await steps.first().waitFor();
      for (const step of await steps.all()) {
        await step.click();
        await page.getByRole("region", { name: /^Step \d/ }).waitFor();
        await unfold(page);
        await inspect(visited);
      }
    }
    for (const planId of research.failedPlans) {
      await look(visited, `/plans/${planId}`, "This plan has failed");
    }
  });

  it("is shown in full in a step's result and in the payload of an event", async () => {
    const visited = await open();
    const { page } = visited;
    const [planId] = research.plans;
    await page.goto(`${serving.url}/plans/${planId}`);
    await page.getByRole("option", { name: /Step 1/ }).click();
    const whole = page.getByRole("button", { name: "Load the whole report" });
    await whole.click();
    await whole.waitFor({ state: "detached" });
    const shown = await page.getByRole("region", { name: /^Step 1/ }).textContent();
    expect(missing(PAYLOADS, [shown ?? ""])).toEqual([]);
    await inspect(visited);

    await page.goto(`${serving.url}/plans/${planId}?tab=activity`);
    const table = page.getByRole("table", { name: "Activity" });
    await table.waitFor();
    const events = Number(await table.getAttribute("aria-rowcount")) - 1;
    for (let event = 1; event <= events; event++) {
      await goWithin(page, `/plans/${planId}?tab=activity&event=${event}`);
      await table.getByText(`number ${event}`, { exact: true }).waitFor();
      await table.getByText(/"type":/).waitFor();
      const rest = page.getByRole("button", { name: "Load the whole event" });
      for (const button of await rest.all()) await button.click();
      await inspect(visited);
    }
  });

  it("is text in runs, findings and reports, wherever Markdown takes it", async () => {
    const visited = await open();
    const { page } = visited;
    for (const id of research.runs.slice(0, 5))
      await look(visited, `/runs/${id}`, PAYLOADS[0] ?? "");
    for (const id of research.artifacts.slice(0, 4)) {
      await look(visited, `/library/${id}`, "All payloads at once");
      const text = await page.getByRole("main").textContent();
      expect(missing(PAYLOADS, [text ?? "", ...jsonTexts(text ?? "")])).toEqual([]);
    }
    for (const id of research.reports) await look(visited, `/reports/${id}`, "evil.example");
    await look(visited, `/reports/${research.reports[0]}?source=1`, "evil.example");
    await page.getByRole("region", { name: "Source 1", exact: true }).waitFor();
  });

  it("leaves nothing active in the report of any single payload", async () => {
    const visited = await open();
    const { page } = visited;
    await look(visited, `/reports/${research.smallReports[0]}`, PAYLOADS[2] ?? "");
    const found = await page.evaluate(async (ids) => {
      const body = document.querySelector(".prose-view");
      const active: string[] = [];
      for (const outputId of ids) {
        const input = encodeURIComponent(JSON.stringify({ outputId }));
        const reply = await fetch(`/api/trpc/output.detail?input=${input}`);
        const { result } = await reply.json();
        if (body) body.innerHTML = result.data.html;
        const bad = body?.querySelector(
          ":not(p,h1,h2,h3,h4,h5,h6,ul,ol,li,table,thead,tbody,tr,th,td,pre,code,em,strong,del,a,sup,sub,br,hr,blockquote,section,span,div,input[type=checkbox][disabled])",
        );
        if (bad) active.push(bad.outerHTML);
      }
      return active;
    }, research.smallReports);
    pages += research.smallReports.length;
    expect(found).toEqual([]);
    await inspect(visited);
  });

  it("is text in Insights, Connect, Settings and the palette", async () => {
    const visited = await open();
    const { page } = visited;
    await look(
      visited,
      "/insights?days=7&tables=plans,stored,decisions,satisfaction,clients",
      "__hit=1",
    );
    await look(visited, "/insights?days=7", "Tool calls by client");
    await page.locator("svg.recharts-surface").first().waitFor();
    await inspect(visited);
    await look(visited, "/connect", "onerror=");
    await look(visited, "/settings/server", serving.dataDirectory);
    await page.keyboard.press("Control+k");
    const option = page.getByRole("dialog").getByRole("option");
    for (const payload of PAYLOADS.filter((_, index) => index % 20 === 0)) {
      await page.getByRole("dialog").getByRole("combobox").fill(payload.slice(0, 40));
      await option.first().or(page.getByText("Nothing found.")).first().waitFor();
      await inspect(visited);
    }
    await page.getByRole("dialog").getByRole("combobox").fill("Filled");
    await page.getByRole("option", { name: "Filled plan 1" }).waitFor();
  });

  it("is text when it comes with the URL or is typed", async () => {
    const visited = await open();
    const { page } = visited;
    const [planId] = research.plans;
    const ways = [
      (text: string) => `/plans?text=${text}&status=${text}&sort=${text}`,
      (text: string) => `/plans/${text}`,
      (text: string) => `/plans/${planId}?tab=${text}&step=${text}&event=${text}`,
      (text: string) => `/inbox?item=${text}`,
      (text: string) => `/runs?skillName=${text}&page=${text}`,
      (text: string) => `/runs/${text}`,
      (text: string) => `/library?query=${text}&type=${text}`,
      (text: string) => `/library/debugger?query=${text}`,
      (text: string) => `/library/${text}`,
      (text: string) => `/reports/${text}?source=${text}#${text}`,
      (text: string) => `/insights?days=${text}&tables=${text}`,
      (text: string) => `/${text}`,
      (text: string) => `/settings/${text}?${text}=${text}&__proto__=${text}#${text}`,
    ];
    for (const [index, payload] of everyThird(0).entries()) {
      const way = ways[index % ways.length];
      await goWithin(page, way?.(encodeURIComponent(payload)) ?? "/");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await inspect(visited);
    }
    for (const [index, way] of ways.entries()) {
      await page.goto(`${serving.url}${way(encodeURIComponent(PAYLOADS[index * 7] ?? ""))}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await inspect(visited);
    }
    await page.goto(`${serving.url}/library`);
    for (const payload of PAYLOADS.slice(0, 20)) {
      await page.getByRole("searchbox").fill(payload);
      await page.waitForURL((url) => url.searchParams.get("query") === payload.trim());
    }
    await inspect(visited);
  });

  it("is text when a person writes it as feedback", async () => {
    const visited = await open();
    const { page } = visited;
    const { waitingPlan: planId } = research;
    await page.goto(`${serving.url}/inbox?item=${planId}`);
    await page.getByRole("textbox", { name: "Feedback" }).fill(ALL);
    await page.reload();
    await page.getByRole("textbox", { name: "Feedback" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Feedback" }).inputValue()).toBe(
      ALL.replaceAll(/\r\n?/g, "\n"),
    );
    await page.clock.install();
    await sendDecision(page, "Modify");
    await toasts(page).getByText("Sent back with feedback").waitFor();
    await inspect(visited);
    await passUndoTime(page);
    const decision = page.getByRole("region", { name: "Decision", exact: true });
    await decision.getByText("in the console").waitFor();
    await inspect(visited);
    await page.goto(`${serving.url}/plans/${planId}`);
    await page.getByRole("option", { name: /Checkpoint/ }).click();
    await page.getByText("Feedback from a review").first().waitFor();
    await inspect(visited);
  });
});

/** Each kind of row has a third of the payloads; in the long form every way in, with one of its deeds. */
function everyThird(kind: number): string[] {
  return PAYLOADS.filter((_, index) => index % 3 === kind);
}

/** The payloads that none of the texts shows. */
function missing(payloads: readonly string[], texts: readonly string[]): string[] {
  const all = texts.join("\n\n").replaceAll(/\r\n?/g, "\n");
  return payloads.filter((payload) => !all.includes(payload.replaceAll(/\r\n?/g, "\n")));
}

/** The page as it would be after a link to there was followed, without loading everything again. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, "", to), path);
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
}

/** Shows all of a list, scrolls through it, and gives the text of every row. */
async function allRows(page: Page, more: string): Promise<string[]> {
  const button = page.getByRole("button", { name: more });
  const table = page.getByRole("table");
  while ((await button.count()) > 0) {
    const before = await table.getAttribute("aria-rowcount");
    await button.click();
    await page.waitForFunction(
      (count) => document.querySelector("table")?.getAttribute("aria-rowcount") !== count,
      before,
    );
  }
  const texts: string[] = [];
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 2_000) {
    await page.evaluate((to) => {
      window.scrollTo(0, to);
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, top);
    texts.push(...(await textsOfRows(page)));
  }
  return texts;
}

function textsOfRows(page: Page): Promise<string[]> {
  return page
    .locator("tr[data-row]")
    .evaluateAll((rows) => rows.map((row) => row.textContent ?? ""));
}

/** The texts of JSON that is shown as such. */
function jsonTexts(shown: string): string[] {
  return [...shown.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([text]) => String(JSON.parse(text)));
}
