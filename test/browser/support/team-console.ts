import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "@trovella/db";
import { stopPostgres } from "@trovella/db/embedded";
import { copyDataTemplate } from "@trovella/testing/database/data-template";
import { afterAll, beforeAll } from "vitest";
import { startTeam, type TeamServer } from "../../e2e/support/team-server.ts";

/** A server in team mode for the tests of a file; without accounts at first. */
export function useTeamConsole() {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-team-"));
  const dataDirectory = path.join(folder, "data");
  let team: TeamServer | undefined;
  beforeAll(async () => {
    copyDataTemplate(dataDirectory);
    await (await openDatabase({ dataDirectory })).close();
    const extra = { TROVELLA_DATA_DIR: dataDirectory };
    team = await startTeam(path.join(dataDirectory, "run"), extra);
  });
  afterAll(async () => {
    await team?.stop();
    await stopPostgres({ dataDirectory });
    rmSync(folder, { recursive: true, force: true });
  });
  const started = () => {
    if (!team) throw new Error("The server is not running.");
    return team;
  };
  return {
    get url(): string {
      return started().url;
    },
    get database() {
      return started().database;
    },
    get target() {
      return started().target;
    },
    /** The token that the setup page asks for. */
    get setupCode(): string {
      const [, code = ""] = /setup code (\w+)/.exec(started().output.stdout) ?? [];
      return code;
    },
  };
}
