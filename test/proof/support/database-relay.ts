import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";
import type { ConnectionSettings } from "@trovella/db";
import { readPassword } from "@trovella/db/embedded";

/** Makes a PostgreSQL that listens on a socket available at `localhost`, as in a deployment with a host name. */
export async function startDatabaseRelay(target: ConnectionSettings["target"]) {
  const { socketDirectory, user, database } = target as Exclude<typeof target, string>;
  const password = readPassword(path.dirname(socketDirectory));
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(`${socketDirectory}/.s.PGSQL.5432`);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${user}:${password}@localhost:${port}/${database}`,
    /** Ends all connections. */
    cut(): void {
      for (const socket of open) socket.destroy();
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
