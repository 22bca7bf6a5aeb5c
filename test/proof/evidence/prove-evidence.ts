import { setTimeout as sleep } from "node:timers/promises";
import { PUBLIC_ADDRESS } from "@trovella/testing/capture/loopback-network";
import { type Attempt, makeAttempts } from "./addresses.ts";
import { type Case, type Kind, makeCases } from "./cases.ts";
import { ClaimPlan, type Judged } from "./claim-batches.ts";
import { startEvidenceServer } from "./evidence-server.ts";
import { type GuardedNetwork, startGuardedNetwork } from "./guarded-network.ts";
import { describeMismatch, mismatchesOf, prematureMismatches, tableOf } from "./judge-cases.ts";
import type { Site } from "./site.ts";

const SEED = 20_260_301;
/** Against a proof that hangs, not a slow machine: three attempts at a slow page take about three minutes. */
const MAX_WAIT_MS = 300_000;
const SHOWN = 12;

const LATE: readonly Kind[] = ["held back", "slow page", "slow at first"];
const IN_FINDING: Kind = "in a finding";
const DERIVED: readonly Kind[] = ["inference", "inference from nothing"];

export interface EvidenceProof {
  readonly dataDirectory: string;
  readonly claims: number;
  readonly attempts: number;
  /** Whether the outcome of slow pages is waited for. */
  readonly isPatient: boolean;
}

/** Returns what was found in words, and whether all of it is as it should be. */
export async function proveEvidence({
  dataDirectory,
  claims,
  attempts: wanted,
  isPatient,
}: EvidenceProof): Promise<{ readonly lines: string[]; readonly isKept: boolean }> {
  const { site, cases } = makeCases({ count: claims, seed: SEED, isPatient });
  let attempts: readonly Attempt[] = [];
  const network = await startGuardedNetwork(site.listener(), (insidePort) => {
    const made = makeAttempts(wanted, insidePort);
    attempts = made.attempts;
    return made.detours;
  });
  const server = await startEvidenceServer(dataDirectory, network);
  try {
    const plan = await ClaimPlan.create(server.client, "Claims");
    const recorded = await recordAll(plan, { site, cases });
    const inner = await ClaimPlan.create(server.client, "Private addresses");
    const refusals = await proveRefusals(inner, { network, attempts });
    // By now slow pages have been tried again.
    const judged = await judgeAll(plan, { ...recorded, site, cases });
    const { complaints } = server;
    return {
      lines: [
        ...judged.lines,
        ...refusals.lines,
        `${complaints.length} complaints of the server`,
        ...complaints.slice(0, SHOWN),
      ],
      isKept:
        judged.isKept &&
        refusals.isKept &&
        complaints.length === 0 &&
        cases.length === claims &&
        attempts.length === wanted,
    };
  } finally {
    site.release();
    await server.close();
    await network.close();
  }
}

interface Told {
  readonly lines: string[];
  readonly isKept: boolean;
}

interface Recorded {
  /** In the replies that recorded them. */
  readonly early: ReadonlyMap<Case, Judged>;
  readonly later: ReadonlyMap<Case, Judged>;
  /** Of claims on pages that were held back: how many waited, and how many never came to be judged. */
  readonly unchecked: number;
  readonly stuck: number;
  /** Other claims that never came to be judged. */
  readonly unjudged: number;
}

async function recordAll(
  plan: ClaimPlan,
  { site, cases }: { readonly site: Site; readonly cases: readonly Case[] },
): Promise<Recorded> {
  const of = (kinds: readonly Kind[]) => cases.filter(({ kind }) => kinds.includes(kind));
  const apart = [...LATE, IN_FINDING, ...DERIVED];
  const prompt = cases.filter(({ kind }) => !apart.includes(kind));
  await plan.storePagesOf(prompt);
  const early = await plan.record(prompt);
  const found = await plan.submitWithFindings(of([IN_FINDING]));
  const unjudged = await plan.untilJudged([...prompt, ...of([IN_FINDING])], MAX_WAIT_MS);

  await plan.storePagesOf(of(LATE));
  const waiting = await plan.record(of(LATE));
  const held = of(["held back"]);
  const unchecked = held.filter((one) => waiting.get(one)?.status === "unchecked").length;
  site.release();
  const stuck = await plan.untilJudged(held, MAX_WAIT_MS);
  const derived = await plan.record(of(DERIVED));
  const later = new Map([...found, ...waiting, ...derived]);
  return { early, later, unchecked, stuck, unjudged };
}

async function judgeAll(
  plan: ClaimPlan,
  { site, cases, ...recorded }: Recorded & { readonly site: Site; readonly cases: readonly Case[] },
): Promise<Told> {
  const { early, later, unchecked, stuck, unjudged } = recorded;
  const slow = cases.filter(({ kind }) => kind.startsWith("slow"));
  const slowest = await plan.untilJudged(slow, MAX_WAIT_MS);
  const until = performance.now() + MAX_WAIT_MS;
  let late = await plan.judgeAgain(slow);
  while (performance.now() < until && mismatchesOf(late).length > 0) {
    await sleep(1_000);
    late = await plan.judgeAgain(slow);
  }
  const others = await plan.judgeAgain(cases.filter((one) => !slow.includes(one)));
  const all = new Map([...others, ...late]);
  const statuses = await plan.statuses();
  const mismatches = mismatchesOf(all);
  const premature = prematureMismatches(new Map([...early, ...later]));
  const untold = [...all.values()].filter(
    ({ claimId, status }) => statuses.get(claimId) !== status,
  );
  const atOnce = [...early].filter(([one, { status }]) => status === one.expected.status).length;
  const held = cases.filter(({ kind }) => kind === "held back").length;
  return {
    lines: [
      tableOf(all, mismatches),
      ...[...mismatches, ...premature].slice(0, SHOWN).map(describeMismatch),
      `${all.size} claims on ${site.pages.length} pages: ${mismatches.length} mismatches in status, level, codes or closest passage; ` +
        `${atOnce} of ${early.size} as expected in the first reply, ${premature.length} wrong in it; ${untold.length} told otherwise to the next step; ${unjudged + slowest} not judged in time`,
      `${held} claims on pages held back: ${unchecked} unchecked at first, ${held - stuck} supported by themselves when the pages came`,
    ],
    isKept:
      mismatches.length + premature.length + untold.length + stuck + unjudged + slowest === 0 &&
      unchecked === held,
  };
}

async function proveRefusals(
  plan: ClaimPlan,
  {
    network,
    attempts,
  }: { readonly network: GuardedNetwork; readonly attempts: readonly Attempt[] },
): Promise<Told> {
  const { inside, outside } = network;
  const urls = attempts.map(({ url }) => url);
  await plan.storeSources(urls.map((url) => ({ url })));
  let judged = await plan.recordUrls(urls);
  const until = performance.now() + MAX_WAIT_MS;
  do judged = await plan.judgeHandlesAgain(judged);
  while (judged.some(isWaiting) && performance.now() < until);
  const unclear = judged.filter((claim) => !isRefused(claim));
  const requests = [...inside.requests, ...outside.requests];
  const wrong = requests.filter(({ address }) => address !== PUBLIC_ADDRESS);
  const connections = inside.connections();
  const isNoticed = await wouldBeNoticed(network);
  const ways = new Set(attempts.map(({ way }) => way)).size;
  return {
    lines: [
      `${urls.length} attempts to have an address read that is not public, in ${ways} ways: ${wrong.length} requests to one, ${connections} connections to the listener behind them ` +
        `(which ${isNoticed ? "notices" : "does not notice"} one that gets through); ${judged.length - unclear.length} claims unchecked for that reason`,
      ...unclear.slice(0, SHOWN).map((claim) => JSON.stringify(claim)),
    ],
    isKept: wrong.length + connections + unclear.length === 0 && isNoticed,
  };
}

/** Without the guard a request would reach the listener. */
async function wouldBeNoticed(network: GuardedNetwork): Promise<boolean> {
  const before = network.inside.connections();
  const address = "10.0.0.7";
  const signal = AbortSignal.timeout(5_000);
  await network.request(new URL(`http://${address}/`), { address, signal });
  return network.inside.connections() === before + 1;
}

function isWaiting({ status, problems = [] }: Judged): boolean {
  return status === "unchecked" && problems.length === 0;
}

function isRefused({ status, level, problems = [] }: Judged): boolean {
  const [problem, ...others] = problems;
  const isSaid = problem?.message?.includes("its address is not public") ?? false;
  return status === "unchecked" && level === 0 && isSaid && others.length === 0;
}
