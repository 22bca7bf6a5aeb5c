import { describe, expect, it } from "vitest";
import { ANTHROPIC } from "./anthropic.ts";
import { CHAT_COMPLETIONS } from "./chat-completions.ts";
import type { Answer, Fields, ModelApi } from "./conversation.ts";
import { GEMINI } from "./gemini.ts";
import { RESPONSES } from "./responses.ts";

const INPUT = { planId: "p-1" };
const SCHEMA = { type: "object", properties: { planId: { type: "string" } } };
const TOOL = { name: "ping", description: "Says hello.", schema: SCHEMA };
const TURN = { name: "ping", input: INPUT, reply: "hello", isError: false };
const { name, description } = TOOL;

/** The same conversation, as each API has it. */
const CASES: readonly { label: string; api: ModelApi; path: string; body: Fields }[] = [
  {
    label: "Anthropic",
    api: ANTHROPIC,
    path: "/v1/messages",
    body: {
      system: [{ type: "text", text: "Be brief." }],
      tools: [{ name, description, input_schema: SCHEMA }],
      messages: [
        { role: "user", content: "Go on." },
        { role: "assistant", content: [{ type: "tool_use", id: "1", name, input: INPUT }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: "hello" }] },
          ],
        },
      ],
    },
  },
  {
    label: "OpenAI Responses",
    api: RESPONSES,
    path: "/v1/responses",
    body: {
      instructions: "Be brief.",
      tools: [{ type: "function", name, description, parameters: SCHEMA }],
      input: [
        { role: "user", content: [{ type: "input_text", text: "Go on." }] },
        { type: "function_call", call_id: "1", name, arguments: JSON.stringify(INPUT) },
        { type: "function_call_output", call_id: "1", output: "hello" },
      ],
    },
  },
  {
    label: "Chat Completions",
    api: CHAT_COMPLETIONS,
    path: "/v1/chat/completions",
    body: {
      tools: [{ type: "function", function: { name, description, parameters: SCHEMA } }],
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Go on." },
        {
          role: "assistant",
          tool_calls: [{ id: "1", function: { name, arguments: JSON.stringify(INPUT) } }],
        },
        { role: "tool", tool_call_id: "1", content: "hello" },
      ],
    },
  },
  {
    label: "Gemini",
    api: GEMINI,
    path: "/v1beta/models/x:streamGenerateContent",
    body: {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: SCHEMA }] }],
      contents: [
        { role: "user", parts: [{ text: "Go on." }] },
        { role: "model", parts: [{ functionCall: { name, args: INPUT } }] },
        { role: "user", parts: [{ functionResponse: { name, response: { output: "hello" } } }] },
      ],
    },
  },
];

describe.each(CASES)("$label", ({ api, path, body }) => {
  it("is known by its path, and reads as the same conversation", () => {
    expect(api.path.test(path)).toBe(true);
    const { system, prompt, tools, turns } = api.read(body);
    expect({ system, prompt: prompt.trim(), turns }).toEqual({
      system: "Be brief.",
      prompt: "Go on.",
      turns: [TURN],
    });
    expect(tools).toEqual([TOOL]);
  });

  it.each([true, false])(
    "writes calls and texts that can be parsed, streamed: %s",
    (isStreamed) => {
      const answers: Answer[] = [{ call: { name, input: INPUT } }, { text: "Done." }];
      const [called = "", said = ""] = answers.map((answer) =>
        api.write(answer, { model: "m", isStreamed, id: "1" }),
      );
      const parts = [...parsed(called, isStreamed), ...parsed(said, isStreamed)];
      expect(parts.length).toBeGreaterThanOrEqual(2);
      expect(called).toContain(name);
      expect(said).toContain("Done.");
    },
  );

  it("reads nothing of use in a body of another shape", () => {
    for (const hostile of [{}, { messages: 7, input: "x", contents: null, tools: [null] }]) {
      expect(api.read(hostile).turns).toEqual([]);
    }
  });
});

it("offers tools that a search found, in their namespace", () => {
  const found = { type: "namespace", name: "mcp__trovella", tools: [{ type: "function", name }] };
  const output = { type: "tool_search_output", call_id: "1", tools: [found] };
  const { tools } = RESPONSES.read({ input: [output] });
  expect(tools).toMatchObject([{ name, namespace: "mcp__trovella" }]);
});

function parsed(body: string, isStreamed: boolean): unknown[] {
  if (!isStreamed) return [JSON.parse(body)];
  return [...body.matchAll(/^data: (\{.*)$/gm)].map(([, json = ""]) => JSON.parse(json));
}
