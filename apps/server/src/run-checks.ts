import { type Check, examineDatabase } from "@trovella/db/maintenance";
import { type Config, loadConfig } from "./config.ts";
import { databaseSettings } from "./database.ts";
import { CommandFailure } from "./exit.ts";

/** All checks; those of the database come last, since they need the configuration. */
export async function runChecks(options: { start: boolean }): Promise<Check[]> {
  // The program does not start with an unsupported Node.js.
  const node: Check = { name: "node", status: "ok", message: process.version, fix: null };
  try {
    const config = loadConfig(process.env);
    const settings = databaseSettings(config);
    return [node, describeConfiguration(config), ...(await examineDatabase(settings, options))];
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return [node, failedConfiguration(error)];
  }
}

function describeConfiguration(config: Config): Check {
  const database = config.DATABASE_URL ? "the database of DATABASE_URL" : "the embedded PostgreSQL";
  const message = `valid; ${describeMode(config)}uses ${database}`;
  return { name: "configuration", status: "ok", message, fix: null };
}

function describeMode({ TROVELLA_MODE: mode, TROVELLA_PUBLIC_URL, TROVELLA_OIDC_ISSUER }: Config) {
  if (mode === "local") return "";
  const others = TROVELLA_OIDC_ISSUER ? ` or through ${TROVELLA_OIDC_ISSUER}` : "";
  return `team mode at ${TROVELLA_PUBLIC_URL}, sign-in with e-mail and password${others}; `;
}

function failedConfiguration({ message }: CommandFailure): Check {
  return {
    name: "configuration",
    status: "fail",
    message: message.replaceAll("\n", " "),
    fix: 'Correct the variable; "trovella --help" lists them all. Then run this again.',
  };
}
