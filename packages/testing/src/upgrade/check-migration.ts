import { type SqlStatement, splitStatements } from "./sql-statements.ts";

interface CheckedMigration {
  readonly id: string;
  readonly text: string;
}

interface Context {
  /** Tables that this migration creates, which no older program uses. */
  readonly created: ReadonlySet<string>;
  /** Where the migration begins with `-- contract: VERSION`: the release that no longer needs what goes. */
  readonly contract: string | null;
}

const NAME = "(?:public\\.)?(\\w+)";

/**
 * What in a migration would break the servers of the last release, which go on while it is applied. Only statements that are known
 * to be harmless pass; others need a line `-- safe: REASON` before them, or belong into a migration that begins with
 * `-- contract: VERSION` and comes after that version was released.
 */
export function checkMigration({ id, text }: CheckedMigration, lastRelease: string): string[] {
  const statements = splitStatements(text.replaceAll("--> statement-breakpoint", ";"));
  const [, contract = null] = /^-- contract: (\d+\.\d+\.\d+)\s/.exec(text) ?? [];
  if (contract !== null && isNewer(contract, lastRelease)) {
    return [
      `${id}: the last release is ${lastRelease}, which still needs what ${contract} does not`,
    ];
  }
  const created = new Set(
    statements.flatMap(
      ({ shape }) => match(shape, `^CREATE TABLE (?:IF NOT EXISTS )?${NAME}`) ?? [],
    ),
  );
  const concurrent = statements.filter(({ shape }) => /^CREATE INDEX CONCURRENTLY\b/i.test(shape));
  const found = statements.flatMap((statement) => {
    const problem = problemOf(statement, { created, contract });
    return problem === null ? [] : [`${id}: ${problem}: ${statement.shape.slice(0, 120)}`];
  });
  if (concurrent.length > 0 && concurrent.length < statements.length) {
    found.push(`${id}: CREATE INDEX CONCURRENTLY belongs into a migration of its own`);
  }
  return found;
}

function problemOf({ shape, comments }: SqlStatement, context: Context): string | null {
  if (comments.some((line) => /^safe: \S.{10,}/.test(line))) return null;
  const program = comments.find((line) => line.startsWith("program:"));
  if (program) return "a program changes rows while others write";
  if (shape === "") return null;
  const table = match(shape, `^ALTER TABLE (?:ONLY )?(?:IF EXISTS )?${NAME}`);
  if (table !== null) {
    return context.created.has(table)
      ? foreignKeyProblem(shape, context)
      : alterProblem(shape, context);
  }
  const rule = RULES.find(({ pattern }) => new RegExp(pattern, "i").test(shape));
  if (!rule) return "it is not known to be harmless";
  return rule.check(shape, context);
}

interface Rule {
  readonly pattern: string;
  readonly check: (shape: string, context: Context) => string | null;
}

const harmless = () => null;
const contracts = (_: string, { contract }: Context) =>
  contract === null ? "the last release may still use it" : null;

const RULES: readonly Rule[] = [
  { pattern: "^CREATE TABLE ", check: foreignKeyProblem },
  { pattern: "^CREATE INDEX CONCURRENTLY IF NOT EXISTS ", check: harmless },
  { pattern: "^CREATE (UNIQUE )?INDEX ", check: indexProblem },
  { pattern: "^CREATE POLICY ", check: onNewTable("a policy binds what the last release does") },
  {
    pattern: "^CREATE (CONSTRAINT )?TRIGGER ",
    check: onNewTable("a trigger binds what the last release writes"),
  },
  { pattern: "^CREATE (FUNCTION|SEQUENCE|TYPE|VIEW) ", check: harmless },
  { pattern: "^(GRANT|COMMENT ON) ", check: harmless },
  { pattern: "^INSERT INTO ", check: insertProblem },
  { pattern: "^DROP (TABLE|FUNCTION|SEQUENCE|TYPE|VIEW|INDEX|POLICY|TRIGGER) ", check: contracts },
];

/** Every action of an ALTER TABLE, separated by commas outside of parentheses. */
function alterProblem(shape: string, context: Context): string | null {
  const actions = splitActions(shape.replace(/^ALTER TABLE (ONLY )?(IF EXISTS )?\S+ /i, ""));
  for (const action of actions) {
    const problem = actionProblem(action, context);
    if (problem !== null) return problem;
  }
  return null;
}

function actionProblem(action: string, { contract }: Context): string | null {
  if (/^ADD COLUMN /i.test(action)) return columnProblem(action);
  // What a constraint refused may now be written, which the last release does not do.
  if (
    /^(DROP CONSTRAINT |ALTER (COLUMN )?\S+ DROP NOT NULL|ALTER (COLUMN )?\S+ SET DEFAULT )/i.test(
      action,
    )
  )
    return null;
  if (/^DROP /i.test(action)) return contract === null ? "the last release may still use it" : null;
  if (/^ADD /i.test(action))
    return "a constraint binds what the last release writes, also NOT VALID";
  return "it is not known to be harmless";
}

function columnProblem(action: string): string | null {
  const hasDefault = /\bDEFAULT /i.test(action);
  if (/\bGENERATED /i.test(action)) return "a generated column rewrites the table";
  if (/\b(UNIQUE|PRIMARY KEY|REFERENCES)\b/i.test(action))
    return "a constraint binds what the last release writes";
  if (/\bNOT NULL\b/i.test(action) && !hasDefault)
    return "the last release gives the column no value";
  // A constant is kept once; anything that is computed for each row rewrites the table under a lock.
  const value =
    /\bDEFAULT (?!(?:''|-?[\d.]+|true|false|null|now\(\)|current_timestamp)(?:::[\w[\]]+)?(?: |$))/i;
  return value.test(action) ? "this default may rewrite the table" : null;
}

/** A row of a new table keeps the last release from deleting what it refers to. */
function foreignKeyProblem(shape: string, { created }: Context): string | null {
  const keys = shape.split(/\bREFERENCES /i).slice(1);
  const isBinding = keys.some((key) => {
    const table = match(key, `^${NAME}`);
    return !(table && created.has(table)) && !/\bON DELETE (CASCADE|SET NULL)\b/i.test(key);
  });
  return isBinding
    ? "without ON DELETE CASCADE the last release can no longer delete what it refers to"
    : null;
}

function indexProblem(shape: string, { created }: Context): string | null {
  const table = match(shape, ` ON (?:ONLY )?${NAME}`);
  if (table !== null && created.has(table)) return null;
  return /^CREATE UNIQUE /i.test(shape)
    ? "a unique index binds what the last release writes"
    : "it locks out writers; use CREATE INDEX CONCURRENTLY IF NOT EXISTS in a migration of its own";
}

function insertProblem(shape: string, { created }: Context): string | null {
  const table = match(shape, `^INSERT INTO ${NAME}`);
  if (table !== null && created.has(table) && !/\bSELECT\b/i.test(shape)) return null;
  return "rows that the last release writes afterwards are missing in it";
}

function onNewTable(problem: string): Rule["check"] {
  return (shape, { created }) => {
    const table = match(shape, ` ON ${NAME}`);
    return table !== null && created.has(table) ? null : problem;
  };
}

function splitActions(text: string): string[] {
  const actions = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) actions.push("");
    else actions.push((actions.pop() ?? "") + character);
  }
  return actions.map((action) => action.trim());
}

function match(shape: string, pattern: string): string | null {
  return new RegExp(pattern, "i").exec(shape)?.[1]?.toLowerCase() ?? null;
}

function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split(".").map(Number));
  const place = [0, 1, 2].find((index) => left?.[index] !== right?.[index]);
  return place !== undefined && (left?.[place] ?? 0) > (right?.[place] ?? 0);
}
