import type { ChangeTopic } from "@trovella/db";
import { describe, expect, it } from "vitest";
import { EventStreams } from "./event-streams.ts";

describe("event streams", () => {
  it("tell each reader of the changes in its own organization", async () => {
    const { streams, tell } = openStreams();
    const ours = reader(streams.add({ organizationId: "org_a" }));
    const theirs = reader(streams.add({ organizationId: "org_b" }));
    tell("org_a", ["plan", "toolCall"]);
    streams.close();
    expect(await ours.all()).toEqual(["ping", "plan", "toolCall"]);
    expect(await theirs.all()).toEqual(["ping"]);
  });

  it("forget a reader that has left", async () => {
    const { streams, tell, count } = openStreams();
    const stream = streams.add({ organizationId: "org_a" });
    expect(count()).toBe(1);
    await stream?.cancel();
    expect(count()).toBe(0);
    tell("org_a", ["plan"]);
  });

  it("let a reader go that takes nothing, rather than keep everything for it", async () => {
    const { streams, tell, count } = openStreams();
    const stream = streams.add({ organizationId: "org_a" });
    for (let index = 0; index < 1_000; index++) tell("org_a", ["plan"]);
    expect(count()).toBe(0);
    expect((await reader(stream).all()).length).toBe(100);
  });

  it("are at most 500, and none when the server stops", () => {
    const { streams } = openStreams();
    const opened = Array.from({ length: 501 }, () => streams.add({ organizationId: "org_a" }));
    expect(opened.filter(Boolean).length).toBe(500);
    streams.close();
    expect(streams.add({ organizationId: "org_a" })).toBeNull();
  });
});

function openStreams() {
  const listeners = new Map<(topics: readonly ChangeTopic[]) => void, string>();
  const streams = new EventStreams({
    subscribe(organizationId, listener) {
      listeners.set(listener, organizationId);
      return () => listeners.delete(listener);
    },
  });
  const tell = (organizationId: string, topics: readonly ChangeTopic[]) => {
    for (const [listener, of] of listeners) if (of === organizationId) listener(topics);
  };
  return { streams, tell, count: () => listeners.size };
}

function reader(stream: ReadableStream<Uint8Array> | null) {
  return {
    async all(): Promise<string[]> {
      const text = await new Response(stream).text();
      return [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? "");
    },
  };
}
