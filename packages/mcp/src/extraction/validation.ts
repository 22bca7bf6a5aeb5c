import { type Comparison, compare, type Verdict } from "./compare-with-schema.ts";
import { refused } from "./schema-limits.ts";

export interface Validation {
  readonly isValid: boolean;
  /** The first errors, as sentences that begin with the path in the data. */
  readonly errors: readonly string[];
}

type Schema = Comparison["schema"];

export async function checkSchema(schema: Schema): Promise<void> {
  await verdictOn({ schema, data: null, hasData: false });
}

export async function validateData(schema: Schema, data: unknown): Promise<Validation> {
  const verdict = await verdictOn({ schema, data, hasData: true });
  if (verdict.kind === "invalid") return { isValid: false, errors: verdict.errors };
  return { isValid: true, errors: [] };
}

async function verdictOn(comparison: Comparison): Promise<Verdict> {
  const verdict = await compare(comparison);
  if (verdict.kind === "no_schema") throw refused(`is not usable: ${verdict.problem}`);
  if (verdict.kind === "too_costly") {
    throw refused("takes too long to check; simplify its patterns, references and alternatives");
  }
  return verdict;
}
