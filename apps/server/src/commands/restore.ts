import path from "node:path";
import { withDirectClient } from "@trovella/db";
import { restoreBackup } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { count } from "../counting.ts";
import { databaseSettings } from "../database.ts";

export const restoreCommand = defineCommand({
  name: "restore",
  description: "Bring back what backup saved, all of it or nothing",
  options: {
    file: { type: "positional", required: true, description: "File that trovella backup wrote" },
    replace: {
      type: "boolean",
      description: "Replace what is in the database; it is saved to the data directory first",
    },
  },
  variables: DATABASE_VARIABLES,

  async run(options) {
    const settings = databaseSettings();
    const file = path.resolve(options.file);
    const { rows, organizations, replaced } = await withDirectClient(settings, (client) =>
      restoreBackup(client, file, {
        replace: options.replace ?? false,
        dataDirectory: settings.dataDirectory,
      }),
    );
    const lines = [
      `Restored ${count(rows, "row")} of ${count(organizations, "organization")} from ${file}.`,
    ];
    if (replaced) {
      lines.push(
        `What was there before is kept in ${replaced}.`,
        "Restart servers that are running on it.",
      );
    }
    process.stdout.write(`${lines.join("\n")}\n`);
  },
});
