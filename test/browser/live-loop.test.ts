import {
  connectHttp,
  connectStdio,
  type McpClient,
  REPORT,
} from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useBrowser, type Visit } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { decide } from "./support/decide.ts";

const { chromium, reason } = await findChromium();
const NAME = "Heat pumps, watched";
const STEPS = [
  { stepType: "search", instructions: "Find trials." },
  { stepType: "analyze", instructions: "Compare them." },
  { stepType: "checkpoint", instructions: "Ask whether that is enough." },
  { stepType: "synthesize", instructions: "Write the answer." },
];

interface Reply {
  readonly status: string;
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

// In order: a client does its research, the server stops and restarts.
describe.skipIf(!chromium)(`Research watched live${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  const tookMs: number[] = [];
  /** Waits until the pages show what the client got. */
  const shows = async (...changes: Locator[]) => {
    const repliedAt = performance.now();
    await Promise.all(
      changes.map(async (change) => {
        await change.first().waitFor();
        tookMs.push(performance.now() - repliedAt);
      }),
    );
  };

  it("shows each step in two windows without reload, from the plan to the report", async () => {
    const home = await openLive(visit, serving.url);
    const plan = await openLive(visit, `${serving.url}/plans`);
    const client = await connectHttp(serving.url, { name: "live-client" });
    const needsYou = home.page.getByRole("region", { name: "Needs you" });
    const running = home.page.getByRole("region", { name: "Working now" });
    const finished = home.page.getByRole("region", { name: "Recently finished" });
    const step = (order: number, status: string) =>
      plan.page.getByRole("option", { name: new RegExp(`Step ${order}.*${status}`) });

    const planId = await createPlan(client);
    await shows(plan.page.getByRole("link", { name: NAME }));
    await plan.page.getByRole("link", { name: NAME }).click();
    await step(4, "Pending").waitFor();

    for (const order of [1, 2]) {
      const held = await nextStep(client, planId);
      await shows(step(order, "Running"), running.getByText(`Step ${order}: `));
      await submit(client, held);
      await shows(step(order, "Completed"), running.getByText(`${order}/4`));
    }

    const held = await nextStep(client, planId);
    await shows(step(3, "Running"), running.getByText("Step 3: "));
    await client.call("request_user_review", { ...held, summary: "Is that enough?" });
    await shows(step(3, "Needs your review"), needsYou.getByText("Is that enough?"));
    const waiting = untilReleased(client, planId);
    const inbox = await openLive(visit, `${serving.url}/inbox?item=${planId}`);
    await inbox.page.getByRole("heading", { name: NAME }).waitFor();
    await decide(inbox.page, "Approve");
    const last = await waiting;
    await shows(step(3, "Completed"), step(4, "Running"), running.getByText("Step 4: "));

    await submit(client, last);
    await shows(step(4, "Completed"), finished.getByText(NAME));
    expect((await client.call<Reply>("get_next_step", { planId })).status).toBe("plan_complete");
    await plan.page.getByRole("tab", { name: "Result" }).click();
    await client.call("store_research_output", {
      planId,
      title: "What heat pumps cost",
      mediaType: "markdown",
      content: "# Answer\n\nLess than before.",
    });
    await shows(
      plan.page.getByText("Less than before."),
      home.page.getByText("Reports written1in 7 days"),
    );
    await client.close();
    for (const window of [home, plan, inbox]) await expectNeverLeft(window);
    tookMs.sort((a, b) => a - b);
    const median = tookMs[Math.floor(tookMs.length / 2)] ?? 0;
    console.log(
      `from the reply of a tool to the change on the screen: p50 ${median.toFixed()} ms, max ${tookMs.at(-1)?.toFixed()} ms, ${tookMs.length} changes`,
    );
  });

  it("loses nothing while the server is down", async () => {
    const client = await connectHttp(serving.url, { name: "live-client" });
    const planId = await createPlan(client);
    await client.close();
    const home = await openLive(visit, serving.url);
    const plan = await openLive(visit, `${serving.url}/plans/${planId}`);
    const steps = (status: string) =>
      plan.page.getByRole("option", { name: new RegExp(`Step 1.*${status}`) });
    await steps("Pending").waitFor();
    await serving.stop();
    for (const { page } of [home, plan]) {
      await page.getByText("This page may be out of date").waitFor();
    }
    const other = await connectStdio({ TROVELLA_DATA_DIR: serving.dataDirectory });
    await submit(other, await nextStep(other, planId));
    await nextStep(other, planId);
    await other.close();
    expect(await steps("Pending").count()).toBe(1);

    await serving.startAgain();
    await steps("Completed").waitFor();
    await home.page
      .getByRole("region", { name: "Working now" })
      .getByText("Step 2: Compare them.")
      .waitFor();
    for (const window of [home, plan]) {
      await window.page.getByText("This page may be out of date").waitFor({ state: "detached" });
      await window.page.getByText("Live", { exact: true }).waitFor();
      await expectNeverLeft(window);
    }
  });
});

/** A page that is live, with a mark that a reload would remove. */
async function openLive(
  visit: ReturnType<typeof useBrowser>,
  url: string,
): Promise<Visit & { readonly page: Page }> {
  const visited = await visit(url);
  const { page } = visited;
  await page.getByText("Live", { exact: true }).waitFor();
  const streams = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  expect(streams).not.toContain("/healthz");
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  return visited;
}

async function expectNeverLeft({ page, offences }: Visit): Promise<void> {
  expect(await page.locator("body[data-same-page]").count()).toBe(1);
  expect(offences).toEqual([]);
}

async function createPlan({ call }: McpClient): Promise<string> {
  const given = { name: NAME, researchQuestion: "What do they cost?", steps: STEPS };
  return (await call<{ planId: string }>("create_research_plan", given)).planId;
}

async function nextStep(client: McpClient, planId: string) {
  return heldIn(planId, await client.call<Reply>("get_next_step", { planId }));
}

/** Polls like a client that waits for a decision. */
async function untilReleased(client: McpClient, planId: string) {
  for (;;) {
    const reply = await client.call<Reply>("get_next_step", { planId });
    if (reply.status === "step_ready") return heldIn(planId, reply);
  }
}

function heldIn(planId: string, { step, lease }: Reply) {
  return { planId, stepId: step?.stepId ?? "", leaseToken: lease?.token ?? "" };
}

async function submit(client: McpClient, held: ReturnType<typeof heldIn>): Promise<void> {
  const result = { found: true };
  await client.call("submit_step_result", { ...held, result, stepExecutionReport: REPORT });
}
