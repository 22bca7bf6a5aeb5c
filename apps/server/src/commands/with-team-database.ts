import { userInfo } from "node:os";
import type { Database } from "@trovella/db";
import { runWithOrigin } from "@trovella/db/identity";
import { type Config, DATABASE_VARIABLES, loadConfig } from "../config.ts";
import { openServerDatabase } from "../database.ts";
import { requireTeamMode } from "../mode.ts";

export const TEAM_VARIABLES = ["TROVELLA_MODE", ...DATABASE_VARIABLES] as const;

export interface Team {
  readonly config: Config;
  readonly database: Database;
}

/** Runs `work` on a team's database; refuses local mode. */
export async function withTeamDatabase<T>(work: (team: Team) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env);
  requireTeamMode(config);
  const database = await openServerDatabase(config);
  try {
    const credential = { kind: "cli", id: null, name: operatorName() } as const;
    return await runWithOrigin({ credential }, () => work({ config, database }));
  } finally {
    await database.close();
  }
}

/** A container may run as a user without a name. */
export function operatorName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
