-- The chunks of a source come out of the index alone: their rows are wide, and ranking asks for hundreds of them.
DROP INDEX "document_chunk_source";
--> statement-breakpoint
CREATE UNIQUE INDEX "document_chunk_source" ON "document_chunk" ("organization_id", "source_table", "source_id", "position") INCLUDE ("id");
