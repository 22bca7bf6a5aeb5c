import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase, stopPostgres } from "@trovella/db";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startTeam, type TeamServer } from "../e2e/team-server.ts";

export const PASSWORD = "correct horse battery staple";

/** A server in team mode for the tests of a file; nobody has an account at first. */
export function useTeamConsole() {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-team-"));
  let team: TeamServer | undefined;
  beforeAll(async () => {
    await (await openDatabase({ dataDirectory })).close();
    const extra = { TROVELLA_DATA_DIR: dataDirectory };
    team = await startTeam(path.join(dataDirectory, "run"), extra);
  });
  afterAll(async () => {
    await team?.stop();
    await stopPostgres({ dataDirectory });
    rmSync(dataDirectory, { recursive: true, force: true });
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
    /** What the page for the first owner asks for. */
    get setupCode(): string {
      const [, code = ""] = /setup code (\w+)/.exec(started().output.stdout) ?? [];
      return code;
    },
  };
}

/** Fills the fields of a form by their labels and sends it with the button. */
export async function fillIn(
  page: Page,
  fields: Readonly<Record<string, string>>,
  button: string,
): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole("button", { name: button, exact: true }).click();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await fillIn(page, { "E-mail address": email, Password: PASSWORD }, "Sign in");
}

/** Everything to do with the account is behind one button. */
export async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("region", { name: "Account" }).waitFor();
}

/** A part of the settings, by its heading. */
export function section(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}
