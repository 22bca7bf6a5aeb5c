import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import type { Page } from "playwright-core";
import { fillIn, section } from "../browser/support/team-forms.ts";

const PORT = 47_371;

/** A server in team mode on the PostgreSQL of this data directory, with some members. */
export async function startTeamSample(
  dataDirectory: string,
  environment: Readonly<Record<string, string>>,
) {
  const url = `http://localhost:${PORT}`;
  const database = await createEmptyDatabase(path.join(dataDirectory, "run"));
  const env = {
    ...environment,
    TROVELLA_MODE: "team",
    DATABASE_URL: database.url,
    TROVELLA_PUBLIC_URL: url,
    TROVELLA_SECRET: "only for screenshots, never for production",
    HOST: "localhost",
    PORT: String(PORT),
  };
  spawnSync(process.execPath, [TROVELLA, "migrate"], { env, stdio: "ignore" });
  const child = spawn(process.execPath, [TROVELLA, "serve"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  while (!text.includes("setup code")) {
    text += String((await once(child.stdout.setEncoding("utf8"), "data"))[0]);
  }
  const [, code = ""] = /setup code (\w+)/.exec(text) ?? [];
  return {
    url,
    /** The first owner, who invites a member and creates a token. */
    async setUp(page: Page): Promise<void> {
      await page.goto(`${url}/api/auth/setup`);
      const fields = {
        "Setup code": code,
        "Your name": "Ada Lovelace",
        "E-mail address": "ada@research.example",
        Password: "correct horse battery staple",
        "Name of your organization": "Analytical Engines",
      };
      await fillIn(page, fields, "Create the owner");
      await page.getByRole("heading", { name: "Home" }).waitFor();
      await page.goto(`${url}/settings/security`);
      await section(page, "Access tokens").getByLabel("Name of the new token").fill("Laptop");
      await page.getByRole("button", { name: "Create token" }).click();
      await page.getByRole("button", { name: "I've copied it" }).click();
      await page.goto(`${url}/settings/team`);
      await section(page, "Invitations")
        .getByLabel("E-mail address")
        .fill("charles@research.example");
      await page.getByRole("button", { name: "Create invite link" }).click();
      await page.getByRole("button", { name: "I've copied it" }).click();
    },
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
