import { stopPostgres } from "@trovella/db/embedded";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { print } from "../print.ts";

export const stopCommand = defineCommand({
  name: "stop",
  description: "Stop the embedded PostgreSQL; it starts again when it is needed",
  options: {},
  variables: DATABASE_VARIABLES,

  async run() {
    const { databaseUrl, dataDirectory } = databaseSettings();
    print(databaseUrl ? NOT_OURS : await stop(dataDirectory));
  },
});

const NOT_OURS =
  "There is nothing to stop: DATABASE_URL is set, and Trovella does not manage that PostgreSQL.";

async function stop(dataDirectory: string): Promise<string> {
  const outcome = await stopPostgres({ dataDirectory });
  return outcome === "stopped"
    ? `Stopped the PostgreSQL of ${dataDirectory}.`
    : `The PostgreSQL of ${dataDirectory} was not running.`;
}
