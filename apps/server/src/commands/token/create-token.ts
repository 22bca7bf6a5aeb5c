import { createToken, type FoundMembership, TOKEN_LIMITS } from "@trovella/db/identity";
import { permissionsOf, SCOPES, type Scope } from "@trovella/foundation";
import { defineCommand } from "../../command.ts";
import { CommandFailure } from "../../exit.ts";
import { JSON_FLAG, option, requiredOption } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { print } from "../../print.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";
import { findMembership, MEMBERSHIP_OPTIONS } from "./find-membership.ts";
import { formatDay } from "./format-day.ts";

const NAME = "token create";
const DEFAULT_SCOPES = "read,write";
const { minDays, maxDays, defaultDays } = TOKEN_LIMITS;

export const createTokenCommand = defineCommand({
  name: NAME,
  description: "Create a personal access token and show it once",
  options: {
    ...MEMBERSHIP_OPTIONS,
    name: requiredOption("text", "What it is for"),
    scopes: option("list", `Some of ${SCOPES.join(",")}; by default ${DEFAULT_SCOPES}`),
    days: option(
      "number",
      `How long it lasts, ${minDays} to ${maxDays} days; by default ${defaultDays}`,
    ),
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,

  async run({ email, organization, name, json, ...options }) {
    const scopes = parseScopes(options.scopes);
    const expiresInDays = parseDays(options.days);
    await withTeamDatabase(async ({ database }) => {
      const member = await findMembership(database, { email, organization });
      refuseForbidden(scopes, member);
      const { organizationId, organizationName, userId, userEmail } = member;
      const request = { tenant: { organizationId }, userId, name, scopes, expiresInDays };
      const { token, ...created } = await createToken(database, request, new Date());
      const text = [
        `${created.id} for ${userEmail} in ${organizationName}: ${created.scopes.join(", ")}, until ${formatDay(created.expiresAt)}.`,
        token,
        "It is shown only once and cannot be looked up later. Clients send it as Authorization: Bearer.",
      ].join("\n");
      print(json ? JSON.stringify({ token, organizationId, ...created }) : text);
    });
  },
});

function refuseForbidden(scopes: readonly Scope[], { role, userEmail }: FoundMembership): void {
  const allowed = permissionsOf(role, SCOPES);
  const missing = scopes.filter((scope) => !allowed.has(scope));
  if (missing.length === 0) return;
  throw new CommandFailure(
    `${userEmail} is ${role} there and may not ${missing.join(", ")}. Leave that out of --scopes, or change the role first.`,
  );
}

function parseScopes(text = DEFAULT_SCOPES): Scope[] {
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.find((word) => !SCOPES.some((scope) => scope === word));
  if (unknown === undefined) return SCOPES.filter((scope) => words.includes(scope));
  throw usageError(NAME, `has no scope ${JSON.stringify(unknown)}: it takes ${SCOPES.join(", ")}`);
}

function parseDays(text = String(defaultDays)): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= minDays && days <= maxDays) return days;
  throw usageError(NAME, `takes --days as a whole number from ${minDays} to ${maxDays}`);
}
