import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns.ts";
import { planReference } from "./plan.ts";

/** What one person does not want to see in their inbox: a review or a plan, for a while or until something happens. */
export const inboxMark = pgTable(
  "inbox_mark",
  {
    organizationId: text("organization_id").notNull(),
    userId: text("user_id").notNull(),
    /** The review or the plan. */
    itemId: text("item_id").notNull(),
    planId: text("plan_id").notNull(),
    /** When a snoozed item comes back; null for a dismissed one. */
    until: moment("until"),
    /** Where the audit log of the plan ended; a plan comes back with the next event that says something. */
    afterSeq: bigint("after_seq", { mode: "number" }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.itemId] }),
    planReference(table),
    index("inbox_mark_plan").on(table.organizationId, table.planId),
  ],
);

/** The plans of the sample, which can be loaded and removed. */
export const samplePlan = pgTable(
  "sample_plan",
  {
    organizationId: text("organization_id").notNull(),
    planId: text("plan_id").notNull(),
    /** Which of the sample's plans it is. */
    part: text("part").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.planId] }), planReference(table)],
);
