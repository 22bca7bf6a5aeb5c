import type { ListedOutput } from "@trovella/db/memory";
import { defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES } from "../../config.ts";
import { JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { MAX_LISTED, readOutputs, withOutputs } from "./with-outputs.ts";

export const listOutputsCommand = defineCommand({
  name: "output list",
  description: "List the newest outputs",
  options: {
    plan: option("plan id", "Only of this plan"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  run: ({ plan = null, json }) =>
    withOutputs(async (database) => {
      const outputs = await readOutputs(database, plan);
      const listed = outputs.map(({ id, ...rest }) => ({ outputId: id, ...rest }));
      print(json ? JSON.stringify({ outputs: listed }) : describeOutputs(outputs, MAX_LISTED));
    }),
});

function describeOutputs(outputs: readonly ListedOutput[], limit: number): string {
  if (outputs.length === 0) {
    return "There are no outputs yet. AI clients store them with store_research_output.";
  }
  const rows = outputs.map(({ id, version, mediaType, createdAt, title }) => [
    id,
    `v${version}`,
    mediaType,
    createdAt.toISOString().slice(0, 16).replace("T", " "),
    printable(title),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "),
  );
  const cut = outputs.length === limit ? [`Only the newest ${limit} are shown.`] : [];
  return [...lines, ...cut].join("\n");
}

/** Titles are user input: nothing in them may control the terminal. */
function printable(title: string): string {
  const line = title.replace(/\p{C}|\s+/gu, " ").trim();
  return line.length <= 80 ? line : `${line.slice(0, 79).toWellFormed()}…`;
}
