import { type Database, withTenantContext } from "@trovella/db";
import {
  createToken,
  type FoundMembership,
  findMemberships,
  type ListedToken,
  listTokens,
  organizationOfToken,
  revokeToken,
  TOKEN_LIMITS,
} from "@trovella/db/identity";
import { permissionsOf, SCOPES, type Scope } from "@trovella/foundation";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES, loadConfig } from "../config.ts";
import { openServerDatabase } from "../database.ts";
import { CommandFailure, EXIT } from "../exit.ts";
import { requireTeamMode } from "../mode.ts";

const { shortestDays, longestDays, defaultDays } = TOKEN_LIMITS;
const USUAL_SCOPES = "read,write,review";
const MAX_MEMBERSHIPS = 100;
const MAX_LISTED = 200;

export const tokenCommand = defineCommand({
  name: "token",
  description: "Create, list or revoke personal access tokens (team mode)",
  options: {
    command: { type: "positional", required: true, description: "create, list or revoke" },
    id: { type: "positional", required: false, description: "For revoke: the token's id" },
    email: { type: "string", valueHint: "address", description: "Whose tokens" },
    organization: {
      type: "string",
      valueHint: "id or short name",
      description: "In which organization; needed when the person is in several",
    },
    name: { type: "string", valueHint: "text", description: "For create: what it is for" },
    scopes: {
      type: "string",
      valueHint: "list",
      description: `For create: some of ${SCOPES.join(",")}; by default ${USUAL_SCOPES}`,
    },
    days: {
      type: "string",
      valueHint: "number",
      description: `For create: how long it lasts, ${shortestDays} to ${longestDays} days; by default ${defaultDays}`,
    },
    json: { type: "boolean", description: "Print the result as JSON" },
  },
  variables: ["TROVELLA_MODE", ...DATABASE_VARIABLES],

  async run({ command, id, json = false, ...options }) {
    const { email, name, scopes, days, ...rest } = options;
    const organization = rest.organization ?? null;
    if (command === "create") {
      refuse("create", { id });
      if (!email || !name) throw usage("create needs --email and --name");
      const wish = { name, scopes: readScopes(scopes), expiresInDays: readDays(days) };
      return withTeam((database) => create(database, { email, organization }, wish, json));
    }
    if (command === "list") {
      refuse("list", { id, name, scopes, days });
      if (!email) throw usage("list needs --email");
      return withTeam((database) => list(database, { email, organization }, json));
    }
    if (command !== "revoke") {
      throw usage(`has no command ${JSON.stringify(command)}: it takes create, list or revoke`);
    }
    refuse("revoke", { email, organization, name, scopes, days });
    if (!id) throw usage("revoke needs the id of a token; `trovella token list` shows them");
    return withTeam((database) => revoke(database, id, json));
  },
});

interface Whose {
  readonly email: string;
  readonly organization: string | null;
}

interface Wish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
}

async function create(database: Database, whose: Whose, wish: Wish, isJson: boolean) {
  const { organizationId, organizationName, userId, userEmail, role } = await findMembership(
    database,
    whose,
  );
  const missing = wish.scopes.filter((scope) => !permissionsOf(role, SCOPES).has(scope));
  if (missing.length > 0) {
    throw new CommandFailure(
      `${userEmail} is ${role} there and may not ${missing.join(", ")}. Leave that out of --scopes, or change the role first.`,
    );
  }
  const tenant = { organizationId };
  const { token, ...made } = await createToken(database, { ...wish, tenant, userId }, new Date());
  const text = [
    `${made.id} for ${userEmail} in ${organizationName}: ${made.scopes.join(", ")}, until ${day(made.expiresAt)}.`,
    token,
    "It is shown this once and cannot be looked up later. Clients send it as Authorization: Bearer.",
  ].join("\n");
  print(isJson ? JSON.stringify({ token, organizationId, ...made }) : text);
}

async function list(database: Database, whose: Whose, isJson: boolean): Promise<void> {
  const { organizationId, userId } = await findMembership(database, whose);
  const tokens = await withTenantContext(database, { organizationId }, (context) =>
    listTokens(context, { userId, before: null, limit: MAX_LISTED }),
  );
  if (isJson) return print(JSON.stringify({ organizationId, tokens }));
  print(tokens.length > 0 ? tokens.map(describe).join("\n") : "There are no tokens.");
}

async function revoke(database: Database, tokenId: string, isJson: boolean): Promise<void> {
  const organizationId = await organizationOfToken(database, tokenId);
  if (organizationId === null) {
    throw new CommandFailure("There is no such token, or it has been revoked or has expired.");
  }
  const tenant = { organizationId };
  const { revokedAt } = await revokeToken(database, { tenant, tokenId, ownerId: null }, new Date());
  print(isJson ? JSON.stringify({ tokenId, revokedAt }) : `Revoked ${tokenId}.`);
}

/** Never the first of several by accident. */
async function findMembership(
  database: Database,
  { email, organization }: Whose,
): Promise<FoundMembership> {
  const all = await findMemberships(database, { email, limit: MAX_MEMBERSHIPS });
  const fitting = all.filter(
    ({ organizationId, organizationSlug }) =>
      organization === null || [organizationId, organizationSlug].includes(organization),
  );
  const [only, ...others] = fitting;
  if (only && others.length === 0) return only;
  if (!only) {
    const where = organization === null ? "any organization" : "that organization";
    throw new CommandFailure(
      `Nobody with that address is in ${where}. \`trovella user list\` shows who is there.`,
    );
  }
  const names = fitting.map(({ organizationSlug }) => organizationSlug).join(", ");
  throw new CommandFailure(
    `That person is in several organizations: ${names}. Name one with --organization.`,
  );
}

function describe({ id, name, ending, scopes, expiresAt, lastUsedAt, revokedAt }: ListedToken) {
  const state = revokedAt ? `revoked ${day(revokedAt)}` : `until ${day(expiresAt)}`;
  const use = lastUsedAt ? `last used ${day(lastUsedAt)}` : "never used";
  // A name is whatever somebody typed; on a terminal it must not do anything.
  return `${id}  …${ending}  ${JSON.stringify(name)}  ${scopes.join(",")}  ${state}  ${use}`;
}

function day(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function readScopes(text = USUAL_SCOPES): Scope[] {
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.find((word) => !SCOPES.some((scope) => scope === word));
  if (unknown === undefined) return SCOPES.filter((scope) => words.includes(scope));
  throw usage(`has no scope ${JSON.stringify(unknown)}: it takes ${SCOPES.join(", ")}`);
}

function readDays(text = String(defaultDays)): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= shortestDays && days <= longestDays) return days;
  throw usage(`takes --days as a whole number from ${shortestDays} to ${longestDays}`);
}

async function withTeam(work: (database: Database) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  requireTeamMode(config);
  const database = await openServerDatabase(config);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** What another command takes would be passed over without a word. */
function refuse(command: string, options: Readonly<Record<string, unknown>>): void {
  const [given] = Object.entries(options).find(([, value]) => value) ?? [];
  if (given) throw usage(`${command} takes no ${given === "id" ? "id" : `--${given}`}`);
}

function usage(problem: string): CommandFailure {
  return new CommandFailure(
    `\`trovella token\` ${problem}. Run \`trovella token --help\` to see what it takes.`,
    EXIT.usage,
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
