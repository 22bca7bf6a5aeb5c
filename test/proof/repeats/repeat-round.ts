import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionSettings } from "@trovella/db";
import { REPEAT_CASES } from "./repeat-cases.ts";
import { checkEffects, readVersions } from "./repeat-effects.ts";
import {
  compareReplies,
  expectRefusal,
  type Line,
  send,
  sendAndLose,
  type Trial,
} from "./repeat-trial.ts";

/** How a call is retried after its first reply was lost. */
export const WAYS = [
  "in sequence",
  "in parallel",
  "all at once",
  "after a restart",
  "killed during the call",
] as const;

export interface Stage extends Line {
  readonly number: number;
  /** Bypasses row-level security. */
  readonly database: ConnectionSettings["target"];
  /** Kills the server; resolves when its replacement runs. */
  restart(): Promise<void>;
}

/** Tries every mutating call once; problems are recorded in the trials. */
export async function runRound(stage: Stage): Promise<Trial[]> {
  const { number, database } = stage;
  const way = WAYS[number % WAYS.length];
  const trials = await Promise.all(REPEAT_CASES.map((_, index) => newTrial(stage, index)));
  const isRefusedFirst = number % 3 === 0;
  if (isRefusedFirst) await eachKeyed(trials, (trial) => refuseFirst(stage, trial));
  const versions = await readVersions(database, trials);

  if (way === "after a restart") {
    await each(trials, (trial) => sendAndLose(stage, trial));
    await stage.restart();
  }
  if (way === "killed during the call") {
    const calls = each(trials, (trial) => send(stage, trial, true));
    await sleep(Math.random() * 60);
    await stage.restart();
    await calls;
  }
  await each(trials, (trial, index) => repeat(stage, trial, repeatsOf(number, index)));

  await eachKeyed(trials, (trial) =>
    expectRefusal(stage, trial, {
      input: trial.prepared.otherInput,
      code: "IDEMPOTENCY_CONFLICT",
    }),
  );
  for (const trial of trials) compareReplies(trial, way !== "killed during the call");
  await checkEffects(database, trials, versions);
  return trials;
}

async function newTrial({ call, number }: Stage, index: number): Promise<Trial> {
  const repeated = REPEAT_CASES[index];
  if (!repeated) throw new Error(`There is no case ${index}.`);
  const label = `${repeated.name}, round ${number}`;
  return {
    repeated,
    label,
    prepared: await repeated.prepare(call, label),
    // The tools share the key: its use by one tool must not affect the others.
    key: `key-${number}${repeated.keySuffix}`,
    replies: [],
    lost: [],
    problems: [],
    isUncertain: false,
  };
}

/** A refused call must not consume its key. */
function refuseFirst(stage: Stage, trial: Trial): Promise<void> {
  const { refusedInput: input, refusal: code } = trial.prepared;
  return expectRefusal(stage, trial, { input, code });
}

async function repeat(stage: Stage, trial: Trial, times: number): Promise<void> {
  switch (WAYS[stage.number % WAYS.length]) {
    case "in sequence":
      await sendAndLose(stage, trial);
      return sendInSequence(stage, trial, times);
    case "in parallel":
      await sendAndLose(stage, trial);
      return sendInParallel(stage, trial, times);
    case "all at once":
      await Promise.all([sendAndLose(stage, trial), sendInParallel(stage, trial, times)]);
      return;
    default:
      return times % 2 === 0
        ? sendInSequence(stage, trial, times)
        : sendInParallel(stage, trial, times);
  }
}

/** The replies of retries are lost too, except the last. */
async function sendInSequence(stage: Stage, trial: Trial, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    await (left % 2 === 0 ? sendAndLose(stage, trial) : send(stage, trial));
  }
}

async function sendInParallel(stage: Stage, trial: Trial, times: number): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => send(stage, trial)));
}

/** One to five, in every combination with WAYS. */
function repeatsOf(round: number, index: number): number {
  return 1 + ((Math.floor(round / WAYS.length) + index) % 5);
}

async function each(
  trials: readonly Trial[],
  work: (trial: Trial, index: number) => Promise<void>,
): Promise<void> {
  await Promise.all(trials.map(work));
}

function eachKeyed(trials: readonly Trial[], work: (trial: Trial) => Promise<void>): Promise<void> {
  return each(
    trials.filter(({ repeated }) => repeated.isKeyed),
    work,
  );
}
