import { isDeepStrictEqual } from "node:util";
import type { Model } from "./model.ts";
import { isBefore, type Json, type RecordedCall, type StoredArtifact } from "./record.ts";
import { factsOf } from "./replies.ts";

/** Why this reply to storing an artifact is impossible; null when it is possible. */
export function explainStoring(call: RecordedCall, model: Model): string | null {
  const { reply, refusal } = call.answer;
  const { lowest, highest } = model.versionsDuring(call);
  const isThere = model.plans
    .slice(Math.max(lowest, 1), highest + 1)
    .map((plan) => plan?.steps.some(({ id }) => id === call.input.stepId) ?? false);
  if (refusal) {
    const isRefusedFor = refusal.code === "NOT_FOUND" && isThere.includes(false);
    return isRefusedFor ? null : `it was refused: ${refusal.text}`;
  }
  if (!isThere.includes(true)) return "it names a step that does not exist.";
  const artifact = model.history.artifacts.find(({ title }) => title === call.input.title);
  const expected = { artifactId: artifact?.id, sourceIds: [], sources: [], stored: true };
  return isDeepStrictEqual(factsOf(reply), expected)
    ? null
    : `it was answered ${JSON.stringify(reply)}, but stored is ${JSON.stringify(artifact)}.`;
}

/** The reply must show everything stored before the call, and nothing stored after it. */
export function artifactProblem(call: RecordedCall, model: Model): string | null {
  const { artifacts } = (call.answer.reply ?? {}) as { artifacts?: readonly Json[] };
  if (!artifacts) return null;
  const storing = storingCalls(model);
  const shown = new Set(artifacts.map(({ title }) => title));
  const missing = storing.filter((one) => isBefore(one, call) && !shown.has(one.input.title));
  if (missing.length > 0) return `it does not show what ${missing[0]?.id} had stored.`;
  if (shown.size !== artifacts.length) return "it shows an artifact twice.";
  for (const artifact of artifacts) {
    const maker = storing.find(({ input }) => input.title === artifact.title);
    const isPossible = maker && !isBefore(call, maker);
    if (!isPossible || !isDeepStrictEqual(artifact, entryOf(maker, artifact, model))) {
      return `it shows ${JSON.stringify(artifact)}.`;
    }
  }
  return null;
}

/** Every row was acknowledged, and every acknowledged row is stored with its step. */
export function problemsOfArtifacts(model: Model): string[] {
  const { artifacts } = model.history;
  const storing = storingCalls(model);
  return [
    ...storing.flatMap((call) =>
      artifacts.some((artifact) => isRowOf(artifact, call, model))
        ? []
        : [`What ${call.id} stored is not there.`],
    ),
    ...(artifacts.length === storing.length
      ? []
      : [`${artifacts.length} artifacts are stored, ${storing.length} were acknowledged.`]),
  ];
}

function storingCalls({ history }: Model): RecordedCall[] {
  return history.calls.filter(({ tool, answer }) => tool === "store_research" && answer.reply);
}

function isRowOf(row: StoredArtifact, call: RecordedCall, model: Model): boolean {
  const { input, answer, decidedMs, started, ended } = call;
  const isAtStep = row.stepId === input.stepId || (row.stepId === null && isGone(input, model));
  const at = row.createdAt.getTime();
  const isInTime =
    decidedMs === null ? at >= started.clockMs && at <= ended.clockMs : at === decidedMs;
  return row.id === answer.reply?.artifactId && row.title === input.title && isAtStep && isInTime;
}

function entryOf(maker: RecordedCall, shown: Json, model: Model): Json {
  const { artifactType, title, content, stepId } = maker.input;
  const isShownWithout = shown.stepId === undefined && isGone(maker.input, model);
  return {
    artifactId: maker.answer.reply?.artifactId,
    artifactType,
    title,
    ...(isShownWithout ? {} : { stepId }),
    text: content,
  };
}

/** Whether the step was removed: its artifacts stay, detached. */
function isGone({ stepId }: Json, model: Model): boolean {
  return !model.planAt(model.lastVersion).steps.some(({ id }) => id === stepId);
}
