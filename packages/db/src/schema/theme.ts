import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "./columns.ts";

/** How the documents of an organization look; without a row as the default theme says. */
export const documentTheme = pgTable("document_theme", {
  organizationId: text("organization_id").primaryKey(),
  theme: jsonb("theme").notNull(),
  updatedBy: text("updated_by"),
  updatedAt: updatedAt(),
});
