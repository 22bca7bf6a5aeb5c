import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Token buckets for rate limiting, shared by all processes. A lost row is a full bucket. */
export const rateBucket = pgTable("rate_bucket", {
  key: text("key").primaryKey(),
  level: doublePrecision("level").notNull(),
  /** How many tokens the last request got. */
  granted: integer("granted").notNull(),
  updatedAt: moment("updated_at").notNull(),
});
