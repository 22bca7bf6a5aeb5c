import { describe, expect, it } from "vitest";
import { pageBytesFor, resultFor } from "./protocol-revision.ts";

const REPLY = { content: [{ type: "text", text: "{}" }], structuredContent: {} };
const TOOL = { name: "ping", title: "Ping", inputSchema: {}, outputSchema: {}, _meta: {} };

describe("a client of a revision before 2025-06-18", () => {
  it.each(["2024-11-05", "2025-03-26"])("gets each reply once: %s", (revision) => {
    expect(resultFor(revision, "tools/call", REPLY)).toEqual({ content: REPLY.content });
    expect(resultFor(revision, "tools/list", { tools: [TOOL] })).toEqual({
      tools: [{ name: "ping", inputSchema: {} }],
    });
    expect(resultFor(revision, "prompts/list", { prompts: [{ name: "a", title: "A" }] })).toEqual({
      prompts: [{ name: "a" }],
    });
    expect(pageBytesFor(revision)).toBe(6_000);
  });

  it.each(["2025-06-18", "2025-11-25", "2026-07-28"])(
    "later ones get everything: %s",
    (revision) => {
      expect(resultFor(revision, "tools/call", REPLY)).toBe(REPLY);
      const list = { tools: [TOOL] };
      expect(resultFor(revision, "tools/list", list)).toBe(list);
      expect(pageBytesFor(revision)).toBe(18_000);
    },
  );

  it("gets other results as they are", () => {
    const read = { contents: [{ uri: "a", title: "A" }] };
    expect(resultFor("2024-11-05", "resources/read", read)).toBe(read);
  });
});
