import { type Comparison, compare, type Verdict } from "./compare-with-schema.ts";
import { refused } from "./schema-limits.ts";

type Schema = Comparison["schema"];

export async function checkSchema(schema: Schema, organizationId: string): Promise<void> {
  await verdictOn({ schema, data: null, hasData: false }, organizationId);
}

/** The errors are sentences that begin with the path in the data. */
export async function validateData(schema: Schema, data: unknown, organizationId: string) {
  const verdict = await verdictOn({ schema, data, hasData: true }, organizationId);
  const errors = verdict.kind === "invalid" ? verdict.errors : [];
  return { isValid: verdict.kind !== "invalid", errors };
}

async function verdictOn(comparison: Comparison, organizationId: string): Promise<Verdict> {
  const verdict = await compare(comparison, organizationId);
  if (verdict.kind === "no_schema") throw refused(`is not usable: ${verdict.problem}`);
  if (verdict.kind === "too_costly") {
    throw refused("takes too long to check; simplify its patterns, references and alternatives");
  }
  return verdict;
}
