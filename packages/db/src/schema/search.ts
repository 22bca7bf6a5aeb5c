import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  bytes,
  createdAt,
  moment,
  oneOf,
  signBits,
  tenantKey,
  tenantPrimaryKey,
  updatedAt,
} from "./columns.ts";
import { SEARCHED_TABLES } from "./table-names.ts";

export const documentChunk = pgTable(
  "document_chunk",
  {
    ...tenantKey(),
    sourceTable: text("source_table", { enum: SEARCHED_TABLES }).notNull(),
    sourceId: text("source_id").notNull(),
    position: integer("position").notNull(),
    content: text("content").notNull(),
    contentDigest: text("content_digest").notNull(),
    /** Null until the vector has been computed. */
    embeddingModel: text("embedding_model"),
    embedding: bytes("embedding"),
    signature: signBits("signature"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    uniqueIndex("document_chunk_source").on(
      table.organizationId,
      table.sourceTable,
      table.sourceId,
      table.position,
    ),
    oneOf("document_chunk_source_table_known", table.sourceTable, SEARCHED_TABLES),
  ],
);

export const posting = pgTable(
  "posting",
  {
    organizationId: text("organization_id").notNull(),
    term: text("term").notNull(),
    chunkId: text("chunk_id").notNull(),
    termFrequency: integer("tf").notNull(),
    documentLength: integer("dl").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.term, table.chunkId] }),
    index("posting_chunk").on(table.organizationId, table.chunkId),
  ],
);

export const termStat = pgTable(
  "term_stat",
  {
    organizationId: text("organization_id").notNull(),
    term: text("term").notNull(),
    chunkCount: bigint("chunk_count", { mode: "number" }).notNull(),
    sourceCount: bigint("source_count", { mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.term] })],
);

export const corpusStat = pgTable("corpus_stat", {
  organizationId: text("organization_id").primaryKey(),
  chunkCount: bigint("chunk_count", { mode: "number" }).notNull(),
  sourceCount: bigint("source_count", { mode: "number" }).notNull().default(0),
  totalLength: doublePrecision("total_length").notNull(),
  updatedAt: updatedAt(),
});

/** Work for the indexer: chunks whose vector is missing. */
export const indexingQueue = pgTable(
  "indexing_queue",
  {
    ...tenantKey(),
    chunkId: text("chunk_id").notNull(),
    attempts: integer("attempts").notNull().default(0),
    lockedUntil: moment("locked_until"),
    lastError: text("last_error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    uniqueIndex("indexing_queue_chunk").on(table.organizationId, table.chunkId),
    index("indexing_queue_created").on(table.organizationId, table.createdAt),
  ],
);
