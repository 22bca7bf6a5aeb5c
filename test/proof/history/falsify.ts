import { type History, type Json, overlap, type RecordedCall } from "./record.ts";
import { factsOf } from "./replies.ts";

export interface Falsified {
  readonly what: string;
  readonly history: History;
}

/** For every fact of every reply, the history with that fact falsified. */
export function changedReplies(history: History): Falsified[] {
  return history.calls.flatMap((call) =>
    factNames(call, history).map((name) => ({
      what: `${call.tool} ${name}`,
      history: withReply(history, call, {
        ...call.answer.reply,
        [name]: changed(call.answer.reply?.[name]),
      }),
    })),
  );
}

/** The history with simulated defects of the server. */
export function otherFalsifications(history: History): Falsified[] {
  const makers = history.commands.map(({ callId }) => callById(history, callId));
  const answered = makers.filter(({ answer }) => answer.reply?.planVersion !== undefined);
  const [first, second] = pair(answered.slice(-2), "two answered commands");
  const refused = history.calls.filter(({ answer }) => answer.refusal);
  const last = history.commands.length;
  const isAnswered = (call: RecordedCall | undefined) => !!call && answered.includes(call);
  // Some commands, such as two late results, commute.
  const toSwap = makers.findLastIndex(
    (call, index) => isAnswered(call) && isAnswered(makers[index + 1]),
  );
  return [
    {
      what: "two replies with swapped versions",
      history: withReply(
        withReply(history, first, { ...first.answer.reply, planVersion: versionOf(second) }),
        second,
        { ...second.answer.reply, planVersion: versionOf(first) },
      ),
    },
    { what: "two commands in swapped order", history: swapped(history, toSwap + 1) },
    ...history.commands.slice(1).map(({ version }) => ({
      what: `version ${version} lost after it was answered`,
      history: without(history, version),
    })),
    {
      what: "a command that two calls claim",
      history: withCommand(history, last, { callId: history.commands[last - 2]?.callId ?? null }),
    },
    { what: "a command without a call", history: withCommand(history, last, { callId: "nobody" }) },
    { what: "a version left out", history: withCommand(history, last, { version: last + 1 }) },
    {
      what: "a version that was made before an earlier one was asked for",
      history: movedAhead(history, callById(history, history.commands[last - 1]?.callId)),
    },
    ...refused.map((call) => ({
      what: `a refusal ${call.answer.refusal?.code} with another code`,
      history: withAnswer(history, call, {
        reply: null,
        refusal: { code: "FORBIDDEN", text: "FORBIDDEN: No. Next: ask." },
      }),
    })),
    ...history.artifacts.map(({ id }) => ({
      what: `the artifact ${id} lost after it was acknowledged`,
      history: { ...history, artifacts: history.artifacts.filter((one) => one.id !== id) },
    })),
    ...history.artifacts.slice(0, 1).map((artifact) => ({
      what: "an artifact stored twice",
      history: { ...history, artifacts: [...history.artifacts, { ...artifact, id: "art_again" }] },
    })),
    {
      what: "rows that are a version behind",
      history: { ...history, rows: { ...history.rows, version: history.rows.version - 1 } },
    },
    {
      what: "a lease with a wrong expiry",
      history: {
        ...history,
        rows: {
          ...history.rows,
          steps: history.rows.steps.map((step) => ({ ...step, leaseExpiresAt: new Date(0) })),
        },
      },
    },
  ];
}

/** Leaves out facts whose falsified value may be true as well under concurrency. */
function factNames(call: RecordedCall, { commands, calls }: History): string[] {
  const { reply } = call.answer;
  if (!reply) return [];
  const hasMadeOne = commands.some(({ callId }) => callId === call.id);
  const isAlone = !calls.some((other) => other !== call && overlap(call, other));
  const open = [...(hasMadeOne ? [] : ["planVersion"]), ...(isAlone ? [] : ["leaseRenewed"])];
  return Object.keys(factsOf(reply)).filter((name) => !open.includes(name));
}

function changed(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return `${value}x`;
  if (Array.isArray(value)) return [...value, "more"];
  if (value === null || value === undefined) return "something";
  const [name = "more"] = Object.keys(value);
  return { ...value, [name]: changed((value as Json)[name]) };
}

function withReply(history: History, call: RecordedCall, reply: Json): History {
  return withAnswer(history, call, { reply, refusal: null });
}

function withAnswer(history: History, call: RecordedCall, answer: RecordedCall["answer"]): History {
  return withCall(history, call, { answer });
}

function withCall(history: History, { id }: RecordedCall, change: Partial<RecordedCall>): History {
  return {
    ...history,
    calls: history.calls.map((call) => (call.id === id ? { ...call, ...change } : call)),
  };
}

function withCommand(
  history: History,
  version: number,
  change: Partial<History["commands"][number]>,
): History {
  return {
    ...history,
    commands: history.commands.map((command) =>
      command.version === version ? { ...command, ...change } : command,
    ),
  };
}

function swapped(history: History, version: number): History {
  const commands = [...history.commands];
  const [one, other] = pair(commands.slice(version - 1, version + 1), "two commands");
  commands.splice(version - 1, 2, { ...other, version }, { ...one, version: version + 1 });
  return { ...history, commands };
}

function without(history: History, version: number): History {
  const commands = history.commands
    .filter((command) => command.version !== version)
    .map((command, index) => ({ ...command, version: index + 1 }));
  return { ...history, commands };
}

/** The call as if it had ended before any other began. */
function movedAhead(history: History, call: RecordedCall): History {
  return withCall(history, call, {
    started: { ...call.started, order: -2 },
    ended: { ...call.ended, order: -1 },
  });
}

function callById({ calls }: History, id: string | null | undefined): RecordedCall {
  const call = calls.find((candidate) => candidate.id === id);
  if (!call) throw new Error(`there is no call ${id}`);
  return call;
}

function versionOf({ answer }: RecordedCall): unknown {
  return answer.reply?.planVersion;
}

function pair<T>([one, other]: readonly T[], what: string): [T, T] {
  if (one === undefined || other === undefined) throw new Error(`the history lacks ${what}`);
  return [one, other];
}
