import {
  ECHO_REVISIONS,
  ECHO_SERVERS,
  echoRequest,
  startEchoServer,
} from "@trovella/testing/mcp-http/echo-servers";
import { exchangeMany } from "@trovella/testing/mcp-http/raw-http-client";
import { median } from "./measure.ts";

const ECHO_CALLS = 4_000;

/** What a call costs the server before any tool does anything. */
export async function compareEchoes(repeats: number): Promise<void> {
  const costs = new Map<string, number[]>();
  const servers = await Promise.all(ECHO_SERVERS.map((kind) => startEchoServer(kind)));
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [index, kind] of ECHO_SERVERS.entries()) {
      for (const revision of ECHO_REVISIONS) {
        const server = servers[index];
        if (!server) continue;
        const request = echoRequest(revision, { token: "bench", text: "x".repeat(100) });
        const exchange = { port: server.port, callers: 8, count: ECHO_CALLS };
        // The first round only warms up.
        if (repeat === 0)
          await exchangeMany(
            exchange,
            () => request,
            () => undefined,
          );
        const before = await server.cpuUs();
        await exchangeMany(
          exchange,
          () => request,
          () => undefined,
        );
        const cost = ((await server.cpuUs()) - before) / ECHO_CALLS;
        const key = `${kind} ${revision}`;
        costs.set(key, [...(costs.get(key) ?? []), cost]);
      }
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
  console.log("\nServer CPU of one HTTP echo call, 8 callers: µs (times bare node:http)");
  for (const revision of ECHO_REVISIONS) {
    const line = ECHO_SERVERS.map((kind) => {
      const own = costs.get(`${kind} ${revision}`) ?? [];
      const bare = costs.get(`bare ${revision}`) ?? [];
      const times = median(own.map((cost, index) => cost / (bare[index] ?? Number.NaN)));
      return `${kind} ${median(own).toFixed(0)} (${times.toFixed(1)})`;
    });
    const goal = revision === "2026-07-28" ? 4.5 : 3;
    console.log(`${revision}: ${line.join(", ")}; goal for ours ≤ ${goal}`);
  }
}
