import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, oneOf, tenantKey, tenantPrimaryKey } from "./columns.ts";
import { CREDENTIAL_KINDS, SECURITY_EVENT_KINDS } from "./security-event-kinds.ts";

/**
 * Sign-ins, and changes of what people may do. Append-only: the tenant role may insert and read. Names are copied, and no column refers to
 * another table, so that the record outlives the people, tokens and plans it names.
 */
export const securityEvent = pgTable(
  "security_event",
  {
    ...tenantKey(),
    kind: text("kind", { enum: SECURITY_EVENT_KINDS as [string, ...string[]] }).notNull(),
    /** How many equal refusals of a minute this row stands for. */
    count: integer("count").notNull().default(1),
    actorUserId: text("actor_user_id"),
    actorName: text("actor_name"),
    credentialKind: text("credential_kind", { enum: CREDENTIAL_KINDS }).notNull().default("none"),
    credentialId: text("credential_id"),
    credentialName: text("credential_name"),
    ipAddress: text("ip_address"),
    subjectKind: text("subject_kind"),
    subjectId: text("subject_id"),
    subjectLabel: text("subject_label"),
    before: jsonb("before"),
    after: jsonb("after"),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    index("security_event_created").on(table.organizationId, table.createdAt),
    index("security_event_kind").on(table.organizationId, table.kind, table.id),
    index("security_event_actor").on(table.organizationId, table.actorUserId, table.id),
    index("security_event_subject").on(table.organizationId, table.subjectId, table.id),
    oneOf("security_event_kind_known", table.kind, SECURITY_EVENT_KINDS),
    oneOf("security_event_credential_known", table.credentialKind, CREDENTIAL_KINDS),
    check("security_event_count_fits", sql`${table.count} > 0`),
    check(
      "security_event_change_fits",
      sql`octet_length(${table.before}::text) <= 8000 and octet_length(${table.after}::text) <= 8000`,
    ),
  ],
);
