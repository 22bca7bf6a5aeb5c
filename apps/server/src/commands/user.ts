import { text as readAll } from "node:stream/consumers";
import type { Database } from "@trovella/db";
import { findMemberships, RateLimits, randomCharacters } from "@trovella/db/identity";
import { defineCommand } from "../command.ts";
import { type Config, DATABASE_VARIABLES, loadConfig } from "../config.ts";
import { openServerDatabase } from "../database.ts";
import { CommandFailure, EXIT } from "../exit.ts";
import { requireTeamMode } from "../mode.ts";
import { openIdentity } from "../services/open-identity.ts";

const MAX_LISTED = 1000;
const SHORTEST_PASSWORD = 12;
const MADE_PASSWORD_LENGTH = 24;

export const userCommand = defineCommand({
  name: "user",
  description: "Create the first owner, list who belongs where, or reset a password (team mode)",
  options: {
    command: { type: "positional", required: true, description: "create, list or reset-password" },
    email: {
      type: "string",
      valueHint: "address",
      description:
        "For create and reset-password: what they sign in with; for list: only this person",
    },
    name: { type: "string", valueHint: "text", description: "For create: what they are called" },
    organization: {
      type: "string",
      valueHint: "name",
      description: "For create: the name of the first organization",
    },
    "password-stdin": {
      type: "boolean",
      description:
        "For create and reset-password: read the password from stdin; otherwise one is made and shown once",
    },
    json: { type: "boolean", description: "Print the result as JSON" },
  },
  variables: ["TROVELLA_MODE", ...DATABASE_VARIABLES],

  async run({ command, email, name, organization, json = false, ...rest }) {
    const isPasswordGiven = rest["password-stdin"] ?? false;
    if (command === "list") {
      refuse("list", { name, organization, "password-stdin": isPasswordGiven });
      return withTeam(({ database }) => list(database, email ?? null, json));
    }
    if (command === "reset-password") {
      refuse(command, { name, organization });
      if (!email) throw usage("reset-password needs --email");
      return withTeam((team) => resetPassword(team, { email, isPasswordGiven }, json));
    }
    if (command !== "create") {
      const known = "create, list or reset-password";
      throw usage(`has no command ${JSON.stringify(command)}: it takes ${known}`);
    }
    if (!email || !name || !organization) {
      throw usage("create needs --email, --name and --organization");
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw usage("create needs an e-mail address as --email");
    return withTeam((team) => create(team, { email, name, organization, isPasswordGiven }, json));
  },
});

interface Team {
  readonly config: Config;
  readonly database: Database;
}

interface Wish {
  readonly email: string;
  readonly name: string;
  readonly organization: string;
  readonly isPasswordGiven: boolean;
}

async function create({ config, database }: Team, wish: Wish, isJson: boolean): Promise<void> {
  const { email, name, organization: organizationName, isPasswordGiven } = wish;
  const password = await choosePassword(isPasswordGiven);
  const people = await openIdentity(config, { database, limits: new RateLimits(database) });
  const created = await people.createOwner({ email, name, password, organizationName });
  const shown = isPasswordGiven ? {} : { password };
  const lines = [
    `${email} owns ${organizationName} and can sign in at ${config.TROVELLA_PUBLIC_URL}.`,
    ...(isPasswordGiven ? [] : ["The password, shown this once:", password]),
  ];
  print(isJson ? JSON.stringify({ email, ...created, ...shown }) : lines.join("\n"));
}

/** Nothing sends e-mail, so somebody who forgot a password gets another one from who runs the server. */
async function resetPassword(
  { config, database }: Team,
  { email, isPasswordGiven }: Pick<Wish, "email" | "isPasswordGiven">,
  isJson: boolean,
): Promise<void> {
  const password = await choosePassword(isPasswordGiven);
  const people = await openIdentity(config, { database, limits: new RateLimits(database) });
  const { endedSessions, ...reset } = await people.resetPassword({ email, password });
  const shown = isPasswordGiven ? {} : { password };
  const lines = [
    `${email} has a new password; ${endedSessions} sessions were ended.`,
    "Tokens and connected programs go on: `trovella token revoke` and the settings end those.",
    ...(isPasswordGiven ? [] : ["The password, shown this once:", password]),
  ];
  print(isJson ? JSON.stringify({ email, ...reset, endedSessions, ...shown }) : lines.join("\n"));
}

async function choosePassword(isGiven: boolean): Promise<string> {
  return isGiven ? readPassword() : randomCharacters(MADE_PASSWORD_LENGTH);
}

/** Not as an option: other users of the computer can see those. */
async function readPassword(): Promise<string> {
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, "");
  if (password.length >= SHORTEST_PASSWORD) return password;
  throw usage(`needs a password of at least ${SHORTEST_PASSWORD} characters on stdin`);
}

async function list(database: Database, email: string | null, isJson: boolean): Promise<void> {
  const memberships = await findMemberships(database, { email, limit: MAX_LISTED });
  if (isJson) return print(JSON.stringify({ memberships }));
  const lines = memberships.map(
    ({ userEmail, userName, role, organizationName, organizationSlug }) =>
      // A name is whatever somebody typed; on a terminal it must not do anything.
      `${userEmail}  ${JSON.stringify(userName)}  ${role} of ${JSON.stringify(organizationName)} (${organizationSlug})`,
  );
  print(lines.length > 0 ? lines.join("\n") : "Nobody is there yet.");
}

async function withTeam(work: (team: Team) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  requireTeamMode(config);
  const database = await openServerDatabase(config);
  try {
    await work({ config, database });
  } finally {
    await database.close();
  }
}

/** What another command takes would be passed over without a word. */
function refuse(command: string, options: Readonly<Record<string, unknown>>): void {
  const [given] = Object.entries(options).find(([, value]) => value) ?? [];
  if (given) throw usage(`${command} takes no --${given}`);
}

function usage(problem: string): CommandFailure {
  return new CommandFailure(
    `\`trovella user\` ${problem}. Run \`trovella user --help\` to see what it takes.`,
    EXIT.usage,
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
