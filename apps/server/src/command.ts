import { parseArgs as readTokens } from "node:util";
import { type ArgDef, type ArgsDef, type ParsedArgs, parseArgs } from "citty";
import { CommandFailure, EXIT } from "./exit.ts";

export interface CommandDescription {
  name: string;
  /** A sentence without its full stop. */
  description: string;
  /** Options by name, and arguments by position (type "positional"). */
  options: ArgsDef;
  /** The environment variables that matter to it; without a list those that its options stand for. */
  variables?: readonly string[];
}

export interface Command extends CommandDescription {
  run(rawArguments: string[]): Promise<void>;
}

/** A command whose `run` gets its options checked and parsed. */
export function defineCommand<const Options extends ArgsDef>({
  run,
  ...description
}: CommandDescription & {
  options: Options;
  run(options: ParsedArgs<Options>): Promise<void>;
}): Command {
  return {
    ...description,
    async run(rawArguments) {
      checkOptions(description, rawArguments);
      await run(parseArgs<Options>(rawArguments, description.options));
    },
  };
}

/**
 * Refuses what the command does not know: citty itself passes over unknown options, extra words and
 * missing values, so that a misspelt `--prot 5000` would be lost without a word.
 */
function checkOptions({ name, options }: CommandDescription, rawArguments: string[]): void {
  const positionals = positionalsOf(options);
  const named = Object.fromEntries(
    Object.entries(options).filter(([, { type }]) => type !== "positional"),
  );
  for (const token of tokensOf(rawArguments, named)) {
    if (token.kind === "positional" && !(token.value && positionals.shift())) {
      throw usageError(name, `does not take the argument ${JSON.stringify(token.value)}`);
    }
    if (token.kind !== "option") continue;

    const option = Object.hasOwn(named, token.name) && named[token.name];
    if (!option || token.rawName !== `--${token.name}`) {
      throw usageError(name, `has no option ${token.rawName}`);
    }
    if (option.type === "boolean" && token.inlineValue) {
      throw usageError(name, `takes ${token.rawName} without a value`);
    }
    if (option.type === "string" && (!token.value || token.value.startsWith("--"))) {
      throw usageError(name, `needs a value after ${token.rawName}`);
    }
  }
  const missing = positionals.find(([, { required }]) => required);
  if (missing) throw usageError(name, `needs a ${missing[0]}`);
}

/** The arguments a command takes by position, in order. */
export function positionalsOf(options: ArgsDef): [name: string, ArgDef][] {
  return Object.entries(options).filter(([, { type }]) => type === "positional");
}

function tokensOf(rawArguments: string[], options: ArgsDef) {
  const types = Object.entries(options).map(([name, { type }]) => {
    return [name, { type: type === "boolean" ? "boolean" : "string" }] as const;
  });
  return readTokens({
    args: rawArguments,
    options: Object.fromEntries(types),
    strict: false,
    tokens: true,
  }).tokens;
}

function usageError(name: string, problem: string): CommandFailure {
  return new CommandFailure(
    `\`trovella ${name}\` ${problem}. Run \`trovella ${name} --help\` to see what it takes.`,
    EXIT.usage,
  );
}
