import type { Database } from "@trovella/db";
import type { Config } from "../../config.ts";
import { CommandFailure, EXIT } from "../../exit.ts";
import { usageError } from "../../parse-options.ts";
import { storedSecret } from "../../services/local-secret.ts";
import { findRunningServer } from "../../services/running-servers.ts";
import {
  loopbackPort,
  readTeam,
  teamDirectory,
  variablesOfTeam,
  writeTeam,
} from "../../stored-team.ts";
import { isSecureOrigin } from "../../team-config.ts";
import { askAtTerminal } from "../ask-at-terminal.ts";
import { createFirstOwner } from "./first-owner.ts";
import { TEAM_OPTION_NAMES, type TeamOptions } from "./team-options.ts";

type Environment = Record<string, string | undefined>;

export interface TeamSetup {
  /** These win over the environment. */
  readonly variables: Environment;
  /** Creates the first owner if there is none, and remembers the team. */
  complete(config: Config, database: Database): Promise<void>;
}

/** What `--team` changes; null without it. Asks for the URL where none is known. */
export async function prepareTeam(
  options: TeamOptions,
  environment: Environment,
): Promise<TeamSetup | null> {
  if (!options.team) {
    refuseLoneOptions(options);
    return null;
  }
  if (environment.DATABASE_URL) throw hasOtherDatabase();
  const directory = teamDirectory(environment);
  const stored = readTeam(directory);
  const publicUrl = await choosePublicUrl(options, environment);
  const secret = environment.TROVELLA_SECRET || (await storedSecret(directory));
  if (!secret) {
    throw new CommandFailure(
      `The secret of the team could not be stored in ${directory}. Next: make the directory writable, or set TROVELLA_DATA_DIR.`,
    );
  }
  const port = choosePort(publicUrl, { stored: stored?.port, given: environment.PORT });
  return {
    variables: { ...variablesOfTeam({ publicUrl, port }), TROVELLA_SECRET: secret },
    async complete(config, database) {
      if (!stored) await refuseRunningServer(config);
      await createFirstOwner(config, database, options);
      // Port 0 is another one at every start.
      await writeTeam(directory, { publicUrl, port: config.PORT ? String(config.PORT) : port });
    },
  };
}

/** A port of the environment that is not the stored one was set on purpose. */
function choosePort(
  publicUrl: string,
  { stored, given }: { readonly stored: string | undefined; readonly given: string | undefined },
): string | undefined {
  return given && given !== stored ? given : (loopbackPort(publicUrl) ?? stored);
}

async function choosePublicUrl(
  { "public-url": given }: TeamOptions,
  environment: Environment,
): Promise<string> {
  const known = given ?? environment.TROVELLA_PUBLIC_URL;
  if (known) return checkedPublicUrl(known);
  if (!process.stdin.isTTY) throw needsPublicUrl();
  const suggestion = `http://127.0.0.1:${environment.PORT || "4737"}`;
  const answer = await askAtTerminal(
    `Public URL, https://… of your proxy or tunnel (Enter for ${suggestion}, this machine alone): `,
  );
  return checkedPublicUrl(answer.trim() || suggestion);
}

function checkedPublicUrl(url: string): string {
  if (isSecureOrigin(url)) return new URL(url).origin;
  throw new CommandFailure(
    `${JSON.stringify(url.slice(0, 200))} cannot be the public URL: it must begin with https://, or with http://127.0.0.1 for this machine alone, and have no path. Passwords and tokens must not cross a network unencrypted. Next: put a proxy or a tunnel with TLS in front, and give its URL (docs/remote-clients.md).`,
    EXIT.usage,
  );
}

/** A server of local mode would go on to show everything without sign-in. */
async function refuseRunningServer(config: Config): Promise<void> {
  const server = await findRunningServer(config);
  if (!server) return;
  throw new CommandFailure(
    `Trovella runs on the same data at ${server.url}, without sign-in. Next: stop that server, then run this again.`,
  );
}

function refuseLoneOptions(options: TeamOptions): void {
  const lone = TEAM_OPTION_NAMES.find((name) => options[name]);
  if (lone) throw usageError("serve", `takes --${lone} with --team only`);
}

function needsPublicUrl(): CommandFailure {
  return new CommandFailure(
    "`trovella serve --team` needs the URL at which people and clients reach it. Next: add --public-url https://…, or http://127.0.0.1:4737 for this machine alone; or run it at a terminal, where it asks.",
    EXIT.notConfigured,
  );
}

function hasOtherDatabase(): CommandFailure {
  return new CommandFailure(
    "`trovella serve --team` keeps all data in the embedded PostgreSQL, but DATABASE_URL names another database. Next: set TROVELLA_MODE=team instead of --team, or unset DATABASE_URL.",
    EXIT.usage,
  );
}
