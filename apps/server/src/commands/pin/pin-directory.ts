import { loadConfig } from "../../config.ts";
import { databaseSettings } from "../../database.ts";
import { CommandFailure, EXIT } from "../../exit.ts";

export const PIN_VARIABLES = ["TROVELLA_MODE", "TROVELLA_DATA_DIR"] as const;

/** The data directory that holds the PIN; refuses team mode. */
export function pinDirectory(): string {
  const config = loadConfig(process.env);
  if (config.TROVELLA_MODE === "local") return databaseSettings(config).dataDirectory;
  throw new CommandFailure(
    "The review PIN is for local mode. In team mode people sign in, and their sessions decide. Next: manage people with `trovella user`.",
    EXIT.usage,
  );
}
