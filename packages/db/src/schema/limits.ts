import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** How many calls somebody has left, for all processes. Nobody's data: a lost row is a full bucket. */
export const rateBucket = pgTable("rate_bucket", {
  key: text("key").primaryKey(),
  level: doublePrecision("level").notNull(),
  /** What the last taker was given. */
  granted: integer("granted").notNull(),
  updatedAt: moment("updated_at").notNull(),
});
