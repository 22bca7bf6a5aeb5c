import { isDeepStrictEqual } from "node:util";
import type { Model } from "./model.ts";
import { isBefore, type RecordedCall } from "./record.ts";

/**
 * Checks a call that reused an idempotency key: the problem, an empty string if there is none, null when the call must be explained like any other.
 */
export function repeatProblem(call: RecordedCall, model: Model): string | null {
  const { reply, refusal } = call.answer;
  const firsts = model.history.calls.filter((other) => isFirst(other, call));
  const isRepeat = reply?.replayed === true;
  const isConflict = refusal?.code === "IDEMPOTENCY_CONFLICT";

  if (isRepeat || isConflict) {
    if (model.versionBy(call) !== null) return "a repeated call had an effect of its own.";
    const given = firsts.filter((first) => !isBefore(call, first));
    const isExplained = given.some((first) =>
      isRepeat ? isSameCall(first, call) && isSameReply(first, call) : !isSameCall(first, call),
    );
    return isExplained ? "" : "it was replayed, but it does not repeat a call.";
  }
  const done = firsts.find((first) => isBefore(first, call));
  return done ? `it was executed although ${done.id} had used its key.` : null;
}

/** Whether the call is the one whose reply is stored under the key. */
function isFirst(other: RecordedCall, { id, tool, input }: RecordedCall): boolean {
  return (
    other.id !== id &&
    other.tool === tool &&
    input.idempotencyKey !== undefined &&
    other.input.idempotencyKey === input.idempotencyKey &&
    other.answer.reply !== null &&
    other.answer.reply.replayed !== true
  );
}

function isSameCall(one: RecordedCall, other: RecordedCall): boolean {
  const { sessionId: _, ...input } = one.input;
  const { sessionId: __, ...otherInput } = other.input;
  return isDeepStrictEqual(input, otherInput);
}

function isSameReply(first: RecordedCall, repeat: RecordedCall): boolean {
  return isDeepStrictEqual({ ...first.answer.reply, replayed: true }, repeat.answer.reply);
}
