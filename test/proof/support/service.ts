import { type ConnectionSettings, embeddedTarget } from "@trovella/db";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import type { ServerProcess } from "./mcp-server.ts";

/** A URL and the credentials to use there. */
export interface Entrance {
  readonly url: string;
  readonly token?: string;
}

/** Servers on one database and their entrances, so that the same proofs run on any setup. */
export interface Service {
  readonly servers: readonly ServerProcess[];
  /** Entrances of the client with this number: one per server, or one through the proxy. */
  entrancesFor(client: number): readonly Entrance[];
  readonly organizationId: string;
  readonly target: ConnectionSettings["target"];
  /** Bypasses row-level security. */
  readonly asSuperuser: ConnectionSettings["target"];
}

/** Servers in local mode, each with its own URL. */
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
