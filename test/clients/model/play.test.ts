import { describe, expect, it } from "vitest";
import type { Conversation, OfferedTool, Turn } from "./conversation.ts";
import { ownToolOf } from "./offered-tools.ts";
import { play, promptFor } from "./play.ts";

const OWN = new Map([
  ["ping", new Set<string>()],
  ["store_research", new Set(["title"])],
  ["store_research_output", new Set(["title"])],
]);

it.each([
  ["mcp__trovella__ping", "ping"],
  ["trovella-store_research", "store_research"],
  ["trovella_store_research_output", "store_research_output"],
  ["ping", "ping"],
  ["shopping", undefined],
  ["bash", undefined],
])("knows %s as %s", (name, own) => {
  expect(ownToolOf(name, OWN)).toBe(own);
});

describe("the scripted model", () => {
  it("calls a tool as the client names it", () => {
    const { answer, run } = play(asked([tool("trovella_ping")]), OWN);
    expect(answer).toEqual({ call: { name: "trovella_ping", input: {} } });
    expect(run).toMatchObject({ label: "a-b", move: { call: "ping" } });
  });

  it("fills in parameters that the client added to the schema", () => {
    const added = { wait_for_previous: { type: "boolean" }, why: { type: "string" } };
    const { answer } = play(asked([tool("ping", { properties: added })]), OWN);
    expect(answer).toMatchObject({ call: { input: { wait_for_previous: true, why: "scripted" } } });
  });

  it("searches for tools that are not shown, and calls those that a search only describes", () => {
    const search = tool("tool_search");
    expect(play(asked([search]), OWN).answer).toMatchObject({ call: { name: "tool_search" } });
    const described =
      '<function>{"name":"mcp__trovella__ping","parametersJsonSchema":{}}</function>';
    const turns = [{ name: "tool_search", input: {}, reply: described, isError: false }];
    expect(play(asked([search], turns), OWN).answer).toEqual({
      call: { name: "tool_call", input: { name: "mcp__trovella__ping", arguments: {} } },
    });
  });

  it("does not search forever", () => {
    const turn = { name: "tool_search", input: {}, reply: "nothing", isError: false };
    const turns = Array.from({ length: 25 }, () => turn);
    expect(play(asked([tool("tool_search")], turns), OWN).answer).toMatchObject({
      text: expect.stringContaining("FAILED: ping"),
    });
  });

  it("plays no part in requests beside the conversation", () => {
    expect(play({ ...asked([]), prompt: "A title for this chat?" }, OWN).run).toBeNull();
    expect(play(asked([]), OWN).run).toBeNull();
  });
});

function asked(tools: OfferedTool[], turns: Turn[] = []): Conversation {
  return { system: "", prompt: `Please: ${promptFor("loop", "a-b")}`, tools, turns };
}

function tool(name: string, schema: object = {}): OfferedTool {
  return { name, description: "", schema: { ...schema } };
}
