import { isDeepStrictEqual } from "node:util";
import { problemsOfArtifacts } from "./artifacts.ts";
import { explainCall } from "./explain.ts";
import { Leases } from "./leases.ts";
import { Model } from "./model.ts";
import type { History, RecordedCall } from "./record.ts";
import { repeatProblem } from "./repeats.ts";
import type { Span } from "./spans.ts";

/** Everything in a history that the rules do not explain; nothing, if all is well. */
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

/** One version for each command, made by one call, and no call that made two. */
function problemsOfLog({ commands, calls }: History): string[] {
  const makers = commands.map(({ callId }) => callId);
  const known = new Set(calls.map(({ id }) => id));
  return [
    ...commands.flatMap(({ version }, index) =>
      version === index + 1 ? [] : [`Version ${version} stands at place ${index + 1} of the log.`],
    ),
    ...commands.flatMap(({ version, callId }) =>
      callId !== null && known.has(callId) ? [] : [`Nobody is known to have made ${version}.`],
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

/** The rows must be the last version, with a sign of life that somebody gave, and the lease it led to. */
function problemsOfRows(model: Model, leases: Leases): string[] {
  const { rows } = model.history;
  const expected = model.planAt(model.lastVersion);
  // Of other rows nothing more can be said.
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
      problems.push(`The last sign of life of ${step.id} is of ${sign}, not ${spell(signs)}.`);
    }
    if ((step.leaseExpiresAt?.getTime() ?? null) !== end) {
      problems.push(
        `The lease of ${step.id} does not end a threshold after its last sign of life.`,
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
