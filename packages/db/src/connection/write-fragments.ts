import {
  defineStatement,
  type Execution,
  type Statement,
  type StatementValue,
} from "./statement.ts";

/** One `name AS (…)` of a statement, with a question mark for each of its values. */
export interface Fragment {
  readonly text: string;
  readonly values: readonly StatementValue[];
}

/** Texts repeat, so each is numbered and named once. */
const composed = new Map<string, Statement>();
const MAX_COMPOSED = 500;

/** One statement out of several writes; it reports how many plans it wrote. */
export function composeWrite(fragments: readonly Fragment[]): Execution {
  const key = fragments.map(({ text }) => text).join(",\n");
  let statement = composed.get(key);
  if (!statement) {
    let number = 0;
    const numbered = key.replaceAll("?", () => {
      number += 1;
      return `$${number}`;
    });
    const source = key.startsWith("plan AS") ? "plan" : "(VALUES (1)) AS nothing";
    statement = defineStatement(`WITH ${numbered} SELECT 1 FROM ${source}`);
    if (composed.size < MAX_COMPOSED) composed.set(key, statement);
  }
  return { statement, values: fragments.flatMap(({ values }) => values) };
}
