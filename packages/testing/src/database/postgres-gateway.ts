import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import path from "node:path";

/** PostgreSQL over TCP, as from another machine; the test cluster listens on a Unix socket only. */
export async function startGateway(socketDirectory: string) {
  const server = createServer((socket) => {
    const inner = connect(path.join(socketDirectory, ".s.PGSQL.5432"));
    socket.pipe(inner).pipe(socket);
    for (const end of [socket, inner]) end.on("error", () => end.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
