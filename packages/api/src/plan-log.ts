import type { TenantContext } from "@trovella/db";
import {
  type ConsoleEvent,
  type ConsoleToolCall,
  listPlanCalls,
  listPlanEvents,
} from "@trovella/db/console";
import { readCursor, writeCursor } from "@trovella/research";
import { z } from "zod";
import { orNotFound } from "./or-not-found.ts";
import { idText } from "./page-of.ts";

export interface LogRequest {
  readonly planId: string;
  /** Both without one. */
  readonly kind?: "events" | "calls" | undefined;
  readonly client?: string | undefined;
  readonly onlyProblems: boolean;
  /** The newest entry is the event of this number. */
  readonly fromSeq?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | null | undefined;
}

type LogEntry =
  | { readonly kind: "event"; readonly id: string; readonly at: Date; readonly event: ConsoleEvent }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly at: Date;
      readonly call: ConsoleToolCall;
    };

/** Where the last page ended in each of the lists. */
const position = z.object({
  seq: z.int().nullable(),
  call: idText.nullable(),
  /** Events of skills that were shown. */
  skills: z.int().min(0).max(100),
});

/** The events and the tool calls of a plan in one list, newest first. Each is read by its own index. */
export async function readPlanLog(context: TenantContext, request: LogRequest) {
  const { planId, kind, client, onlyProblems, limit, fromSeq } = request;
  const from = readCursor(request.cursor, position) ?? {
    seq: fromSeq === undefined ? null : fromSeq + 1,
    call: null,
    skills: 0,
  };
  const { events, skillEvents } = orNotFound(
    await listPlanEvents(context, {
      planId,
      from: from.seq,
      isBackward: true,
      onlyProblems,
      client,
      limit: kind === "calls" ? 0 : limit + 1,
    }),
    "plan",
  );
  const latest = fromSeq === undefined || request.cursor ? null : (events[0]?.createdAt ?? null);
  const calls =
    kind === "events"
      ? []
      : await listPlanCalls(context, {
          planId,
          client,
          onlyErrors: onlyProblems,
          until: latest,
          beforeId: from.call,
          limit: limit + 1,
        });
  const skills = kind === "calls" ? [] : shownSkills(skillEvents, request).slice(from.skills);
  const merged = [...[...events, ...skills].map(eventEntry), ...calls.map(callEntry)].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  );
  const entries = merged.slice(0, limit);
  return {
    entries,
    nextCursor: merged.length > limit ? writeCursor(after(entries, from)) : null,
  };
}

function after(entries: readonly LogEntry[], from: z.output<typeof position>) {
  const seqs = entries.flatMap((entry) => (entry.kind === "event" ? (entry.event.seq ?? []) : []));
  const calls = entries.flatMap((entry) => (entry.kind === "call" ? [entry.id] : []));
  const skills = entries.filter((entry) => entry.kind === "event" && entry.event.seq === null);
  return {
    seq: seqs.at(-1) ?? from.seq,
    call: calls.at(-1) ?? from.call,
    skills: from.skills + skills.length,
  };
}

/** Newest first. */
function shownSkills(
  events: readonly ConsoleEvent[],
  { onlyProblems, client }: LogRequest,
): ConsoleEvent[] {
  return events
    .filter(({ action }) => !onlyProblems || action === "skill_failed")
    .filter(({ actorClient }) => client === undefined || isOf(client, actorClient))
    .toReversed();
}

/** Events name a client with its version. */
function isOf(client: string, actor: string | null): boolean {
  return actor === client || (actor?.startsWith(`${client} `) ?? false);
}

function eventEntry(event: ConsoleEvent): LogEntry {
  return { kind: "event", id: event.id, at: event.createdAt, event };
}

function callEntry(call: ConsoleToolCall): LogEntry {
  return { kind: "call", id: call.id, at: call.createdAt, call };
}
