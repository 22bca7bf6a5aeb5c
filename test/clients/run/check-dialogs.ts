import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { findOrInstall, findProgram } from "@trovella/testing/programs/find-or-install";
import type { Finding, Findings } from "../capabilities.ts";
import type { Dialog, TestClient } from "../catalog/test-client.ts";
import type { ModelServer } from "../model/model-server.ts";
import { promptFor } from "../model/play.ts";
import { tail } from "./findings.ts";
import { type Bench, Session } from "./session.ts";
import { Terminal } from "./terminal.ts";

const SEND_MS = 10_000;
const SETTLE_MS = 4_000;
const START_MS = 60_000;
const DIALOG_MS = 90_000;
const DECISION_MS = 45_000;
const MAX_KEYS = 2;
const MAX_TRIES = 10;

const TRIALS = ["approve", "decline"] as const;

type Trial = (typeof TRIALS)[number];

const APPROVED = { decision: "approve", decided_via: "elicitation", declined: 0 };
/** The person declines in the dialog, then approves in the console. */
const DECLINED = { decision: "approve", decided_via: "api", declined: 1 };
const CANCELLED = { decision: null, decided_via: null, declined: 0 };

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
    findings.set(trial, tmux ? await decide(bench, client, { trial, dialog }) : reason);
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
  const session = new Session(bench, client, { purpose: trial });
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
      (await answer(terminal, session, { trial, dialog, model: bench.model })) ??
      (await storedFinding(bench, session, expectedOf(trial, dialog)))
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
    await terminal.press(...(hurdle?.keys ?? []));
    if (screen === null || hurdle) continue;
    // It goes on to ask, and connects its servers in the background.
    await sleep(SETTLE_MS);
    if (!hurdleOn(terminal.screen())) return null;
  }
  return `it does not start: ${tail(terminal.screen())}`;
}

async function answer(
  terminal: Terminal,
  { label }: Session,
  {
    trial,
    dialog,
    model,
  }: { readonly trial: Trial; readonly dialog: Dialog; readonly model: ModelServer },
): Promise<string | null> {
  await terminal.type(promptFor("loop", `${label}-loop`));
  // A client that is busy drawing may miss a key.
  for (let tries = 0; tries < MAX_TRIES && !model.record(`${label}-loop`); tries += 1) {
    await terminal.press("Enter");
    await terminal.waitFor(() => !!model.record(`${label}-loop`), SEND_MS);
  }
  const asked = await terminal.waitFor((screen) => dialog.asked.test(screen), DIALOG_MS);
  if (asked === null) return `no dialog: ${tail(terminal.screen())}`;
  const shown = asked.slice(asked.search(dialog.asked));
  const keys = dialog[trial];
  if (trial === "approve" && keys.length > MAX_KEYS) return `it takes ${keys.length} keys`;
  await terminal.press(...keys);
  const end = (trial === "decline" && dialog.cancelled) || /DONE/;
  const ended = await terminal.waitFor((screen) => end.test(screen), DECISION_MS);
  if (ended === null)
    return `it does not go on after ${keys.join(", ")}: ${tail(terminal.screen())}`;
  // Lines are broken to fit, and framed.
  const words = shown.replaceAll(/[\s│|]+/g, " ");
  return words.includes(`Loop of ${label}`)
    ? null
    : `the dialog does not name the plan: ${tail(shown)}`;
}

function expectedOf(trial: Trial, dialog: Dialog): object {
  if (trial === "approve") return APPROVED;
  return dialog.cancelled ? CANCELLED : DECLINED;
}

async function storedFinding(
  { store }: Bench,
  { label }: Session,
  expected: object,
): Promise<Finding> {
  const [row] = await store.rows(STORED_DECISION, [`Loop of ${label}-loop`]);
  return isDeepStrictEqual(row, expected) || `stored is ${JSON.stringify(row)}`;
}

const STORED_DECISION = `select decision, decided_via,
  (select count(*)::int from plan_audit_log log
    where log.plan_id = plan.id and log.action = 'review_declined') as declined
  from research_plan plan join plan_review review on review.plan_id = plan.id
  where plan.name = $1`;
