import { RateLimits } from "@trovella/db/identity";
import type { Identity } from "@trovella/identity";
import { defineCommand } from "../../command.ts";
import { formatCount } from "../../format-count.ts";
import { flag, JSON_FLAG, requiredOption } from "../../options.ts";
import { print } from "../../print.ts";
import { openIdentity } from "../../services/open-identity.ts";
import { TEAM_VARIABLES, withTeamDatabase } from "../with-team-database.ts";

const EMAIL = requiredOption("address", "E-mail address of the person");

export const disableUserCommand = defineCommand({
  name: "user disable",
  description: "Refuse all credentials of a person until they are enabled again",
  options: { email: EMAIL, json: JSON_FLAG },
  variables: TEAM_VARIABLES,
  run: ({ email, json }) =>
    withPeople(async (people) => {
      const ended = await people.disableUser({ email });
      show(json, { email, ...ended }, `${email} is disabled; ${describe(ended)}.`);
    }),
});

export const enableUserCommand = defineCommand({
  name: "user enable",
  description: "Let a disabled person sign in again",
  options: { email: EMAIL, json: JSON_FLAG },
  variables: TEAM_VARIABLES,
  run: ({ email, json }) =>
    withPeople(async (people) => {
      const enabled = await people.enableUser({ email });
      const text = `${email} can sign in again. Tokens and apps that were ended stay ended.`;
      show(json, { email, ...enabled }, text);
    }),
});

export const removeUserCommand = defineCommand({
  name: "user remove",
  description: "Remove a person from all organizations and free their e-mail address",
  options: {
    email: EMAIL,
    force: flag("Also the only owner of an organization that has other members"),
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,
  run: ({ email, force, json }) =>
    withPeople(async (people) => {
      const ended = await people.removeUser({ email, force });
      const text = `${email} is removed; ${describe(ended)}. Their research stays.`;
      show(json, { email, ...ended }, text);
    }),
});

export const signOutUserCommand = defineCommand({
  name: "user sign-out",
  description: "End a person's sessions, and with --everything their tokens and apps",
  options: {
    email: EMAIL,
    everything: flag("Also revoke all their tokens and connected apps"),
    json: JSON_FLAG,
  },
  variables: TEAM_VARIABLES,
  run: ({ email, everything, json }) =>
    withPeople(async (people) => {
      const ended = await people.signOutUser({ email, everything });
      show(json, { email, ...ended }, `${email} is signed out; ${describe(ended)}.`);
    }),
});

interface Ended {
  readonly sessions: number;
  readonly tokens: number;
  readonly apps: number;
}

export function describe({ sessions, tokens, apps }: Ended): string {
  const counts = [
    formatCount(sessions, "session"),
    formatCount(tokens, "token"),
    formatCount(apps, "connected app"),
  ];
  return `${counts.join(", ")} ended`;
}

function withPeople(work: (people: Identity) => Promise<void>): Promise<void> {
  return withTeamDatabase(async ({ config, database }) =>
    work(await openIdentity(config, { database, limits: new RateLimits(database) })),
  );
}

function show(isJson: boolean, result: object, text: string): void {
  print(isJson ? JSON.stringify(result) : text);
}
