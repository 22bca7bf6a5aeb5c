import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, createdAt } from "./columns.ts";

/**
 * Insert and select only. Each says where the audit log of a plan ended when it was sealed; no reference to the plan, since
 * the tree of all leaves outlives it.
 */
export const auditLeaf = pgTable(
  "audit_leaf",
  {
    organizationId: text("organization_id").notNull(),
    /** Its place in the tree, from 0. */
    position: bigint("position", { mode: "number" }).notNull(),
    planId: text("plan_id").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    head: bytes("head").notNull(),
    hash: bytes("hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.position] }),
    index("audit_leaf_plan").on(table.organizationId, table.planId, table.seq),
  ],
);

/** Insert and select only. A signed statement about the first leaves of the organization's tree. */
export const auditCheckpoint = pgTable(
  "audit_checkpoint",
  {
    organizationId: text("organization_id").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    root: bytes("root").notNull(),
    /** The roots of the perfect subtrees, largest first: enough to go on without reading the leaves. */
    edge: bytes("edge").notNull(),
    /** The signed note (C2SP). */
    note: text("note").notNull(),
    /** Of who signed it; whether that key is trusted is not for the database to say. */
    publicKey: bytes("public_key").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.size] })],
);
