import type { ChangeTopic } from "@trovella/db/changes";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EventStreams, TEAM_SHARES } from "./event-streams.ts";

describe("event streams", () => {
  it("notify each client of the changes in its own organization", async () => {
    const { streams, announce } = openStreams();
    const ours = reader(streams.add(A, always));
    const theirs = reader(streams.add(B, always));
    announce("org_a", ["plan", "toolCall"]);
    streams.close();
    expect(await ours.all()).toEqual(["ping", "plan", "toolCall"]);
    expect(await theirs.all()).toEqual(["ping"]);
  });

  it("forget a client that has disconnected", async () => {
    const { streams, announce, count } = openStreams();
    const stream = streams.add(A, always);
    expect(count()).toBe(1);
    await stream?.cancel();
    expect(count()).toBe(0);
    announce("org_a", ["plan"]);
  });

  it("disconnect a client that reads nothing, rather than buffer without limit", async () => {
    const { streams, announce, count } = openStreams();
    const stream = streams.add(A, always);
    for (let index = 0; index < 1_000; index++) announce("org_a", ["plan"]);
    expect(count()).toBe(0);
    expect((await reader(stream).all()).length).toBe(100);
  });

  it("are at most 500, and none when the server stops", () => {
    const { streams } = openStreams();
    const opened = Array.from({ length: 501 }, () => streams.add(A, always));
    expect(opened.filter(Boolean).length).toBe(500);
    streams.close();
    expect(streams.add(A, always)).toBeNull();
  });

  it("leave room for others: 20 for a person and 100 for an organization of a team", () => {
    const { streams } = openStreams(TEAM_SHARES);
    const isOpened = (organizationId: string, userId: string) => {
      try {
        return streams.add({ tenant: { organizationId }, userId }, always) !== null;
      } catch (error) {
        expect(error).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 30 } });
        return false;
      }
    };
    const countOf = (organizationId: string, userId: string, tries: number) =>
      Array.from({ length: tries }, () => isOpened(organizationId, userId)).filter(Boolean).length;
    expect(countOf("org_a", "usr_0", 500)).toBe(20);
    const people = Array.from({ length: 10 }, (_, number) => `usr_${number}`);
    const others = people.map((userId) => countOf("org_a", userId, 50));
    expect(others).toEqual([0, 20, 20, 20, 20, 0, 0, 0, 0, 0]);
    expect(countOf("org_b", "usr_0", 20)).toBe(20);
    streams.close();
  });

  it("re-check authorization before every ping, and end when it is gone", async () => {
    vi.useFakeTimers();
    const { streams, announce, count } = openStreams();
    let isAuthorized = true;
    const stream = reader(streams.add(A, async () => isAuthorized));
    await vi.advanceTimersByTimeAsync(10_000);
    isAuthorized = false;
    announce("org_a", ["plan"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count()).toBe(0);
    announce("org_a", ["plan"]);
    expect(await stream.all()).toEqual(["ping", "ping", "plan"]);
  });

  it("end when authorization cannot be checked", async () => {
    vi.useFakeTimers();
    const { streams, count } = openStreams();
    streams.add(A, () => Promise.reject(new Error("unavailable")));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count()).toBe(0);
  });

  it("run one check at a time, however long it takes", async () => {
    vi.useFakeTimers();
    const { streams, count } = openStreams();
    const check = vi.fn(() => new Promise<boolean>(() => undefined));
    streams.add(A, check);
    await vi.advanceTimersByTimeAsync(50_000);
    expect([check.mock.calls.length, count()]).toEqual([1, 1]);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const always = async () => true;
const A = { tenant: { organizationId: "org_a" }, userId: "usr_a" };
const B = { tenant: { organizationId: "org_b" }, userId: "usr_b" };

function openStreams(shares?: typeof TEAM_SHARES) {
  const listeners = new Map<(topics: readonly ChangeTopic[]) => void, string>();
  const feed = {
    ready: () => null,
    subscribe(organizationId: string, listener: (topics: readonly ChangeTopic[]) => void) {
      listeners.set(listener, organizationId);
      return () => listeners.delete(listener);
    },
  };
  const streams = new EventStreams(feed, shares);
  const announce = (organizationId: string, topics: readonly ChangeTopic[]) => {
    for (const [listener, of] of listeners) if (of === organizationId) listener(topics);
  };
  return { streams, announce, count: () => listeners.size };
}

function reader(stream: ReadableStream<Uint8Array> | null) {
  return {
    async all(): Promise<string[]> {
      const text = await new Response(stream).text();
      return [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? "");
    },
  };
}
