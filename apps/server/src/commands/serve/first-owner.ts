import type { Database } from "@trovella/db";
import { isLocalOrganization, LOCAL_ORGANIZATION_ID, RateLimits } from "@trovella/db/identity";
import type { Config } from "../../config.ts";
import { usageError } from "../../parse-options.ts";
import { print } from "../../print.ts";
import { openIdentity } from "../../services/open-identity.ts";
import { askAtTerminal } from "../ask-at-terminal.ts";
import {
  type ChosenPassword,
  choosePassword,
  describePassword,
  MIN_PASSWORD_LENGTH,
} from "../user/choose-password.ts";
import type { TeamOptions } from "./team-options.ts";

interface FirstOwner {
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  readonly chosen: ChosenPassword;
}

/** Asks at a terminal for what the options leave open. Elsewhere, without an e-mail address, the server prints a setup code. */
export async function createFirstOwner(
  config: Config,
  database: Database,
  options: TeamOptions,
): Promise<void> {
  const people = await openIdentity(config, { database, limits: new RateLimits(database) });
  if (await people.hasPeople()) return;
  const isAdopting = await isLocalOrganization(database, LOCAL_ORGANIZATION_ID);
  if (isAdopting) process.stderr.write(ADOPTING);
  const owner = await chooseOwner(options);
  if (!owner) return;
  const { chosen, ...account } = owner;
  await people.createOwner({ ...account, password: chosen.password });
  const lines = [
    `${owner.email} owns ${owner.organizationName} and can sign in at ${config.TROVELLA_PUBLIC_URL}.`,
    ...describePassword(chosen),
  ];
  print(lines.join("\n"));
}

const ADOPTING = `There is research of local mode in this data directory. It will belong to the organization of the first owner, with everything in it.
Programs that start \`trovella mcp\` end working with it: connect them to the URL of the team instead, so that people sign in.
`;

async function chooseOwner(options: TeamOptions): Promise<FirstOwner | null> {
  const isAsking = process.stdin.isTTY && !options["password-stdin"];
  const given = options["owner-email"];
  if (!given && !isAsking) return null;
  const ask = (question: string, fallback: string) =>
    isAsking ? answerOr(`${question} (Enter for ${fallback}): `, fallback) : fallback;
  const email = given ?? (await askAtTerminal("E-mail address of the first owner: ")).trim();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw usageError("serve", "needs an e-mail address of the first owner");
  }
  const name = options["owner-name"] ?? (await ask("Their name", email.split("@", 1)[0] ?? email));
  const organizationName = options.organization ?? (await ask("Organization", "Research"));
  const isFromStdin = options["password-stdin"];
  const chosen = isAsking ? await askPassword() : await choosePassword("serve", { isFromStdin });
  return { email, name, organizationName, chosen };
}

async function askPassword(): Promise<ChosenPassword> {
  const question = `Password, at least ${MIN_PASSWORD_LENGTH} characters (Enter to generate one): `;
  const password = await askAtTerminal(question, { isSecret: true });
  if (password === "") return choosePassword("serve", { isFromStdin: false });
  if (password.length < MIN_PASSWORD_LENGTH) return askPassword();
  if (password === (await askAtTerminal("Password again: ", { isSecret: true }))) {
    return { password, isGenerated: false };
  }
  process.stderr.write("The two passwords differ.\n");
  return askPassword();
}

async function answerOr(question: string, fallback: string): Promise<string> {
  return (await askAtTerminal(question)).trim() || fallback;
}
