import { parseArgs } from "node:util";
import { CommandFailure, EXIT } from "./exit.ts";
import { type Options, positionalsOf, type Values } from "./options.ts";

/** Stricter than parseArgs' own strict mode in values, and with messages of our own. */
export function parseOptions<T extends Options>(
  name: string,
  options: T,
  rawArguments: readonly string[],
): Values<T> {
  const positionals = positionalsOf(options);
  const rest: string[] = [];
  const values = new Map<string, string | boolean | undefined | readonly string[]>(
    Object.entries(options).map(([key, { type }]) => [key, type === "boolean" ? false : undefined]),
  );
  for (const token of tokenize(rawArguments, options)) {
    if (token.kind === "positional") {
      const [key, positional] = (token.value && positionals[0]) || [];
      if (!key) throw usageError(name, `does not take the argument ${JSON.stringify(token.value)}`);
      if (isRest(positional)) rest.push(token.value);
      else positionals.shift();
      values.set(key, isRest(positional) ? rest : token.value);
    }
    if (token.kind === "option") values.set(token.name, optionValue(name, options, token));
  }
  refuseMissing(name, options, values);
  return Object.fromEntries(values) as Values<T>;
}

export function usageError(name: string, problem: string): CommandFailure {
  return new CommandFailure(
    `\`trovella ${name}\` ${problem}. Run \`trovella ${name} --help\` for usage.`,
    EXIT.usage,
  );
}

/** "a, b and c", "a, b or c" */
export function joinWords(words: readonly string[], type: "conjunction" | "disjunction"): string {
  return new Intl.ListFormat("en-GB", { type }).format(words);
}

function isRest(positional: object | undefined): boolean {
  return positional !== undefined && "isRest" in positional;
}

type Token = ReturnType<typeof tokenize>[number];

function tokenize(rawArguments: readonly string[], options: Options) {
  const types = Object.entries(options).flatMap(([name, option]) => {
    if (option.type === "positional") return [];
    const short = shortOf(option);
    return [[name, { type: option.type, ...(short && { short }) }] as const];
  });
  return parseArgs({
    args: [...rawArguments],
    options: Object.fromEntries(types),
    strict: false,
    tokens: true,
  }).tokens;
}

function optionValue(
  command: string,
  options: Options,
  { name, rawName, value, inlineValue }: Extract<Token, { kind: "option" }>,
): string | true {
  const option = Object.hasOwn(options, name) && options[name];
  const names = option ? [`--${name}`, `-${shortOf(option)}`] : [];
  if (!option || option.type === "positional" || !names.includes(rawName)) {
    throw usageError(command, `has no option ${rawName}`);
  }
  if (option.type === "boolean") {
    if (inlineValue) throw usageError(command, `takes ${rawName} without a value`);
    return true;
  }
  if (!value || value.startsWith("--")) throw usageError(command, `needs a value after ${rawName}`);
  return value;
}

function shortOf(option: Options[string]): string | undefined {
  return option.type === "string" ? option.short : undefined;
}

function refuseMissing(
  command: string,
  options: Options,
  values: ReadonlyMap<string, unknown>,
): void {
  const required = Object.entries(options).flatMap(([name, option]) =>
    option.type === "string" && option.required ? [name] : [],
  );
  if (required.some((name) => values.get(name) === undefined)) {
    const names = required.map((name) => `--${name}`);
    throw usageError(command, `needs ${joinWords(names, "conjunction")}`);
  }
  for (const [name, positional] of positionalsOf(options)) {
    if (!positional.required || values.get(name) !== undefined) continue;
    throw usageError(
      command,
      `needs ${("missing" in positional && positional.missing) || `a ${name}`}`,
    );
  }
}
