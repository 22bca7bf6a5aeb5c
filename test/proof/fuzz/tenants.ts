import { type ConnectionSettings, withClient } from "@trovella/db";
import { bundledProgram } from "@trovella/testing/programs/bundled-program";
import { type RunningServer, startProgram } from "../history/servers.ts";

/** Selects the organization of a request. */
export const TENANT_HEADER = "x-proof-organization";

/** Adds organizations with one user each, and starts a server for all of them. */
export async function startTenantServer(
  target: ConnectionSettings["target"],
  organizations: readonly string[],
): Promise<RunningServer> {
  await withClient(target, async (client) => {
    for (const id of organizations) {
      await client.query("INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)", [id]);
      await client.query('INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1)', [
        `user_${id}`,
      ]);
    }
  });
  const program = await bundledProgram(new URL("./tenant-server.ts", import.meta.url));
  return startProgram([...program, JSON.stringify(target)]);
}
