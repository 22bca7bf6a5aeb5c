import { EventEmitter, once } from "node:events";
import { connectHttp, connectStdio, type McpClient } from "@trovella/testing/mcp/mcp-client";
import { afterEach, describe, expect, it } from "vitest";
import { testDirectory } from "./support/test-directory.ts";
import { startServing } from "./support/trovella-process.ts";

const PLAN = {
  name: "[Scan] Watched",
  researchQuestion: "Does anybody see it?",
  steps: [{ stepType: "search", instructions: "Look." }],
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe("/api/events", () => {
  it("reports changes of this process and of another one", async () => {
    const { url } = await serving();
    const events = await watch(url);
    await events.hear("ping");

    const http = await keep(await connectHttp(url));
    events.forget();
    await http.call("create_research_plan", PLAN);
    for (const topic of ["plan", "review", "run", "toolCall"]) await events.hear(topic);

    const stdio = await keep(await connectStdio({ TROVELLA_DATA_DIR: testDirectory() }));
    events.forget();
    await stdio.call("create_research_plan", PLAN);
    await events.hear("plan");
    events.forget();
    await stdio.call("list_active_plans", {});
    await events.hear("toolCall");
    expect(events.seen).not.toContain("plan");
  });

  it("ends when the server stops, without delaying the shutdown", async () => {
    const server = await serving();
    const events = await watch(server.url);
    await events.hear("ping");
    server.child.kill("SIGTERM");
    await events.ended;
    expect(await server.ended).toBe(0);
    expect(server.output.stderr).not.toContain("cut off");
  });

  it("is refused to other origins", async () => {
    const { url } = await serving();
    const headers = { Origin: "https://evil.example" };
    const response = await fetch(`${url}/api/events`, { headers });
    expect(response.status).toBe(403);
  });
});

async function serving() {
  const server = await startServing();
  ends.push(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  return server;
}

async function keep(client: McpClient): Promise<McpClient> {
  ends.push(() => client.close());
  return client;
}

async function watch(url: string) {
  const leaving = new AbortController();
  ends.push(async () => leaving.abort());
  const response = await fetch(`${url}/api/events`, { signal: leaving.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const arrivals = new EventEmitter();
  const seen: string[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array);
      for (const [, topic] of text.matchAll(/^event: (\w+)$/gm)) seen.push(topic ?? "");
      arrivals.emit("arrival");
    }
  })().catch(() => undefined);
  return {
    seen,
    ended,
    forget: () => void seen.splice(0),
    async hear(topic: string): Promise<void> {
      while (!seen.includes(topic)) await once(arrivals, "arrival");
    },
  };
}
