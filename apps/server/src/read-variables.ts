import { z } from "zod";
import { CommandFailure, EXIT } from "./exit.ts";

/** Documentation of a variable, for the help and for error messages. */
export interface VariableDocumentation {
  description: string;
  /** Completes the sentence "it must be …". */
  allowed: string;
  /** The value of a secret is never shown. */
  secret?: boolean;
  /** Meaning of an unset variable without a default value. */
  whenUnset?: string;
}

export const documented = z.registry<VariableDocumentation>();

/** The issue of a required variable that is not set or not strong enough. */
export function missingVariable(name: string) {
  return { code: "custom" as const, path: [name], params: { isMissing: true } };
}

type Values = Record<string, string | undefined>;

const MAX_SHOWN_CHARACTERS = 80;

/**
 * Reads the variables of `schema`. An option (`{ PORT: "5000" }` for `--port 5000`) wins over the
 * variable of that name, and an empty variable counts as unset. Fails naming every bad value at once.
 */
export function readVariables<T extends z.ZodObject>(
  schema: T,
  environment: Values,
  options: Values,
): z.output<T> {
  const values = { ...withoutEmpty(environment), ...withoutEmpty(options) };
  const result = schema.safeParse(values);
  if (result.success) return result.data;

  const invalid = new Set(result.error.issues.map((issue) => String(issue.path[0])));
  const problems = [...invalid].map((name) =>
    describeProblem(
      options[name] === undefined ? name : `--${name.toLowerCase()}`,
      values[name],
      documentationOf(schema, name),
    ),
  );
  const missing = new Set(
    result.error.issues
      .filter((issue) => issue.code === "custom" && issue.params?.isMissing)
      .map((issue) => String(issue.path[0])),
  );
  const isOnlyMissing = [...invalid].every(
    (name) => values[name] === undefined || missing.has(name),
  );
  throw new CommandFailure(problems.join("\n"), isOnlyMissing ? EXIT.notConfigured : EXIT.usage);
}

export function describeVariables(schema: z.ZodObject): [name: string, text: string][] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, allowed, whenUnset } = documentationOf(schema, name);
    const fallback = z.safeParse(field, undefined);
    const absent = fallback.success ? `default: ${whenUnset ?? fallback.data}` : "required";
    return [name, `${description} (${allowed}; ${absent})`];
  });
}

function describeProblem(
  source: string,
  value: string | undefined,
  { allowed, secret }: VariableDocumentation,
): string {
  if (value === undefined) return `${source} is required but not set: ${allowed}.`;
  if (secret) return `${source} has an invalid value: it must be ${allowed}.`;
  return `${source} is ${quote(value)}, but it must be ${allowed}.`;
}

function quote(value: string): string {
  const isLong = value.length > MAX_SHOWN_CHARACTERS;
  return JSON.stringify(isLong ? `${value.slice(0, MAX_SHOWN_CHARACTERS)}…` : value);
}

function documentationOf(schema: z.ZodObject, name: string): VariableDocumentation {
  const documentation = documented.get(schema.shape[name]);
  if (!documentation) throw new Error(`The variable ${name} has no documentation.`);
  return documentation;
}

function withoutEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}
