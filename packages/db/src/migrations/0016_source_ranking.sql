-- Texts are ranked as a whole, so terms are counted by source too.
ALTER TABLE "corpus_stat" ADD COLUMN "source_count" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "term_stat" ADD COLUMN "source_count" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "corpus_stat" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "term_stat" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "posting" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "document_chunk" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "corpus_stat" AS corpus SET "source_count" = (
  SELECT count(*) FROM "document_chunk" AS chunk
  WHERE chunk."organization_id" = corpus."organization_id" AND chunk."position" = 0);
--> statement-breakpoint
UPDATE "term_stat" AS stat SET "source_count" = counted."sources" FROM (
  SELECT "organization_id", "term", count(*) AS "sources" FROM (
    SELECT DISTINCT posting."organization_id", "term", "source_table", "source_id" FROM "posting"
    JOIN "document_chunk" AS chunk ON chunk."organization_id" = posting."organization_id" AND chunk."id" = "chunk_id"
  ) AS mention GROUP BY "organization_id", "term"
) AS counted
WHERE stat."organization_id" = counted."organization_id" AND stat."term" = counted."term";
--> statement-breakpoint
ALTER TABLE "corpus_stat" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "term_stat" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "posting" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "document_chunk" FORCE ROW LEVEL SECURITY;
