import { isDeepStrictEqual } from "node:util";
import { AppError } from "@trovella/foundation";
import {
  applyEvents,
  decide,
  type Plan,
  type PlanEvent,
  refusalOf,
  reviveEvent,
} from "@trovella/plan-engine";
import { artifactProblem, explainStoring } from "./artifacts.ts";
import { commandOf, continuationOf } from "./commands.ts";
import type { Leases } from "./leases.ts";
import type { Model } from "./model.ts";
import { withLostRenewal } from "./moments.ts";
import type { Json, RecordedCall } from "./record.ts";
import { expectedFacts, factsOf } from "./replies.ts";
import { distinctMoments } from "./spans.ts";

/** Why the rules cannot explain a call; null when they can. */
export function explainCall(call: RecordedCall, model: Model, leases: Leases): string | null {
  const { refusal } = call.answer;
  if (refusal && ["INTERNAL", "UNAVAILABLE"].includes(refusal.code)) return refusal.text;
  if (call.tool === "store_research") return explainStoring(call, model);
  const artifacts = artifactProblem(call, model);
  if (artifacts) return artifacts;
  const version = model.versionBy(call);
  // This tool reads first and logs its trace event afterwards.
  if (call.tool === "get_research_context" && !refusal) {
    if (version === null) return "it logged no event.";
    return explainTrace(call, version, model) ?? explainRead(call, model, leases, version - 1);
  }
  return version === null
    ? explainRead(call, model, leases)
    : explainChange(call, version, model, leases);
}

/** A call that made a version: the rules must produce the same events from the version before. */
function explainChange(
  call: RecordedCall,
  version: number,
  model: Model,
  leases: Leases,
): string | null {
  const problem = explainPlace(call, version, model);
  if (problem) return problem;
  const { events } = model.commandAt(version);
  const at = events[0]?.at as Date;
  const before = version === 1 ? [null] : leases.plansAt(version - 1, call, at);
  const attempts = before.map((plan) => {
    const outcome = attempt(call, plan, { now: at, events, model });
    if (outcome instanceof AppError) return `the rules refuse it: ${outcome.message}`;
    if (!isDeepStrictEqual(outcome.map(withoutLeaseEnd), events.map(withoutLeaseEnd))) {
      return `the rules produce ${spell(outcome)}, the log has ${spell(events)}.`;
    }
    const after = applyEvents(plan, events as [PlanEvent, ...PlanEvent[]]);
    return answerProblem(call, { before: plan, events, after, now: at, ...known(model, after) });
  });
  return verdict(attempts);
}

/** A version is made during its call, and the reply names it. */
function explainPlace(call: RecordedCall, version: number, model: Model): string | null {
  const { lowest } = model.versionsDuring(call);
  if (lowest >= version) return `it made version ${version} when ${lowest} had been answered.`;
  const at = model.commandAt(version).events[0]?.at.getTime() ?? Number.NaN;
  const { decidedMs, started, ended } = call;
  const isInTime =
    decidedMs === null ? at >= started.clockMs && at <= ended.clockMs : at === decidedMs;
  return isInTime ? null : `its version is of ${at}, outside the call.`;
}

function explainTrace(call: RecordedCall, version: number, model: Model): string | null {
  const problem = explainPlace(call, version, model);
  if (problem) return problem;
  const { events } = model.commandAt(version);
  const now = events[0]?.at as Date;
  const outcome = attempt(call, model.planAt(version - 1), { now, events, model });
  return isDeepStrictEqual(outcome, events) ? null : `it logged ${spell(events)}.`;
}

/** A read-only or refused call: its answer must be right at some version current during the call (linearizability). */
function explainRead(
  call: RecordedCall,
  model: Model,
  leases: Leases,
  newest = model.lastVersion,
): string | null {
  const during = model.versionsDuring(call);
  const lowest = during.lowest;
  const highest = Math.min(during.highest, newest);
  if (lowest > model.lastVersion) return `version ${lowest} had been answered, but is not there.`;
  const named = call.answer.reply?.planVersion;
  const versions =
    named === undefined
      ? Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index)
      : [Number(named)];
  if (named !== undefined && (Number(named) < lowest || Number(named) > highest)) {
    return `it reports version ${named}, but ${lowest} to ${highest} were current.`;
  }
  const problems = versions
    .filter((version) => version > 0)
    .flatMap((version) => {
      const signs = leases.allSignsAt(version, call);
      const nows = distinctMoments(call, signs, model.planAt(version));
      return nows.flatMap((now) =>
        leases.plansAt(version, call, now).map((plan) => readProblem(call, plan, now, model)),
      );
    });
  return verdict(problems);
}

function readProblem(call: RecordedCall, plan: Plan, now: Date, model: Model): string | null {
  const { refusal } = call.answer;
  const situation = { before: plan, events: [], after: plan, now, ...known(model, plan) };
  const isPlainLook = ["get_step_context", "get_research_context"].includes(call.tool);
  if (isPlainLook) {
    const isThere =
      call.tool === "get_research_context" || plan.steps.some(({ id }) => id === call.input.stepId);
    if (isThere) {
      const candidates = [call, ...withLostRenewal(call, plan, model)];
      return verdict(candidates.map((one) => answerProblem(one, situation)));
    }
    return refusal?.code === "NOT_FOUND" ? null : "it names a step that does not exist.";
  }
  const outcome = attempt(call, plan, { now, events: [], model });
  if (outcome instanceof AppError) {
    if (!refusal) return `the rules refuse it: ${outcome.message}`;
    const text = `${outcome.code}: ${outcome.message}`;
    return refusal.text === text ? null : `the rules refuse it differently: ${text}`;
  }
  if (outcome.length > 0) return `it should have changed the plan: ${spell(outcome)}.`;
  return answerProblem(call, situation);
}

/** Compares the answer with the expected one for the situation. */
function answerProblem(
  call: RecordedCall,
  situation: Parameters<typeof expectedFacts>[1],
): string | null {
  const { reply, refusal } = call.answer;
  const refused = refusalOf(situation.events);
  if (refused) {
    const text = `${refused.code}: ${refused.message}`;
    return refusal?.text === text ? null : `it should have been refused: ${text}`;
  }
  if (!reply) return `the rules allow it, but it was refused: ${refusal?.text}`;
  const expected = JSON.parse(JSON.stringify(expectedFacts(call, situation)));
  // Artifacts are checked separately: they change without a version.
  const facts = reply.artifacts ? { ...factsOf(reply), artifacts: [] } : factsOf(reply);
  return isDeepStrictEqual(facts, expected)
    ? null
    : `the reply is ${differing(facts, expected)} at version ${situation.after.version}.`;
}

function known(model: Model, { version }: Plan) {
  return { results: model.results, authors: model.authorsAt(version) };
}

interface Attempt {
  readonly now: Date;
  readonly events: readonly PlanEvent[];
  readonly model: Model;
}

function attempt(
  call: RecordedCall,
  plan: Plan | null,
  { now, events, model }: Attempt,
): PlanEvent[] | AppError {
  const earlier = model.eventsUpTo(plan?.version ?? 0);
  const command = commandOf(call, plan, { events, earlier });
  if (!command) throw new Error(`${call.tool} is no command`);
  try {
    const decided = decide(plan, command, now);
    const continuation = refusalOf(decided) ? null : continuationOf(call, plan, events);
    const further = continuation && plan && decide(applyEvents(plan, decided), continuation, now);
    return asStored([...decided, ...(further ?? [])]);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Serialized as in the audit log. */
function asStored(events: readonly PlanEvent[]): PlanEvent[] {
  return (JSON.parse(JSON.stringify(events)) as unknown[]).map(reviveEvent);
}

/** Null if any candidate explains the call. */
function verdict(problems: readonly (string | null)[]): string | null {
  if (problems.includes(null)) return null;
  return problems[0] ?? "no version was current.";
}

/** The fields in which two replies differ, with both values. */
function differing(found: Json, expected: Json): string {
  const names = [...new Set([...Object.keys(found), ...Object.keys(expected)])];
  return names
    .filter((name) => !isDeepStrictEqual(found[name], expected[name]))
    .map((name) => `${name} ${spell(found[name])} instead of ${spell(expected[name])}`)
    .join(", ");
}

function spell(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

const SHOWN_CHARACTERS = 600;

/** A refusal tells when the lease ends, and the time of an attempt may end with it; renewals are not logged, so several ends may be true. */
function withoutLeaseEnd(event: PlanEvent): PlanEvent {
  if ("workMs" in event) {
    const { workMs: _, ...rest } = event;
    return rest as PlanEvent;
  }
  if (event.type !== "result_refused") return event;
  return { ...event, message: event.message.replace(/ until \S+Z/, "") };
}
