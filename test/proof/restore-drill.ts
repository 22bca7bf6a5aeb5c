/** Backs up a team server, drops its database and restores it: no row is lost, and every session, password, token and grant still works. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Verification } from "@trovella/db/maintenance";
import {
  type Authentication,
  fillTeam,
  lostCredentials,
} from "@trovella/testing/credentials/team-credentials";
import { createEmptyDatabase, databaseUrl } from "@trovella/testing/database/empty-database";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { ORIGIN, SECRET } from "@trovella/testing/identity/test-identity";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";
import { runTrovella, whileServing } from "./support/trovella-commands.ts";

const PLANS = Number(process.argv[2] ?? 300);
// All sign in from the same IP address, which is limited to ten a minute.
const PEOPLE = 8;

const folder = await mkdtemp(path.join(tmpdir(), "trovella-drill-"));
await withTemporaryCluster("drill", async ({ socketDirectory }) => {
  const source = await createTestDatabase(socketDirectory, []);
  const credentials = await fillTeam(source.database, { people: PEOPLE, plans: PLANS });
  const first = path.join(folder, "first.jsonl");
  const { database: name } = source.target as { database: string };
  const saved = await trovella(databaseUrl(socketDirectory, name), "backup", first);
  await source.drop();

  const empty = await createEmptyDatabase(socketDirectory);
  const restored = await trovella(empty.url, "restore", first);
  const { plans, events, differenceCount } = JSON.parse(
    await trovella(empty.url, "verify", "--json"),
  ) as Verification;
  const second = path.join(folder, "second.jsonl");
  await trovella(empty.url, "backup", second);
  const isSame = readFileSync(first).equals(readFileSync(second));
  const lost = await whileServing({ env: environment(empty.url) }, (url) =>
    lostCredentials(entranceOf(url), credentials),
  );
  console.log([saved.split("\n")[0], restored].join("\n"));
  console.log(
    `verify: ${events} events of ${plans} plans, ${differenceCount} differences; a backup of the restored database ` +
      `${isSame ? "has the same bytes" : "differs"}; ${credentials.length} people: ${lost.length} of their sessions, passwords, tokens ` +
      `and grants no longer work`,
  );
  if (lost.length > 0) console.log(lost.slice(0, 10).join("\n"));
  if (lost.length + differenceCount > 0 || !isSame || plans !== PLANS) process.exitCode = 1;
  await empty.drop();
});
await rm(folder, { recursive: true });

function environment(url: string) {
  return {
    TROVELLA_MODE: "team",
    DATABASE_URL: url,
    TROVELLA_PUBLIC_URL: ORIGIN,
    TROVELLA_SECRET: SECRET,
    TROVELLA_DATA_DIR: folder,
    TROVELLA_EMBEDDER: "none",
    TROVELLA_CAPTURE: "off",
  };
}

function trovella(url: string, ...options: string[]): Promise<string> {
  return runTrovella(options, { env: environment(url) });
}

/** The public URL of the server, without the TLS proxy. */
function entranceOf(url: string): Authentication {
  const at = (absolute: string) => url + absolute.slice(ORIGIN.length);
  return {
    identity: {
      handle: async (request) =>
        fetch(at(request.url), {
          method: request.method,
          headers: request.headers,
          redirect: "manual",
          ...(request.method === "POST" ? { body: await request.text() } : {}),
        }),
    },
    async isAuthenticated(headers) {
      // All kinds of credentials count for downloads.
      const response = await fetch(`${url}/api/outputs/out_none`, { headers });
      await response.body?.cancel();
      return response.status === 404;
    },
  };
}
