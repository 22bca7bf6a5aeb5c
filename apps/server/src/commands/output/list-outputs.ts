import type { ListedOutput } from "@trovella/db/memory";
import { defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES } from "../../config.ts";
import { JSON_FLAG, option } from "../../options.ts";
import { print } from "../../print.ts";
import { MAX_LISTED, outputHandle, readOutputs, withOutputs } from "./with-outputs.ts";

export const listOutputsCommand = defineCommand({
  name: "output list",
  description: "List the newest outputs",
  options: {
    plan: option("plan", "Only of this plan, by its handle or id"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  run: ({ plan = null, json }) =>
    withOutputs(async (database) => {
      const outputs = await readOutputs(database, plan);
      print(
        json
          ? JSON.stringify({ outputs: outputs.map(withHandles) })
          : describeOutputs(outputs, MAX_LISTED),
      );
    }),
});

function withHandles({ id: _, planId: __, planHandle, ...rest }: ListedOutput) {
  return { outputId: outputHandle({ planHandle, ...rest }), planId: planHandle, ...rest };
}

function describeOutputs(outputs: readonly ListedOutput[], limit: number): string {
  if (outputs.length === 0) {
    return "There are no outputs yet. AI clients store them with store_research_output.";
  }
  const rows = outputs.map((output) => [
    outputHandle(output),
    output.isDraft ? "draft" : "final",
    output.origin,
    output.mediaType,
    output.createdAt.toISOString().slice(0, 16).replace("T", " "),
    printable(output.title),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) =>
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
