import { withClient } from "@trovella/db";
import { addOrganization, startTeam, tokenOf } from "../support/team-server.ts";

/** A server in team mode with an honest organization and a hostile one, and tokens of both. */
export async function startTwoOrganizations(socketDirectory: string) {
  const team = await startTeam(socketDirectory, { TROVELLA_EMBEDDER: "none", LOG_LEVEL: "error" });
  const tokensOf = async (name: string) => {
    const { owner, admin, member } = await addOrganization(team, name);
    return Promise.all([owner, admin, member].map((person) => tokenOf(team.database, person)));
  };
  const honest = await tokensOf("honest");
  return {
    team,
    senders: honest.map((token) => ({ url: team.url, token })),
    hostile: { url: team.url, tokens: await tokensOf("hostile") },
    databaseBytes: () =>
      withClient(team.asSuperuser, async (client) => {
        const { rows } = await client.query(
          "SELECT pg_database_size(current_database())::float8 AS bytes",
        );
        return Number(rows[0]?.bytes);
      }),
  };
}
