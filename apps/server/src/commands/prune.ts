import type { Database } from "@trovella/db";
import { findOrganizationId } from "@trovella/db/identity";
import {
  type Pruned,
  type Pruning,
  pruneRows,
  removeRefusedResults,
} from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { CommandFailure, EXIT } from "../exit.ts";
import { formatCount } from "../format-count.ts";
import { flag, option } from "../options.ts";
import { print } from "../print.ts";
import { askForConfirmation, DELETE_OPTIONS, withOperator } from "./delete/with-deleting.ts";
import { reportTables } from "./prune-report.ts";

const MAX_DAYS = 36_500;
const DAY_MS = 24 * 60 * 60 * 1000;
const MB = 1_000_000;
const SHOWN_PLANS = 20;

type Prune = (database: Database, pruning: Pruning) => Promise<Pruned>;

const KINDS = [
  {
    kind: "toolCalls",
    name: "tool-calls",
    word: "tool call",
    prune: (database, pruning) => pruneRows(database, { ...pruning, kind: "toolCalls" }),
  },
  {
    kind: "captures",
    name: "captures",
    word: "captured page",
    prune: (database, pruning) => pruneRows(database, { ...pruning, kind: "captures" }),
  },
  {
    kind: "refusedResults",
    name: "refused-results",
    word: "refused result",
    prune: removeRefusedResults,
  },
] as const satisfies readonly { kind: string; name: string; word: string; prune: Prune }[];

export const pruneCommand = defineCommand({
  name: "prune",
  description: "Delete old tool calls, captured pages and refused results that nothing rests on",
  options: {
    "tool-calls": option("days", "Tool calls in the log that are older"),
    captures: option("days", "Captured pages that are older and no claim quotes"),
    "refused-results": option("days", "Refused results in the logs of plans that ended earlier"),
    report: flag("Only say what takes space, by organization and table"),
    organization: option("id or short name", "Only of this organization"),
    ...DELETE_OPTIONS,
  },

  async run({ "dry-run": isDryRun, yes, json, organization, report, ...given }) {
    const chosen = KINDS.flatMap(({ name, ...kind }) => {
      const days = given[name];
      return days === undefined ? [] : [{ ...kind, before: daysAgo(days, name) }];
    });
    if (report) {
      if (chosen.length > 0) {
        throw new CommandFailure("--report deletes nothing: leave out what is to go.", EXIT.usage);
      }
      return withOperator(async (database) => {
        const organizationId = await findOrganization(database, organization);
        await reportTables(database, { organizationId, json });
      });
    }
    if (chosen.length === 0) {
      throw new CommandFailure(
        "Say what is to go: --tool-calls, --captures or --refused-results, each with a number of days.",
        EXIT.usage,
      );
    }
    if (!isDryRun && (await askForConfirmation("prune", yes)) !== "prune") {
      throw new CommandFailure("Nothing was deleted.");
    }
    await withOperator(async (database) => {
      const organizationId = await findOrganization(database, organization);
      const done: Record<string, Pruned> = {};
      for (const { kind, word, before, prune } of chosen) {
        const onProgress = showProgress(word);
        done[kind] = await prune(database, { before, isDryRun, organizationId, onProgress });
        if (!json) print(describe(done[kind], word, isDryRun));
      }
      if (json) print(JSON.stringify({ isDryRun, ...done }));
      else if (!isDryRun)
        print("PostgreSQL uses the space again; backups made before still have them.");
    });
  },
});

async function findOrganization(
  database: Database,
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const found = await findOrganizationId(database, given);
  if (found !== null) return found;
  throw new CommandFailure(`There is no organization ${given.slice(0, 200)}. Check its id.`);
}

function showProgress(word: string): (pruned: Pruned) => void {
  const { isTTY } = process.stderr;
  return ({ rows }) => {
    if (isTTY) process.stderr.write(`\r${formatCount(rows, word)} …\r`);
  };
}

function describe(
  { rows, bytes, differing = [] }: Pruned,
  word: string,
  isDryRun: boolean,
): string {
  const size = `${(bytes / MB).toFixed(1)} MB`;
  const text = isDryRun
    ? `${formatCount(rows, word)} would go, ${size}.`
    : `Deleted ${formatCount(rows, word)}, ${size}.`;
  if (differing.length === 0) return text;
  const shown = differing.slice(0, SHOWN_PLANS).join(", ");
  return `${text} ${formatCount(differing.length, "plan")} kept all, since the record of each differs: run \`trovella verify\` on ${shown}.`;
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
