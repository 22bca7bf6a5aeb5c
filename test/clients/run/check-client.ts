import { isDeepStrictEqual } from "node:util";
import type { ClientReport, Findings } from "../capabilities.ts";
import type { TestClient, Transport } from "../catalog/test-client.ts";
import { listIn, stringIn } from "../model/conversation.ts";
import { replyFields } from "../scenarios/scenario.ts";
import { checkDialogs } from "./check-dialogs.ts";
import { checkTimeout, checkVanishing } from "./check-interruptions.ts";
import {
  doneOf,
  errorsFinding,
  loopFinding,
  pagesFinding,
  remarksOn,
  repliesOnce,
  tail,
} from "./findings.ts";
import { versionOf } from "./install-clients.ts";
import { type Bench, Session } from "./session.ts";

export interface CheckOptions {
  readonly transports: readonly Transport[];
  /** Connect, list, loop and undo only. */
  readonly isShort: boolean;
}

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
    const settled = doneOf(await session.play("quickCall"));
    findings.set("settings", typeof settled === "string" ? settled : true);
    for (const [capability, scenario] of PAGES) {
      findings.set(capability, pagesFinding(await session.play(scenario), scenario));
    }
    findings.set("errors", errorsFinding(await session.play("failures")));
  }
  await session.end();
  if (connection) await undo(bench, session, { connection, findings });
}

const PAGES = [
  ["asciiPage", "asciiPages"],
  ["unicodePage", "unicodePages"],
] as const;

/** Connects by `trovella connect`, or by hand where that does not know the client; returns the client's name there. */
async function connect(
  { store }: Bench,
  session: Session,
  findings: Findings,
): Promise<string | null> {
  const { home } = session.place;
  const name = await nameInConnect(session, store.command(home, ["connect", "--json"]));
  if (name === null) {
    for (const capability of ["connect", "undo"] as const) {
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
