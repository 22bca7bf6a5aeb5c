import path from "node:path";
import { withDirectClient } from "@trovella/db";
import { restoreBackup } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES, loadConfig } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { formatCount } from "../format-count.ts";
import { argument, flag } from "../options.ts";
import { print } from "../print.ts";

export const restoreCommand = defineCommand({
  name: "restore",
  description: "Restore a backup, completely or not at all",
  options: {
    file: argument("File that trovella backup wrote"),
    replace: flag(
      "Replace the content of the database, which is first saved to the data directory",
    ),
    unsigned: flag(
      "In team mode: restore a backup that this server's TROVELLA_SECRET did not sign",
    ),
  },
  variables: [...DATABASE_VARIABLES, "TROVELLA_MODE", "TROVELLA_SECRET"],

  async run(options) {
    const config = loadConfig(process.env);
    const settings = databaseSettings(config);
    const file = path.resolve(options.file);
    const isTeam = config.TROVELLA_MODE === "team";
    const restored = await withDirectClient(settings, (client) =>
      restoreBackup(client, file, {
        replace: options.replace,
        dataDirectory: settings.dataDirectory,
        key: settings.backupKey ?? null,
        mustBeSigned: isTeam && !options.unsigned,
      }),
    );
    const lines = [
      `Restored ${formatCount(restored.rows, "row")} of ${formatCount(restored.organizations, "organization")} from ${file}.`,
      `It brought ${formatCount(restored.people, "user")}, ${formatCount(restored.owners, "owner")} and ${formatCount(restored.tokens, "access token")}.`,
    ];
    if (isTeam && restored.origin !== "own") {
      lines.push(
        "Its signature was not this server's: check the users, owners and tokens it brought.",
      );
    }
    if (restored.replaced) {
      lines.push(
        `The previous content is kept in ${restored.replaced}.`,
        "Restart servers that are running on it.",
        "What was deleted after the backup was made is back: delete it again.",
      );
    }
    print(lines.join("\n"));
  },
});
