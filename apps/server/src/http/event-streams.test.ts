import type { ChangeTopic } from "@trovella/db/changes";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EventStreams } from "./event-streams.ts";

describe("event streams", () => {
  it("tell each reader of the changes in its own organization", async () => {
    const { streams, tell } = openStreams();
    const ours = reader(streams.add({ organizationId: "org_a" }, always));
    const theirs = reader(streams.add({ organizationId: "org_b" }, always));
    tell("org_a", ["plan", "toolCall"]);
    streams.close();
    expect(await ours.all()).toEqual(["ping", "plan", "toolCall"]);
    expect(await theirs.all()).toEqual(["ping"]);
  });

  it("forget a reader that has left", async () => {
    const { streams, tell, count } = openStreams();
    const stream = streams.add({ organizationId: "org_a" }, always);
    expect(count()).toBe(1);
    await stream?.cancel();
    expect(count()).toBe(0);
    tell("org_a", ["plan"]);
  });

  it("let a reader go that takes nothing, rather than keep everything for it", async () => {
    const { streams, tell, count } = openStreams();
    const stream = streams.add({ organizationId: "org_a" }, always);
    for (let index = 0; index < 1_000; index++) tell("org_a", ["plan"]);
    expect(count()).toBe(0);
    expect((await reader(stream).all()).length).toBe(100);
  });

  it("are at most 500, and none when the server stops", () => {
    const { streams } = openStreams();
    const opened = Array.from({ length: 501 }, () =>
      streams.add({ organizationId: "org_a" }, always),
    );
    expect(opened.filter(Boolean).length).toBe(500);
    streams.close();
    expect(streams.add({ organizationId: "org_a" }, always)).toBeNull();
  });

  it("ask before every ping whether the reader may still read, and end when not", async () => {
    vi.useFakeTimers();
    const { streams, tell, count } = openStreams();
    let mayRead = true;
    const stream = reader(streams.add({ organizationId: "org_a" }, async () => mayRead));
    await vi.advanceTimersByTimeAsync(10_000);
    mayRead = false;
    tell("org_a", ["plan"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count()).toBe(0);
    tell("org_a", ["plan"]);
    expect(await stream.all()).toEqual(["ping", "ping", "plan"]);
  });

  it("end when nobody can tell whether the reader may still read", async () => {
    vi.useFakeTimers();
    const { streams, count } = openStreams();
    streams.add({ organizationId: "org_a" }, () => Promise.reject(new Error("away")));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count()).toBe(0);
  });

  it("ask once at a time, however long the answer takes", async () => {
    vi.useFakeTimers();
    const { streams, count } = openStreams();
    const ask = vi.fn(() => new Promise<boolean>(() => undefined));
    streams.add({ organizationId: "org_a" }, ask);
    await vi.advanceTimersByTimeAsync(50_000);
    expect([ask.mock.calls.length, count()]).toEqual([1, 1]);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const always = async () => true;

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
