-- One source once: the register of each plan's sources, and numbers that people and models can write.

-- The same for every way of writing one source. A DOI counts before a URL, a URL before the text; long keys are hashed, because
-- an index entry has room for 2,700 bytes.
CREATE OR REPLACE FUNCTION source_key(url text, doi text, title text, quote text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(plain) <= 1000 THEN plain ELSE 'sha256:' || encode(sha256(convert_to(plain, 'UTF8')), 'hex') END
  FROM (
    SELECT coalesce(
      'doi:' || nullif(lower(regexp_replace(btrim(doi), '^(https?://(www\.|dx\.)?doi\.org/|doi:\s*)', '', 'i')), ''),
      'doi:' || lower(substring(address from '(?i)^(?:www\.|dx\.)?doi\.org/(10\.[^?]+)')),
      'url:' || nullif(
        regexp_replace(lower(substring(address from '^[^/?]*')), '^www\.|:(80|443)$', '', 'g')
        || regexp_replace(substring(address from '^[^/?]*([^?]*)'), '/+$', '')
        || coalesce('?' || nullif(ltrim(regexp_replace('&' || substring(address from '\?(.*)$'),
             '&(utm_[^=&]*|gclid|fbclid)(=[^&]*)?(?=&|$)', '', 'gi'), '&'), ''), ''), ''),
      'text:' || encode(sha256(convert_to(title || chr(10) || coalesce(quote, ''), 'UTF8')), 'hex')
    ) AS plain
    FROM (SELECT regexp_replace(btrim(url), '^https?://|#.*$', '', 'gi') AS address) AS given
  ) AS key
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION source_key(text, text, text, text) TO app_tenant;
--> statement-breakpoint
CREATE TABLE "plan_source" (
	"organization_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"number" integer NOT NULL,
	"key" text NOT NULL,
	"source_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_source_organization_id_plan_id_number_pk" PRIMARY KEY("organization_id","plan_id","number"),
	CONSTRAINT "plan_source_number_counts" CHECK ("plan_source"."number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "research_artifact" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "research_source" ADD COLUMN "key" text GENERATED ALWAYS AS (source_key(url, doi, title, quote)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_source" ADD CONSTRAINT "plan_source_organization_id_plan_id_research_plan_organization_id_id_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."research_plan"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_source" ADD CONSTRAINT "plan_source_organization_id_source_id_research_source_organization_id_id_fk" FOREIGN KEY ("organization_id","source_id") REFERENCES "public"."research_source"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_source_key" ON "plan_source" USING btree ("organization_id","plan_id","key");--> statement-breakpoint
CREATE INDEX "plan_source_mention" ON "plan_source" USING btree ("organization_id","source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "research_artifact_number" ON "research_artifact" USING btree ("organization_id","plan_id","number");--> statement-breakpoint
CREATE INDEX "research_source_key" ON "research_source" USING btree ("organization_id","key");
--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "research_artifact" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "research_source" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "research_output" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "research_artifact" AS artifact SET "number" = counted."number"
FROM (
  SELECT "organization_id", "id", row_number() OVER (PARTITION BY "organization_id", "plan_id" ORDER BY "created_at", "id") AS "number"
  FROM "research_artifact" WHERE "plan_id" IS NOT NULL
) AS counted
WHERE counted."organization_id" = artifact."organization_id" AND counted."id" = artifact."id";
--> statement-breakpoint
INSERT INTO "plan_source" ("organization_id", "plan_id", "number", "key", "source_id")
SELECT "organization_id", "plan_id", row_number() OVER (PARTITION BY "organization_id", "plan_id" ORDER BY "number", "position"), "key", "id"
FROM (
  SELECT DISTINCT ON (source."organization_id", "plan_id", "key") source."organization_id", "plan_id", "key", source."id", "number", "position"
  FROM "research_source" AS source
  JOIN "research_artifact" AS artifact ON artifact."organization_id" = source."organization_id" AND artifact."id" = source."artifact_id"
  WHERE "plan_id" IS NOT NULL
  ORDER BY source."organization_id", "plan_id", "key", "number", "position"
) AS first_mention;
--> statement-breakpoint
-- Sources of other plans that an output cites get numbers of its plan too.
INSERT INTO "plan_source" ("organization_id", "plan_id", "number", "key", "source_id")
SELECT "organization_id", "plan_id",
  coalesce((SELECT max(own."number") FROM "plan_source" AS own
            WHERE own."organization_id" = cited."organization_id" AND own."plan_id" = cited."plan_id"), 0)
    + row_number() OVER (PARTITION BY "organization_id", "plan_id" ORDER BY "version", "place"),
  "key", "id"
FROM (
  SELECT DISTINCT ON (output."organization_id", output."plan_id", source."key")
    output."organization_id", output."plan_id", source."key", source."id", output."version", marker."place"
  FROM "research_output" AS output
  CROSS JOIN LATERAL regexp_matches(output."content", 'src_\w+', 'g') WITH ORDINALITY AS marker ("found", "place")
  JOIN "research_source" AS source ON source."organization_id" = output."organization_id" AND source."id" = marker."found"[1]
  WHERE NOT EXISTS (SELECT FROM "plan_source" AS known WHERE known."organization_id" = output."organization_id"
    AND known."plan_id" = output."plan_id" AND known."key" = source."key")
  ORDER BY output."organization_id", output."plan_id", source."key", output."version", marker."place"
) AS cited;
--> statement-breakpoint
ALTER TABLE "research_artifact" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "research_source" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "research_output" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint

-- Rows of the transaction's organization alone, as for every tenant table.
ALTER TABLE "plan_source" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "plan_source" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_isolation ON "plan_source"
  USING (organization_id = nullif(current_setting('app.organization_id', true), ''))
  WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "plan_source" TO app_tenant;
