import { type ConnectionSettings, embeddedTarget } from "@trovella/db";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import type { ServerProcess } from "./mcp-server.ts";

/** Where a client gets in, and as whom. */
export interface Entrance {
  readonly url: string;
  readonly token?: string;
}

/** Servers on one database, and how clients reach them: the proofs are the same for each kind. */
export interface Service {
  readonly servers: readonly ServerProcess[];
  /** The ways in for the client with this number: to each server its own, or the one through a proxy. */
  entrancesFor(client: number): readonly Entrance[];
  readonly organizationId: string;
  readonly target: ConnectionSettings["target"];
  /** For looking behind the policies. */
  readonly asSuperuser: ConnectionSettings["target"];
}

/** Servers in local mode, each with an address of its own. */
export function localService(
  cluster: EmbeddedPostgres,
  servers: readonly ServerProcess[],
): Service {
  const { socketDirectory, bootstrapUser: user } = cluster;
  return {
    servers,
    entrancesFor: () => servers.map(({ url }) => ({ url })),
    organizationId: LOCAL_ORGANIZATION_ID,
    target: embeddedTarget(cluster, "trovella"),
    asSuperuser: { socketDirectory, user, database: "trovella" },
  };
}
