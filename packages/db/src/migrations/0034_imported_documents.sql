ALTER TABLE "research_artifact" ADD COLUMN "import_path" text;--> statement-breakpoint
ALTER TABLE "research_artifact" ADD COLUMN "import_hash" text;--> statement-breakpoint
CREATE INDEX "research_artifact_import_hash" ON "research_artifact" USING btree ("organization_id","import_hash");--> statement-breakpoint
CREATE INDEX "research_artifact_import_path" ON "research_artifact" USING btree ("organization_id","import_path");