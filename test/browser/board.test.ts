import { mkdirSync } from "node:fs";
import path from "node:path";
import { connectHttp, type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Chat, chatOpener, FULL_HOST } from "./apps-host/chat.ts";
import { BRIDGES, type BridgeVersion, useChatServers } from "./apps-host/chat-servers.ts";
import { accessibilityFindings, unreachableByTab } from "./support/accessibility.ts";
import { activeContent } from "./support/active-content.ts";
import { THEMES, useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { allWithin, PAYLOADS } from "./support/payloads.ts";

const { chromium, reason } = await findChromium();
const VERSIONS = Object.keys(BRIDGES) as BridgeVersion[];
const MAX_HEIGHT = 500;

describe.skipIf(!chromium)(`The board in a chat${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  let client: McpClient;
  let faces: ShownFace[];
  beforeAll(async () => {
    client = await connectHttp(serving.url, { name: "test-chat", showsBoard: true });
    faces = await allFaces(client);
  });
  const servers = useChatServers(async () => {
    const { contents } = await client.client.readResource({ uri: "ui://trovella/board" });
    return (contents[0] as { text: string }).text;
  });
  afterAll(() => client.close());
  const openChat = chatOpener({ visit, servers, client: () => client });

  it.each(VERSIONS)(
    "decides a review as a click in the chat, with the bridge %s",
    async (version) => {
      const chat = await openChat({ version });
      const review = await askForReview(client);
      await chat.call("request_user_review", review);
      await press(chat, "Approve");
      await expectShown(chat, "Approved here in the chat");
      await expectRecorded(chat, ["tools/call", "ui/update-model-context", "ui/message"]);
      expect(await decisionsOf(client, review.planId)).toEqual(["approve app"]);
      await expectQuiet(chat, servers.viewUrl);
    },
  );

  it("asks for feedback before it sends a step back", async () => {
    const chat = await openChat();
    const review = await askForReview(client);
    await chat.call("request_user_review", review);
    await press(chat, "Request changes");
    await expectShown(chat, "Say in the feedback what should change.");
    expect(await chat.recorded()).toEqual([]);
    await chat.frame.getByLabel("Feedback").fill("Only trials of the last five years.");
    await press(chat, "Request changes");
    await expectShown(chat, "Changes requested here in the chat");
    expect(await decisionsOf(client, review.planId)).toEqual(["modify app"]);
  });

  it("asks again before it ends a plan, and skips at once", async () => {
    const rejecting = await openChat();
    const rejected = await askForReview(client);
    await rejecting.call("request_user_review", rejected);
    // By keyboard, where pressing twice must not end the plan.
    await rejecting.frame.getByRole("button", { name: "Reject" }).press("Enter");
    await rejecting.page.keyboard.press("Enter");
    expect(await rejecting.recorded()).toEqual([]);
    await press(rejecting, "Reject");
    await press(rejecting, "End the plan");
    await expectShown(rejecting, "Rejected, the plan has ended here in the chat");

    const skipped = await askForReview(client);
    await client.call("request_user_review", skipped);
    const skipping = await openChat();
    await skipping.call("get_plan_status", { planId: skipped.planId });
    await press(skipping, "Skip step");
    await expectShown(skipping, "Step skipped here in the chat");
    expect(await decisionsOf(client, rejected.planId)).toEqual(["reject app"]);
    expect(await decisionsOf(client, skipped.planId)).toEqual(["skip app"]);
  });

  it("shows what the server says when the review was decided elsewhere", async () => {
    const chat = await openChat();
    const review = await askForReview(client);
    await chat.call("request_user_review", review);
    await client.call("submit_user_decision", { planId: review.planId, decision: "skip" });
    await press(chat, "Approve");
    await expectShown(chat, "is for a review that is already over");
    await press(chat, "Refresh");
    await expectShown(chat, "Research plan");
    expect(await decisionsOf(client, review.planId)).toEqual(["skip relayed"]);
  });

  describe("in a host that can do less", () => {
    it("sends the decision as the person's words where it may call no tools", async () => {
      const { serverTools, ...capabilities } = FULL_HOST;
      const chat = await openChat({ capabilities });
      const review = await askForReview(client);
      await chat.call("request_user_review", review);
      await press(chat, "Open to decide");
      await press(chat, "Approve");
      await expectShown(chat, "The assistant passes the decision on.");
      await expectRecorded(chat, ["ui/open-link", "ui/message"]);
      const [opened, said] = await chat.recorded();
      expect(opened?.params.url).toMatch(/\/inbox\?item=p-/);
      expect(JSON.stringify(said?.params)).toContain(`I approve step s1 of plan ${review.planId}.`);
    });

    it("links to the console where it may not speak either, and shows the URL where it opens nothing", async () => {
      const review = await askForReview(client);
      const linking = await openChat({ capabilities: { openLinks: {} } });
      const result = await linking.call("request_user_review", review);
      await press(linking, "Open to decide");
      await expectRecorded(linking, ["ui/open-link"]);
      const alone = await openChat({ capabilities: {} });
      await alone.show(review, result);
      await expectShown(alone, `Open to decide: ${String(result.structuredContent?.reviewUrl)}`);
      expect(await alone.frame.getByRole("button").count()).toBe(0);
    });

    it("shows a result without _meta, as clients of 2025 get it over HTTP", async () => {
      const old = await connectHttp(serving.url, { era: "2025-11-25", showsBoard: true });
      const review = await askForReview(old);
      const call = async (name: string, input: Record<string, unknown>) => {
        const result = await old.client.callTool({ name, arguments: input });
        expect(Object.keys(result._meta ?? {}).filter((key) => /board|ticket/.test(key))).toEqual(
          [],
        );
        const chat = await openChat();
        await chat.show(input, result);
        return chat;
      };
      const reviewing = await call("request_user_review", review);
      await expectShown(reviewing, "passes it on");
      await press(reviewing, "Approve");
      await expectRecorded(reviewing, ["ui/message"]);
      const planning = await call("get_plan_status", { planId: review.planId });
      await expectShown(planning, review.summary);
      await old.close();
    });
  });

  it("shows hostile texts as texts, and asks for nothing", async () => {
    const chat = await openChat();
    const pieces = allWithin(9_000);
    const review = await askForReview(client, { name: PAYLOADS[0] ?? "" });
    const questions = PAYLOADS.slice(0, 20);
    for (const summary of pieces) {
      await chat.show({ ...review, summary, questions }, hostileResult(summary));
      await expectShown(chat, "Waiting for you");
      expect(await chat.frame.evaluate(activeContent)).toEqual([]);
    }
    await chat.call("request_user_review", { ...review, summary: pieces[0], questions });
    await press(chat, "Approve");
    await expectShown(chat, "Approved here in the chat");
    await expectQuiet(chat, servers.viewUrl);
  });

  it.each(THEMES.flatMap((theme) => [320, 720].map((width) => ({ theme, width }))))(
    "is readable and reachable, $theme and $width pixels wide",
    async ({ theme, width }) => {
      const chat = await openChat({ theme, width });
      for (const { face, input, result } of faces) {
        await chat.show(input, result);
        await expectShown(chat, face);
        await picture(chat, `board-${face}-${theme}-${width}`);
        expect(await accessibilityFindings(chat.frame)).toEqual([]);
        // The order of the elements does not depend on their colours and widths.
        if (theme === "light" && width === 320) {
          expect(await unreachableByTab(chat.frame)).toEqual([]);
        }
        expect(await tooSmall(chat)).toEqual([]);
        const size = await sizeOf(chat);
        expect(size.height).toBeLessThanOrEqual(MAX_HEIGHT);
        expect(size.overflow).toBeLessThanOrEqual(0);
      }
      await expectQuiet(chat, servers.viewUrl);
    },
  );
});

async function press({ frame }: Chat, name: string): Promise<void> {
  await frame.getByRole("button", { name, exact: true }).click();
}

async function expectShown({ frame }: Chat, text: string): Promise<void> {
  await expect.poll(() => frame.locator("body").textContent(), { timeout: 15_000 }).toContain(text);
}

/** One request of the chat, that for the card itself; no violation, no error, nothing run. */
/** What the card sent to its host, in order; it may take a moment to get there. */
async function expectRecorded(chat: Chat, methods: readonly string[]): Promise<void> {
  const recorded = async () => (await chat.recorded()).map(({ method }) => method);
  await expect.poll(recorded, { timeout: 10_000 }).toEqual(methods);
}

async function expectQuiet({ offences }: Chat, viewUrl: string): Promise<void> {
  expect(offences).toEqual([`asked ${viewUrl}`]);
}

/** A step that is about to be reviewed: the arguments of request_user_review. */
async function askForReview(client: McpClient, fields: { name?: string } = {}) {
  const { planId, nextStep } = await client.call<{
    planId: string;
    nextStep: { step: { stepId: string }; lease: { token: string } };
  }>("create_research_plan", {
    name: "[Scan] Heat pumps in old houses",
    researchQuestion: "What do heat pumps save in houses built before 1980?",
    steps: [
      { stepType: "search", instructions: "Find trials of the last ten years." },
      { stepType: "synthesize", instructions: "Write the answer." },
    ],
    start: true,
    ...fields,
  });
  return {
    planId,
    stepId: nextStep.step.stepId,
    leaseToken: nextStep.lease.token,
    summary: "Two of three trials agree on a third of the energy. Shall I leave the third out?",
    questions: ["Is the third trial worth keeping?"],
  };
}

/** "approve app" for each decided review of the plan, from its audit log. */
async function decisionsOf(client: McpClient, planId: string): Promise<string[]> {
  const context = await client.call("get_research_context", { planId });
  return [...JSON.stringify(context).matchAll(/"decision":"(\w+)".*?"decidedVia":"(\w+)"/g)].map(
    ([, decision, decidedVia]) => `${decision} ${decidedVia}`,
  );
}

function hostileResult(text: string) {
  const steps = PAYLOADS.slice(0, 30).map((about, index) => ({
    stepId: about,
    stepOrder: index + 1,
    stepType: about,
    status: about,
    about,
  }));
  const review = { stepId: text, summary: text, questions: PAYLOADS, reviewUrl: text };
  const board = { planId: text, name: text, status: text, steps, review, planUrl: text };
  return { content: [], structuredContent: {}, _meta: { "trovella/board": board } };
}

/** Calls whose replies show each face with something of everything in it. */
async function allFaces(client: McpClient): Promise<ShownFace[]> {
  const { planId } = await client.call<{ planId: string }>("create_research_plan", {
    name: "[Deep] Heat pumps in old houses: what they save, cost and need",
    researchQuestion: "What do heat pumps save in houses built before 1980?",
    budget: { toolCalls: 120, minutes: 90 },
    steps: ["search", "extract", "search", "analyze", "checkpoint", "critique", "synthesize"].map(
      (stepType, index) => ({
        stepType,
        instructions: `Part ${index + 1} of the work on heat pumps.`,
      }),
    ),
  });
  for (const summary of [
    "Twelve field trials since 2015; nine of them measured over a whole winter.",
    "Savings between 24 and 41 percent of primary energy, with two outliers.",
  ]) {
    const next = await client.call<Handed>("get_next_step", { planId });
    await client.call("submit_step_result", {
      planId,
      stepId: next.step.stepId,
      leaseToken: next.lease.token,
      result: { done: true },
      resultSummary: summary,
      stepExecutionReport: REPORT,
    });
  }
  await client.call("get_next_step", { planId, agent: "Worker 1" });
  const asked = await askForReview(client);
  const shown = async (face: string, name: string, input: Record<string, unknown>) => {
    const result = await client.client.callTool({ name, arguments: input });
    return { face, input, result };
  };
  return [
    await shown("Research plan", "get_plan_status", { planId }),
    await shown("Review", "request_user_review", asked),
    await shown("Document", "store_research_output", {
      planId,
      title: "Heat pumps in old houses",
      mediaType: "word",
      content: `# Heat pumps\n\nThey save a third of the energy [src:99].\n\n${"Old houses lose most of their heat through the roof. ".repeat(60)}`,
    }),
  ];
}

interface ShownFace {
  readonly face: string;
  readonly input: Record<string, unknown>;
  readonly result: unknown;
}

interface Handed {
  readonly step: { readonly stepId: string };
  readonly lease: { readonly token: string };
}

/** Buttons that are hard to press. */
function tooSmall({ frame }: Chat): Promise<string[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll("button")]
      .filter((button) => button.getBoundingClientRect().height < 44)
      .map(({ textContent }) => textContent ?? ""),
  );
}

function sizeOf({ frame }: Chat): Promise<{ height: number; overflow: number }> {
  return frame.evaluate(() => ({
    height: document.body.getBoundingClientRect().height,
    overflow: document.documentElement.scrollWidth - window.innerWidth,
  }));
}

async function picture({ page }: Chat, name: string): Promise<void> {
  const folder = process.env.TROVELLA_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
