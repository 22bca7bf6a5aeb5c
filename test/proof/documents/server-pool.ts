import { connectHttp, type McpClient } from "@trovella/testing/mcp/mcp-client";
import { type ServerProcess, startServerProcess } from "../support/mcp-server.ts";

/** Servers on one database, each of which may be killed and replaced while agents call them. */
export class ServerPool {
  kills = 0;
  private readonly environment: Readonly<Record<string, string>>;
  private readonly running: { server: ServerProcess; client: McpClient }[] = [];

  constructor(environment: Readonly<Record<string, string>>) {
    this.environment = environment;
  }

  /** One after the other: the first creates the database. */
  async start(count: number): Promise<void> {
    while (this.running.length < count) this.running.push(await this.open());
  }

  /** A connection to one of the servers that run. */
  any(): McpClient {
    const { client } = this.running[Math.floor(Math.random() * this.running.length)] ?? {};
    if (!client) throw new Error("No server runs.");
    return client;
  }

  /** Kills one server without notice and starts another. */
  async killOne(): Promise<void> {
    const replacement = await this.open();
    const index = Math.floor(Math.random() * this.running.length);
    const [killed] = this.running.splice(index, 1, replacement);
    await killed?.server.kill();
    this.kills += 1;
    await killed?.client.close().catch(() => undefined);
  }

  /** Kills one server at once, whatever it is about to do, and starts another afterwards. */
  async killNow(): Promise<void> {
    const index = Math.floor(Math.random() * this.running.length);
    const [killed] = this.running.splice(index, 1);
    await killed?.server.kill();
    this.kills += 1;
    // Ends the calls that wait for an answer of it.
    void killed?.client.close().catch(() => undefined);
    this.running.push(await this.open());
  }

  async stop(): Promise<void> {
    for (const { server, client } of this.running.splice(0)) {
      await client.close().catch(() => undefined);
      await server.stop();
    }
  }

  private async open() {
    const server = await startServerProcess(this.environment);
    return { server, client: await connectHttp(server.url) };
  }
}
