import { RateLimits } from "@trovella/db/identity";
import type { Identity } from "@trovella/identity";
import { formatCount } from "../../format-count.ts";
import { requiredOption } from "../../options.ts";
import { print } from "../../print.ts";
import { openIdentity } from "../../services/open-identity.ts";
import { withTeamDatabase } from "../with-team-database.ts";

export const EMAIL_OPTION = requiredOption("address", "E-mail address of the person");

/** Runs `work` with the people of a team. */
export function withPeople(work: (people: Identity) => Promise<void>): Promise<void> {
  return withTeamDatabase(async ({ config, database }) =>
    work(await openIdentity(config, { database, limits: new RateLimits(database) })),
  );
}

interface Ended {
  readonly sessions: number;
  readonly tokens: number;
  readonly apps: number;
}

/** "2 sessions, 1 token, 0 connected apps ended" */
export function describeEnded({ sessions, tokens, apps }: Ended): string {
  const counts = [
    formatCount(sessions, "session"),
    formatCount(tokens, "token"),
    formatCount(apps, "connected app"),
  ];
  return `${counts.join(", ")} ended`;
}

export function printResult(isJson: boolean, result: object, text: string): void {
  print(isJson ? JSON.stringify(result) : text);
}
