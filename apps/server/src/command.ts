import type { Options, Values } from "./options.ts";
import { joinWords, parseOptions, usageError } from "./parse-options.ts";

export interface CommandDescription {
  /** As typed after `trovella`, such as "token create". */
  readonly name: string;
  /** A sentence without its full stop. */
  readonly description: string;
  readonly options: Options;
  /** The relevant environment variables; by default those its options stand for. */
  readonly variables?: readonly string[];
  readonly subcommands?: readonly Command[];
}

export interface Command extends CommandDescription {
  run(rawArguments: readonly string[]): Promise<void>;
}

/** A command whose `run` receives its options checked and parsed. */
export function defineCommand<const T extends Options>({
  run,
  ...description
}: CommandDescription & {
  readonly options: T;
  run(values: Values<T>): Promise<void>;
}): Command {
  return {
    ...description,
    async run(rawArguments) {
      await run(parseOptions(description.name, description.options, rawArguments));
    },
  };
}

export function defineCommandGroup(
  description: Pick<CommandDescription, "name" | "description"> & {
    readonly subcommands: readonly Command[];
  },
): Command {
  const { name, subcommands } = description;
  return {
    ...description,
    options: {},
    variables: [...new Set(subcommands.flatMap(({ variables = [] }) => variables))],
    async run(rawArguments) {
      const subcommand = findSubcommand(this, rawArguments);
      if (subcommand) return subcommand.run(rawArguments.slice(1));
      const [word] = rawArguments;
      if (word === undefined || word.startsWith("-")) throw usageError(name, "needs a command");
      const known = joinWords(subcommands.map(lastWord), "disjunction");
      throw usageError(name, `has no command ${JSON.stringify(word)}: it takes ${known}`);
    },
  };
}

export function findSubcommand(
  { subcommands = [] }: Command,
  [word]: readonly string[],
): Command | undefined {
  return subcommands.find((command) => lastWord(command) === word);
}

export function lastWord({ name }: CommandDescription): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}
