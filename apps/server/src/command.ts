import { parseArgs as readTokens } from "node:util";
import { type ArgsDef, type ParsedArgs, parseArgs } from "citty";
import { CommandFailure, EXIT } from "./exit.ts";

export interface CommandDescription {
  name: string;
  /** A sentence without its full stop. */
  description: string;
  options: ArgsDef;
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
  for (const token of tokensOf(rawArguments, options)) {
    if (token.kind === "positional") {
      throw usageError(name, `does not take the argument ${JSON.stringify(token.value)}`);
    }
    if (token.kind !== "option") continue;

    const option = Object.hasOwn(options, token.name) && options[token.name];
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
