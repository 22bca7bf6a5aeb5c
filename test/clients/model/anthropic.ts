import {
  type Answer,
  type AnswerOptions,
  type Conversation,
  type Fields,
  fieldsIn,
  listIn,
  type ModelApi,
  serverSentEvents,
  stringIn,
  type ToolCall,
  textIn,
  turnsOf,
} from "./conversation.ts";

const USAGE = { input_tokens: 1_000, output_tokens: 50 };

/** Anthropic Messages. */
export const ANTHROPIC: ModelApi = {
  path: /\/v1\/messages$/,
  isStreamed: (body) => body.stream === true,
  read,
  write,
};

function read(body: Fields): Conversation {
  const parts = listIn(body.messages).flatMap(({ role, content }) =>
    typeof content === "string"
      ? [{ role, type: "text", text: content } as Fields]
      : listIn(content).map((part) => ({ role, ...part }) as Fields),
  );
  const ofType = (type: string) => parts.filter((part) => part.type === type);
  const replies = ofType("tool_result").map(
    ({ tool_use_id, content, is_error }) =>
      [stringIn(tool_use_id), { reply: textIn(content), isError: is_error === true }] as const,
  );
  return {
    system: textIn(body.system),
    prompt: textIn(ofType("text").filter(({ role }) => role === "user")),
    tools: listIn(body.tools).map(({ name, description, input_schema }) => ({
      name: stringIn(name),
      description: stringIn(description),
      schema: fieldsIn(input_schema),
    })),
    turns: turnsOf(ofType("tool_use").map(callIn), new Map(replies)),
  };
}

function callIn({ id, name, input }: Fields): ToolCall & { id: string } {
  return { id: stringIn(id), name: stringIn(name), input: fieldsIn(input) };
}

function write(answer: Answer, { model, isStreamed, id }: AnswerOptions): string {
  const [block, delta] =
    "call" in answer
      ? [
          { type: "tool_use", id: `toolu_${id}`, name: answer.call.name, input: answer.call.input },
          { type: "input_json_delta", partial_json: JSON.stringify(answer.call.input) },
        ]
      : [
          { type: "text", text: answer.text },
          { type: "text_delta", text: answer.text },
        ];
  const stop = { stop_reason: "call" in answer ? "tool_use" : "end_turn", stop_sequence: null };
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model, usage: USAGE };
  if (!isStreamed) return JSON.stringify({ ...message, content: [block], ...stop });
  const empty = "call" in answer ? { ...block, input: {} } : { ...block, text: "" };
  return serverSentEvents([
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: empty },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: stop, usage: USAGE },
    { type: "message_stop" },
  ]);
}
