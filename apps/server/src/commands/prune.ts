import type { Database } from "@trovella/db";
import { type Pruned, type PrunedKind, pruneRows } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { CommandFailure, EXIT } from "../exit.ts";
import { formatCount } from "../format-count.ts";
import { option } from "../options.ts";
import { print } from "../print.ts";
import { askForConfirmation, DELETE_OPTIONS, withOperator } from "./delete/with-deleting.ts";

const MAX_DAYS = 36_500;
const DAY_MS = 24 * 60 * 60 * 1000;
const MB = 1_000_000;

const KINDS = [
  { kind: "toolCalls", name: "tool-calls", word: "tool call" },
  { kind: "captures", name: "captures", word: "captured page" },
] as const satisfies readonly { kind: PrunedKind; name: string; word: string }[];

export const pruneCommand = defineCommand({
  name: "prune",
  description: "Delete old tool calls and captured pages that nothing rests on",
  options: {
    "tool-calls": option("days", "Tool calls in the log that are older"),
    captures: option("days", "Captured pages that are older and no claim quotes"),
    ...DELETE_OPTIONS,
  },

  async run({ "dry-run": isDryRun, yes, json, ...given }) {
    const chosen = KINDS.flatMap(({ name, ...kind }) => {
      const days = given[name];
      return days === undefined ? [] : [{ ...kind, before: daysAgo(days, name) }];
    });
    if (chosen.length === 0) {
      throw new CommandFailure(
        "Say what is to go: --tool-calls, --captures or both, each with a number of days.",
        EXIT.usage,
      );
    }
    if (!isDryRun && (await askForConfirmation("prune", yes)) !== "prune") {
      throw new CommandFailure("Nothing was deleted.");
    }
    await withOperator(async (database) => {
      const done: Record<string, Pruned> = {};
      for (const { kind, word, before } of chosen) {
        done[kind] = await prune(database, { kind, word, before, isDryRun });
        if (!json) print(describe(done[kind], word, isDryRun));
      }
      if (json) print(JSON.stringify({ isDryRun, ...done }));
      else if (!isDryRun)
        print("PostgreSQL uses the space again; backups made before still have them.");
    });
  },
});

interface Chosen {
  readonly kind: PrunedKind;
  readonly word: string;
  readonly before: Date;
  readonly isDryRun: boolean;
}

function prune(database: Database, { word, ...chosen }: Chosen): Promise<Pruned> {
  const { isTTY } = process.stderr;
  return pruneRows(database, {
    ...chosen,
    onProgress({ rows }) {
      if (isTTY) process.stderr.write(`\r${formatCount(rows, word)} …\r`);
    },
  });
}

function describe({ rows, bytes }: Pruned, word: string, isDryRun: boolean): string {
  const size = `${(bytes / MB).toFixed(1)} MB`;
  return isDryRun
    ? `${formatCount(rows, word)} would go, ${size}.`
    : `Deleted ${formatCount(rows, word)}, ${size}.`;
}

function daysAgo(text: string, name: string): Date {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(days >= 1 && days <= MAX_DAYS)) {
    throw new CommandFailure(
      `--${name} takes a number of days from 1 to ${MAX_DAYS}, not ${text.slice(0, 50)}.`,
      EXIT.usage,
    );
  }
  return new Date(Date.now() - days * DAY_MS);
}
