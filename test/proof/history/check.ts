import { isDeepStrictEqual } from "node:util";
import { problemsOfArtifacts } from "./artifacts.ts";
import { explainCall } from "./explain.ts";
import { Leases } from "./leases.ts";
import { Model } from "./model.ts";
import type { History, RecordedCall } from "./record.ts";
import { repeatProblem } from "./repeats.ts";
import type { Span } from "./spans.ts";

/** Model check: everything in a history that the rules do not explain. */
export function divergencesOf(history: History): string[] {
  const logProblems = problemsOfLog(history);
  if (logProblems.length > 0) return logProblems;
  let model: Model;
  try {
    model = new Model(history);
  } catch (error) {
    return [`The log cannot be replayed: ${(error as Error).message}`];
  }
  const leases = new Leases(model);
  return [
    ...history.calls.flatMap((call) => problemOf(call, model, leases)),
    ...problemsOfRows(model, leases),
    ...problemsOfArtifacts(model),
  ];
}

/** Each command makes one version, and each call makes at most one. */
function problemsOfLog({ commands, calls }: History): string[] {
  const makers = commands.map(({ callId }) => callId);
  const known = new Set(calls.map(({ id }) => id));
  return [
    ...commands.flatMap(({ version }, index) =>
      version === index + 1 ? [] : [`Version ${version} is entry ${index + 1} of the log.`],
    ),
    ...commands.flatMap(({ version, callId }) =>
      callId !== null && known.has(callId) ? [] : [`No known call made version ${version}.`],
    ),
    ...makers.flatMap((callId, index) =>
      makers.indexOf(callId) === index ? [] : [`${callId} made more than one version.`],
    ),
  ];
}

function problemOf(call: RecordedCall, model: Model, leases: Leases): string[] {
  const repeat = repeatProblem(call, model);
  const problem = repeat === null ? explainCall(call, model, leases) : repeat;
  return problem ? [`${call.id} (${call.tool} by agent ${call.agent}): ${problem}`] : [];
}

/** The rows must equal the last version, with a recorded heartbeat and the lease that follows from it. */
function problemsOfRows(model: Model, leases: Leases): string[] {
  const { rows } = model.history;
  const expected = model.planAt(model.lastVersion);
  // Without equal rows leases cannot be checked.
  if (!isDeepStrictEqual(withoutLeases(rows), withoutLeases(expected))) {
    return [`The rows are not version ${model.lastVersion}.`];
  }
  const problems: string[] = [];
  for (const step of rows.steps) {
    if (step.status !== "in_progress") continue;
    const signs = leases.signsAt(step.id, model.lastVersion, null);
    const { leaseExpiresAt } = expected.steps.find(({ id }) => id === step.id) ?? step;
    const sign = step.lastActivityAt?.getTime() ?? Number.NaN;
    const end = leaseExpiresAt && sign + rows.stallThresholdMs;
    if (!signs.some(({ fromMs, toMs }) => sign >= fromMs && sign <= toMs)) {
      problems.push(`The last heartbeat of ${step.id} is ${sign}, not ${spell(signs)}.`);
    }
    if ((step.leaseExpiresAt?.getTime() ?? null) !== end) {
      problems.push(
        `The lease of ${step.id} does not expire one threshold after its last heartbeat.`,
      );
    }
  }
  return problems;
}

function withoutLeases(plan: History["rows"]) {
  const order = (one: { readonly id: string }, other: { readonly id: string }) =>
    one.id < other.id ? -1 : 1;
  return {
    ...plan,
    reviews: plan.reviews.toSorted(order),
    steps: plan.steps.map(({ leaseExpiresAt, lastActivityAt, ...step }) => step),
  };
}

function spell(signs: readonly Span[]): string {
  return signs.map(({ fromMs, toMs }) => `${fromMs} to ${toMs}`).join(" or ");
}
