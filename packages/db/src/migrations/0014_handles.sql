-- Plans and steps get short names: a plan a random handle, unique in its organization, a step its number in the order of
-- creation.
ALTER TABLE "plan_step" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "handle" text;--> statement-breakpoint
ALTER TABLE "research_plan" ADD COLUMN "steps_created" integer;--> statement-breakpoint

-- Within this transaction the owner sees the rows of every organization.
ALTER TABLE "research_plan" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_step" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_audit_log" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint

-- Six characters of the alphabet by the hash of the id; where two plans of an organization meet, the later one is hashed again.
DO $$
DECLARE
  attempt integer := 0;
BEGIN
  LOOP
    UPDATE "research_plan" SET "handle" = 'p-' || (
      SELECT string_agg(substr('23456789bcdfghjkmnpqrstvwxz', 1 + get_byte(decode(md5("id" || attempt), 'hex'), place) % 27, 1), '' ORDER BY place)
      FROM generate_series(0, 5) AS place)
    WHERE "handle" IS NULL;
    UPDATE "research_plan" AS plan SET "handle" = NULL
    FROM (SELECT "organization_id", "id", row_number() OVER (PARTITION BY "organization_id", "handle" ORDER BY "id") AS place
      FROM "research_plan") AS named
    WHERE plan."organization_id" = named."organization_id" AND plan."id" = named."id" AND named.place > 1;
    EXIT WHEN NOT FOUND;
    attempt := attempt + 1;
  END LOOP;
END $$;--> statement-breakpoint

-- The audit log knows every step that a plan ever had, in the order in which replaying the log numbers them.
CREATE TEMPORARY TABLE "created_step" ON COMMIT DROP AS
WITH "creation" AS MATERIALIZED (
  SELECT "organization_id", "plan_id", "seq", "payload" -> 'steps' AS "steps" FROM "plan_audit_log"
  WHERE "plan_id" IS NOT NULL AND "seq" IS NOT NULL AND "action" IN ('created', 'steps_added')
    AND jsonb_typeof("payload" -> 'steps') = 'array')
SELECT "organization_id", "plan_id", step ->> 'id' AS "id",
  row_number() OVER (PARTITION BY "organization_id", "plan_id" ORDER BY "seq", place) AS "number"
FROM "creation" CROSS JOIN jsonb_array_elements("steps") WITH ORDINALITY AS added (step, place);--> statement-breakpoint
ANALYZE "created_step";--> statement-breakpoint
UPDATE "research_plan" AS plan SET "steps_created" = coalesce(counted."steps", 0)
FROM "research_plan" AS known LEFT JOIN (
  SELECT "organization_id", "plan_id", count(*) AS "steps" FROM "created_step" GROUP BY "organization_id", "plan_id") AS counted
  ON counted."organization_id" = known."organization_id" AND counted."plan_id" = known."id"
WHERE plan."organization_id" = known."organization_id" AND plan."id" = known."id";--> statement-breakpoint
UPDATE "plan_step" AS step SET "number" = created."number" FROM "created_step" AS created
WHERE step."organization_id" = created."organization_id" AND step."plan_id" = created."plan_id" AND step."id" = created."id";--> statement-breakpoint
-- A step that the log does not know comes after all others; verify reports it, before and after.
UPDATE "plan_step" AS step SET "number" = plan."steps_created" + unknown.place
FROM "research_plan" AS plan, (
  SELECT "organization_id", "id", row_number() OVER (PARTITION BY "organization_id", "plan_id" ORDER BY "step_order", "id") AS place
  FROM "plan_step" WHERE "number" IS NULL) AS unknown
WHERE step."organization_id" = unknown."organization_id" AND step."id" = unknown."id"
  AND plan."organization_id" = step."organization_id" AND plan."id" = step."plan_id";--> statement-breakpoint

ALTER TABLE "research_plan" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_step" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "plan_audit_log" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "plan_step" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ALTER COLUMN "handle" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "research_plan" ALTER COLUMN "steps_created" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_step_number" ON "plan_step" USING btree ("organization_id","plan_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "research_plan_handle" ON "research_plan" USING btree ("organization_id","handle");
