import {
  type ListedSecurityEvent,
  listSecurityEvents,
  SECURITY_EVENT_KINDS,
  SECURITY_EVENTS,
  saveSecurityEvent,
} from "@trovella/db/identity";
import { readCursor } from "@trovella/research";
import { z } from "zod";
import * as input from "../inputs.ts";
import { idText, pageOf } from "../page-of.ts";
import { securityEventsAsCsv } from "../security-events-as-csv.ts";
import { personProcedure, router } from "../trpc.ts";

const position = z.object({ id: idText });
const MAX_EXPORTED = 5_000;

const filter = z.object({
  kind: z.enum(SECURITY_EVENT_KINDS).nullable().default(null),
  /** Events by this user or about them. */
  userId: input.id.nullable().default(null),
});

/** Sign-ins, and changes of what people may do: for owners and admins. */
export const securityEventRouter = router({
  list: personProcedure("admin")
    .input(filter.extend({ limit: input.listLimit, cursor: input.cursor }).prefault({}))
    .query(async ({ ctx: { inTenant }, input: { limit, cursor, ...chosen } }) => {
      const before = readCursor(cursor, position)?.id ?? null;
      const rows = await inTenant((context) =>
        listSecurityEvents(context, { ...chosen, before, limit: limit + 1 }),
      );
      const { items, nextCursor } = pageOf(rows, limit, ({ id }) => ({ id }));
      return { events: items.map(withLabel), nextCursor };
    }),

  /** The kinds, for a filter. */
  kinds: personProcedure("admin").query(() => ({
    kinds: SECURITY_EVENT_KINDS.map((kind) => ({ kind, label: SECURITY_EVENTS[kind].label })),
  })),

  /** A mutation, since the export is recorded itself. The newest events, as many as fit. */
  export: personProcedure("admin", ["people"])
    .input(filter.pick({ kind: true }).extend({ format: z.enum(["csv", "json"]) }))
    .mutation(async ({ ctx: { inTenant }, input: { format, kind } }) => {
      const events = await inTenant(async (context) => {
        const found = await listSecurityEvents(context, { kind, limit: MAX_EXPORTED });
        const after = { format, events: found.length };
        await saveSecurityEvent(context, { kind: "security_log_exported", after });
        return found;
      });
      const text = format === "csv" ? securityEventsAsCsv(events) : JSON.stringify(events, null, 2);
      return { text, count: events.length, isComplete: events.length < MAX_EXPORTED };
    }),
});

function withLabel(event: ListedSecurityEvent) {
  const { label, ...facts } = SECURITY_EVENTS[event.kind];
  return { ...event, label, isRefusal: "isRefusal" in facts };
}
