import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Capability, ClientReport, Finding } from "../capabilities.ts";
import type { TestClient, Transport } from "../catalog/test-client.ts";
import { type Fields, listIn, stringIn } from "../model/conversation.ts";
import { directTurns } from "../model/offered-tools.ts";
import { WRONG_CALLS } from "../scenarios/failures.ts";
import type { ScenarioName } from "../scenarios/index.ts";
import { replyFields } from "../scenarios/scenario.ts";
import { checkDialogs } from "./check-dialogs.ts";
import { versionOf } from "./install-clients.ts";
import { processesAt } from "./processes.ts";
import { type Bench, type Played, Session } from "./session.ts";

export interface CheckOptions {
  readonly transports: readonly Transport[];
  /** Connect, list, loop and undo only. */
  readonly isShort: boolean;
}

type Findings = Map<Capability, Finding>;

const TOOL_TIMEOUT_MS = 3_000;
/** How long Trovella may take to notice that nobody waits any more. */
const NOTICE_MS = 5_000;

/** Tries everything with one client. */
export async function checkClient(
  bench: Bench,
  client: TestClient,
  { transports, isShort }: CheckOptions,
): Promise<ClientReport> {
  const findings: Findings = new Map();
  const remarks: string[] = [];
  if (transports.includes("stdio")) {
    await checkStdio(bench, client, { findings, remarks, isShort });
    if (!isShort) {
      await checkTimeout(bench, client, findings);
      await checkVanishing(bench, client, findings);
      await checkDialogs(bench, client, findings);
    }
  }
  if (transports.includes("http")) await checkHttp(bench, client, findings);
  const { name, lacks } = client;
  for (const capability of lacks) findings.delete(capability);
  return { name, version: versionOf(client, bench.modules), lacks, findings, remarks };
}

async function checkStdio(
  bench: Bench,
  client: TestClient,
  { findings, remarks, isShort }: { findings: Findings; remarks: string[]; isShort: boolean },
): Promise<void> {
  const session = new Session(bench, client, { purpose: "stdio" });
  const connection = await connect(bench, session, findings);
  await session.signIn();
  if (client.listing) {
    const { output } = await session.run(client.listing.args);
    findings.set("list", client.listing.proof.test(output) || `it says ${tail(output)}`);
  }
  const looped = await session.play("loop");
  findings.set("loopStdio", await loopFinding(bench, looped));
  findings.set("once", repliesOnce(looped));
  remarks.push(...(await remarksOn(bench, looped)));
  if (!isShort) {
    for (const [capability, scenario] of PAGES) {
      findings.set(capability, await pagesFinding(bench, await session.play(scenario)));
    }
    findings.set("errors", errorsFinding(await session.play("failures")));
  }
  await session.end();
  if (connection) await undo(bench, session, { connection, findings });
}

const PAGES: readonly (readonly [Capability, ScenarioName])[] = [
  ["asciiPage", "asciiPages"],
  ["unicodePage", "unicodePages"],
];

/** Connects by `trovella connect`, or by hand where that does not know the client; returns the client's name there. */
async function connect(
  { store }: Bench,
  session: Session,
  findings: Findings,
): Promise<string | null> {
  const { home } = session.place;
  const name = await nameInConnect(session, store.command(home, ["connect", "--json"]));
  if (name === null) {
    for (const capability of ["connect", "settings", "undo"] as const) {
      findings.set(capability, "unknown to `trovella connect`");
    }
    session.writeEntry();
    return null;
  }
  const before = session.config();
  await store.command(home, ["connect", name, "--write", "--no-verify"]);
  await store.command(home, ["connect", name, "--undo"]);
  const isSame = isDeepStrictEqual(before, session.config());
  findings.set("undo", isSame || "the file is not what it was");

  const { code, output } = await store.command(home, ["connect", name, "--write"]);
  findings.set("connect", (code === 0 && /Connected to Trovella/.test(output)) || tail(output));
  const isCarried = session.config()?.includes("TROVELLA_EMBEDDER") === true;
  findings.set("settings", isCarried || "the entry lacks TROVELLA_EMBEDDER, which was set");
  return name;
}

/** Clients are told apart by the file that they read. */
async function nameInConnect(
  { configFile }: Session,
  listing: Promise<{ output: string }>,
): Promise<string | null> {
  const { clients } = replyFields((await listing).output);
  const known = listIn(clients).find(({ scopes }) =>
    listIn(scopes).some(({ scope, file }) => scope === "user" && file === configFile),
  );
  return known ? stringIn(known.client) : null;
}

/** What the client itself wrote into the file meanwhile stays, so only the entry must be gone. */
async function undo(
  { store }: Bench,
  session: Session,
  { connection, findings }: { connection: string; findings: Findings },
): Promise<void> {
  const { code, output } = await store.command(session.place.home, [
    "connect",
    connection,
    "--undo",
  ]);
  const isGone = !session.config()?.includes("trovella.mjs");
  if (code !== 0 || !isGone) findings.set("undo", `after use: ${tail(output)}`);
}

async function checkHttp(bench: Bench, client: TestClient, findings: Findings): Promise<void> {
  const session = new Session(bench, client, { purpose: "http", transport: "http" });
  const { store } = bench;
  const { home } = session.place;
  const name = await nameInConnect(session, store.command(home, ["connect", "--json"]));
  const options = ["--write", "--transport", "http", "--url", `${store.url}/mcp`];
  if (name) await store.command(home, ["connect", name, ...options]);
  else session.writeEntry();
  await session.signIn();
  findings.set("loopHttp", await loopFinding(bench, await session.play("loop")));
  await session.end();
  if (name) await undo(bench, session, { connection: name, findings });
}

/** The client gives up on a call; the model is told, the next call works, and the work ends. */
async function checkTimeout(bench: Bench, client: TestClient, findings: Findings): Promise<void> {
  if (client.lacks.includes("timeout")) return;
  const session = new Session(bench, client, { purpose: "timeout", timeoutMs: TOOL_TIMEOUT_MS });
  session.writeEntry();
  await session.signIn();
  const slow = slowRequestOf(bench, session);
  const played = await session.play("slowCall");
  findings.set("timeout", await timeoutFinding(played, slow));
  await session.end();
}

async function timeoutFinding(
  played: Played,
  slow: ReturnType<typeof slowRequestOf>,
): Promise<Finding> {
  const finished = doneOf(played);
  if (typeof finished === "string") return finished;
  const request = await Promise.race([slow, sleep(1_000, null)]);
  if (!request) return `nothing was slow: ${tail(toldIn(played)[0] ?? "")}`;
  const ended = request.endedAfterMs;
  if (ended === null) return "the call went on to the end of the model's answer";
  const limit = TOOL_TIMEOUT_MS + NOTICE_MS;
  return ended <= limit || `the call went on for ${Math.round(ended / 1_000)} s`;
}

/** The client is killed during a call: its server ends, and so does the work. */
async function checkVanishing(bench: Bench, client: TestClient, findings: Findings): Promise<void> {
  const session = new Session(bench, client, { purpose: "vanish" });
  session.writeEntry();
  await session.signIn();
  const killer = new AbortController();
  const slow = slowRequestOf(bench, session);
  const playing = session.play("slowCall", killer.signal);
  const request = await Promise.race([slow, playing.then(() => null)]);
  killer.abort();
  const { output } = await playing;
  if (!request) findings.set("vanish", `nothing was slow: ${tail(output)}`);
  else {
    await sleep(NOTICE_MS);
    const isServing = processesAt(session.place.home).length > 0;
    const isAsking = request.endedAfterMs === null;
    const left = [isServing ? "processes remain" : "", isAsking ? "the model is still asked" : ""];
    findings.set("vanish", left.filter(Boolean).join(", ") || true);
  }
  await session.end();
}

function slowRequestOf({ model }: Bench, { label }: Session) {
  return model.slowRequest(`${label}-slowCall`);
}

/** The plan as it is stored: all steps done, the added one too, decided, with an output and feedback. */
async function loopFinding({ store }: Bench, played: Played): Promise<Finding> {
  const done = doneOf(played);
  if (typeof done === "string") return done;
  const [plan] = await store.rows(STORED_LOOP, [done.planId]);
  const expected = {
    status: "completed",
    steps: ["search:completed", "custom:completed", "analyze:completed", "checkpoint:completed"],
    decisions: ["approve"],
    outputs_citing: [true],
    sources: 1,
    feedbacks: 1,
  };
  const { decided_via: _, ...stored } = plan ?? {};
  return isDeepStrictEqual(stored, expected) || `stored is ${JSON.stringify(stored)}`;
}

const STORED_LOOP = `select plan.status,
  (select array_agg(step_type || ':' || step.status order by step_order) from plan_step step
    where step.plan_id = plan.id) as steps,
  (select array_agg(decision) from plan_review review where review.plan_id = plan.id) as decisions,
  (select string_agg(decided_via, ' ') from plan_review review where review.plan_id = plan.id) as decided_via,
  (select array_agg(is_citing) from research_output output where output.plan_id = plan.id) as outputs_citing,
  (select count(*)::int from plan_source source where source.plan_id = plan.id) as sources,
  (select count(*)::int from research_feedback feedback where feedback.plan_id = plan.id) as feedbacks
  from research_plan plan where plan.handle = $1`;

function repliesOnce(played: Played): Finding {
  const created = turnsIn(played).find(({ name }) => name.endsWith("create_research_plan"));
  const planId = stringIn(replyFields(created?.reply ?? "").planId);
  if (!created || !planId) return "no plan was made";
  const copies = created.reply.split(`"planId":"${planId}"`).length - 1;
  const escaped = created.reply.split(`\\"planId\\":\\"${planId}\\"`).length - 1;
  return (
    copies + escaped <= 1 || `${copies + escaped} copies in ${created.reply.length} characters`
  );
}

/** Every page that the model was shown is the one that Trovella gives. */
async function pagesFinding({ store }: Bench, played: Played): Promise<Finding> {
  const pages = turnsIn(played).filter(({ name }) => name.endsWith("get_research_context"));
  if (pages.length === 0) return String(doneOf(played));
  for (const { input, reply } of pages) {
    const { planId, cursor } = input;
    const whole = await store.call(
      "get_research_context",
      cursor ? { planId, cursor } : { planId },
    );
    if (!isDeepStrictEqual(replyFields(reply), whole)) {
      return `of ${JSON.stringify(whole).length} characters ${reply.length} arrived, otherwise: ${tail(reply)}`;
    }
  }
  const done = doneOf(played);
  return typeof done === "string" ? done : true;
}

function errorsFinding(played: Played): Finding {
  const done = doneOf(played);
  if (typeof done === "string") return done;
  const replies = toldIn(played);
  const silent = WRONG_CALLS.findIndex(({ mustSay }, index) => !mustSay.test(replies[index] ?? ""));
  return silent < 0 || `${WRONG_CALLS[silent]?.tool} ${silent + 1}: ${tail(replies[silent] ?? "")}`;
}

/** What the model said at the end of a scenario, or why it did not get there. */
function doneOf({ record, output }: Played): Fields | string {
  if (!record) return `the model was never asked: ${tail(output)}`;
  const { outcome } = record;
  if ("call" in outcome) return `it ended after ${outcome.call.name}: ${tail(output)}`;
  return outcome.text.startsWith("DONE") ? replyFields(outcome.text) : outcome.text;
}

async function remarksOn({ store }: Bench, played: Played): Promise<string[]> {
  const { record } = played;
  if (!record) return [];
  const done = doneOf(played);
  const [plan] = typeof done === "string" ? [] : await store.rows(STORED_LOOP, [done.planId]);
  const shown = record.first.tools.filter(({ name }) => /get_next_step$/.test(name)).length;
  const everything = JSON.stringify(record.first);
  return [
    shown > 0 ? "tools shown at once" : "tools found by search",
    everything.includes("Trovella keeps research plans") ? "instructions shown" : "no instructions",
    `${record.requests} requests`,
    `decided: ${plan?.decided_via ?? "–"}`,
  ];
}

function turnsIn({ record }: Played) {
  return directTurns(record?.last.turns ?? []);
}

/** Replies of our tools, without those of a search for them. */
function toldIn(played: Played): string[] {
  return turnsIn(played)
    .filter(({ name }) => !/^tool_?search$/i.test(name))
    .map(({ reply }) => reply);
}

function tail(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").slice(-300);
}
