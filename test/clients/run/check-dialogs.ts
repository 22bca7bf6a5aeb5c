import { setTimeout as sleep } from "node:timers/promises";
import { findOrInstall, findProgram } from "@trovella/testing/programs/find-or-install";
import type { Finding, Findings } from "../capabilities.ts";
import type { Dialog, TestClient } from "../catalog/test-client.ts";
import { promptFor } from "../model/play.ts";
import { tail } from "./findings.ts";
import { type Bench, Session } from "./session.ts";
import { Terminal } from "./terminal.ts";

const SETTLE_MS = 3_000;
const START_MS = 60_000;
const DIALOG_MS = 90_000;
const DECISION_MS = 45_000;
const MAX_KEYS = 2;
const MAX_TRIES = 10;

const TRIALS = [
  { capability: "approve", decidedVia: "elicitation", declined: 0 },
  // The person declines in the dialog, then approves in the console.
  { capability: "decline", decidedVia: "api", declined: 1 },
] as const;

type Trial = (typeof TRIALS)[number];

/** Decides the review of a plan in the client's own dialog. */
export async function checkDialogs(
  bench: Bench,
  client: TestClient,
  findings: Findings,
): Promise<void> {
  const { dialog } = client;
  if (!dialog) return;
  const { programs: tmux, reason } = await findTmux();
  for (const trial of TRIALS) {
    findings.set(trial.capability, tmux ? await decide(bench, client, { trial, dialog }) : reason);
  }
}

export function findTmux() {
  return findOrInstall({ name: "tmux", packages: ["tmux"], lookUp: () => findProgram("tmux") });
}

async function decide(
  bench: Bench,
  client: TestClient,
  { trial, dialog }: { readonly trial: Trial; readonly dialog: Dialog },
): Promise<Finding> {
  const session = new Session(bench, client, { purpose: trial.capability });
  session.writeEntry();
  const { folder } = session.place;
  const terminal = new Terminal(
    session.label,
    [...session.command, ...dialog.start(session.place)],
    { cwd: folder, env: session.environment },
  );
  try {
    return (
      (await passHurdles(terminal, dialog)) ??
      (await answer(terminal, session, { trial, dialog })) ??
      (await storedFinding(bench, session, trial))
    );
  } finally {
    terminal.close();
    await session.end();
  }
}

/** Answers what the client asks at its start, again if it did not listen yet; null when it can be used. */
async function passHurdles(terminal: Terminal, dialog: Dialog): Promise<string | null> {
  const hurdleOn = (screen: string) => dialog.hurdles.find(({ shown }) => shown.test(screen));
  const isReady = (screen: string) => dialog.ready.test(screen);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const screen = await terminal.waitFor((one) => isReady(one) || !!hurdleOn(one), START_MS);
    const hurdle = screen === null ? undefined : hurdleOn(screen);
    if (screen !== null && !hurdle) return null;
    await terminal.press(...(hurdle?.keys ?? []));
  }
  return `it does not start: ${tail(terminal.screen())}`;
}

async function answer(
  terminal: Terminal,
  { label }: Session,
  { trial, dialog }: { readonly trial: Trial; readonly dialog: Dialog },
): Promise<string | null> {
  // The client connects its servers in the background.
  await sleep(SETTLE_MS);
  await terminal.type(promptFor("loop", `${label}-loop`));
  await terminal.press("Enter");
  const asked = await terminal.waitFor((screen) => dialog.asked.test(screen), DIALOG_MS);
  if (asked === null) return `no dialog: ${tail(terminal.screen())}`;
  const shown = asked.slice(asked.search(dialog.asked));
  const keys = dialog[trial.capability];
  if (trial.capability === "approve" && keys.length > MAX_KEYS) return `it takes ${keys.length} keys`;
  await terminal.press(...keys);
  const ended = await terminal.waitFor((screen) => screen.includes("DONE"), DECISION_MS);
  if (ended === null) return `it does not go on after ${keys.join(", ")}: ${tail(terminal.screen())}`;
  // Lines are broken to fit, and framed.
  const words = shown.replaceAll(/[\s│|]+/g, " ");
  return words.includes(`Loop of ${label}`) ? null : `the dialog does not name the plan: ${tail(shown)}`;
}

async function storedFinding({ store }: Bench, { label }: Session, trial: Trial): Promise<Finding> {
  const [row] = await store.rows(STORED_DECISION, [`Loop of ${label}-loop`]);
  const { decision, decided_via, declined } = row ?? {};
  const isRight =
    decision === "approve" && decided_via === trial.decidedVia && declined === trial.declined;
  return isRight || `stored is ${JSON.stringify(row)}`;
}

const STORED_DECISION = `select decision, decided_via,
  (select count(*)::int from plan_audit_log log
    where log.plan_id = plan.id and log.action = 'review_declined') as declined
  from research_plan plan join plan_review review on review.plan_id = plan.id
  where plan.name = $1`;
