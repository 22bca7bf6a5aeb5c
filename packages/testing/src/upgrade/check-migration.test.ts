import { describe, expect, it } from "vitest";
import { checkMigration } from "./check-migration.ts";

const TABLE = 'CREATE TABLE "new" ("id" text PRIMARY KEY, "plan_id" text NOT NULL)';

const HARMLESS = [
  TABLE,
  `${TABLE};ALTER TABLE "new" ADD CONSTRAINT "c" CHECK ("id" <> ''); ALTER TABLE new ENABLE ROW LEVEL SECURITY`,
  `${TABLE};CREATE UNIQUE INDEX "i" ON "new" ("id");CREATE POLICY p ON "new" USING (true)`,
  `${TABLE};INSERT INTO "new" VALUES ('a;b', 'DROP TABLE x')`,
  'CREATE TABLE "new" ("id" text REFERENCES "user" ("id") ON DELETE CASCADE)',
  `${TABLE};CREATE TABLE part (new_id text); ALTER TABLE part ADD FOREIGN KEY (new_id) REFERENCES "public"."new" ("id")`,
  'ALTER TABLE "old" ADD COLUMN "note" text',
  `ALTER TABLE "old" ADD COLUMN "a" text DEFAULT 'x, y' NOT NULL, ADD COLUMN b integer DEFAULT 0 NOT NULL`,
  'ALTER TABLE "old" ADD COLUMN "at" timestamp with time zone DEFAULT now() NOT NULL',
  `ALTER TABLE "old" ADD COLUMN "list" jsonb DEFAULT '[]'::jsonb NOT NULL`,
  'ALTER TABLE "old" DROP CONSTRAINT "c"',
  'ALTER TABLE "old" ALTER COLUMN "a" DROP NOT NULL',
  "CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON old (a)",
  "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ DROP TABLE old; SELECT 'x' $$",
  "GRANT SELECT ON old TO app_tenant",
  "-- DROP TABLE old",
  "-- safe: the table has a few rows and nobody writes to it\nUPDATE old SET a = 1",
  "-- contract: 1.2.3 no longer reads the column\nALTER TABLE old DROP COLUMN a;DROP TABLE older",
];

const BREAKING = [
  ["DROP TABLE old", "may still use it"],
  ["ALTER TABLE old DROP COLUMN a", "may still use it"],
  ['DROP POLICY p ON "old"', "may still use it"],
  ["DROP FUNCTION f", "may still use it"],
  ["DROP INDEX i", "may still use it"],
  ["ALTER TABLE old RENAME TO older", "not known"],
  ["ALTER TABLE old RENAME COLUMN a TO b", "not known"],
  ["ALTER TABLE old ALTER COLUMN a TYPE integer", "not known"],
  ["ALTER TABLE old ALTER COLUMN a SET NOT NULL", "not known"],
  ["ALTER TABLE old ADD COLUMN b text NOT NULL", "no value"],
  ["ALTER TABLE old ADD COLUMN a text, ADD COLUMN b text NOT NULL", "no value"],
  ["ALTER TABLE old ADD COLUMN b uuid DEFAULT gen_random_uuid() NOT NULL", "rewrite"],
  ["ALTER TABLE old ADD COLUMN b text GENERATED ALWAYS AS (a) STORED", "rewrites"],
  ["ALTER TABLE old ADD COLUMN b text REFERENCES other (id)", "constraint"],
  ["ALTER TABLE old ADD CONSTRAINT c CHECK (a > 0) NOT VALID", "constraint"],
  ["ALTER TABLE old ADD CONSTRAINT c UNIQUE (a)", "constraint"],
  ["ALTER TABLE old FORCE ROW LEVEL SECURITY", "not known"],
  ["CREATE UNIQUE INDEX i ON old (a)", "unique"],
  ["CREATE INDEX i ON old (a)", "CONCURRENTLY"],
  [`${TABLE};CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON old (a)`, "of its own"],
  ["CREATE POLICY p ON old USING (false)", "policy"],
  ["CREATE TRIGGER t BEFORE INSERT ON old EXECUTE FUNCTION f()", "trigger"],
  ["CREATE OR REPLACE FUNCTION f() RETURNS text LANGUAGE sql AS ''", "not known"],
  ["CREATE TABLE new (id text REFERENCES old (id))", "delete"],
  [
    `${TABLE};ALTER TABLE new ADD FOREIGN KEY (plan_id) REFERENCES old (id) ON DELETE no action`,
    "delete",
  ],
  ["ALTER TYPE status ADD VALUE 'x'", "not known"],
  ["REVOKE SELECT ON old FROM app_tenant", "not known"],
  ["UPDATE old SET a = 1", "not known"],
  ["DELETE FROM old", "not known"],
  [`${TABLE};INSERT INTO new SELECT id FROM old`, "missing"],
  ["-- program: chainAuditRows", "a program"],
  ["-- safe:\nDROP TABLE old", "may still use it"],
  [
    "-- contract: 1.2.3 no longer reads it\nALTER TABLE old ALTER COLUMN a SET NOT NULL",
    "not known",
  ],
  ["-- contract: 1.3.0 no longer reads it\nDROP TABLE old", "still needs"],
] as const;

describe("a migration", () => {
  it.each(HARMLESS)("may do this while the last release serves: %s", (text) => {
    expect(checkMigration({ id: "0001", text }, "1.2.10")).toEqual([]);
  });

  it.each(BREAKING)("is refused: %s", (text, problem) => {
    const found = checkMigration({ id: "0001", text }, "1.2.10");
    expect(found).toEqual([expect.stringContaining(problem)]);
  });
});
