-- What searching reads, so narrow that it never has to visit the tables.

-- Every score of a term comes out of the index alone.
ALTER TABLE posting
  DROP CONSTRAINT posting_organization_id_term_chunk_id_pk,
  ADD CONSTRAINT posting_organization_id_term_chunk_id_pk PRIMARY KEY (organization_id, term, chunk_id) INCLUDE (tf, dl);
--> statement-breakpoint

-- The first pass over vectors: sign bits of one model, nothing else.
CREATE INDEX document_chunk_signature ON document_chunk (organization_id, embedding_model) INCLUDE (id, signature)
  WHERE signature IS NOT NULL;
--> statement-breakpoint

-- Equal texts share a vector.
CREATE INDEX document_chunk_digest ON document_chunk (organization_id, content_digest);
--> statement-breakpoint

-- Numbers do not compress; a text and its vector fit beside each other into one row.
ALTER TABLE document_chunk ALTER COLUMN embedding SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE document_chunk SET (toast_tuple_target = 4096);
--> statement-breakpoint

-- Room on the page, so that counting stays beside the row and touches no index.
ALTER TABLE term_stat SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE corpus_stat SET (fillfactor = 50);
