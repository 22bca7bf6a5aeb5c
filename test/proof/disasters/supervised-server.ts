import { freePort } from "@trovella/testing/programs/free-port";
import { type ServerProcess, startServerProcess } from "../support/mcp-server.ts";

/** A server on a port of its own that is started again after it was killed, as a supervisor does. */
export async function superviseServer(environment: Readonly<Record<string, string>>) {
  const PORT = String(await freePort());
  const start = () => startServerProcess({ ...environment, PORT });
  let server: ServerProcess = await start();
  return {
    url: server.url,
    async killAndRestart() {
      await server.kill();
      server = await start();
    },
    kill: () => server.kill(),
    restart: async () => {
      server = await start();
    },
    stop: () => server.stop(),
  };
}
