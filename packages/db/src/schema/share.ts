import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantKey, tenantPrimaryKey, tenantReference } from "./columns.ts";
import { researchOutput } from "./memory.ts";
import { planReference } from "./plan.ts";

/** A link to a report that works without sign-in. It is deleted with its report or plan. */
export const shareLink = pgTable(
  "share_link",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    /** Null opens the newest version of the plan. */
    outputId: text("output_id"),
    createdBy: text("created_by"),
    /** The last characters of the token. Its hash is in share_key. */
    tokenEnding: text("token_ending").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
    uses: integer("uses").notNull().default(0),
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    tenantReference(table.organizationId, table.outputId, researchOutput),
    index("share_link_plan").on(table.organizationId, table.planId, table.id),
    index("share_link_output").on(table.organizationId, table.outputId),
    check("share_link_uses_count", sql`${table.uses} >= 0`),
    check("share_link_ends", sql`${table.expiresAt} <= ${table.createdAt} + interval '8784 hours'`),
  ],
);
