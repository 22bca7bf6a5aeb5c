import {
  type Answer,
  type AnswerOptions,
  type Conversation,
  type Fields,
  fieldsIn,
  inputIn,
  listIn,
  type ModelApi,
  type OfferedTool,
  serverSentEvents,
  stringIn,
  type ToolCall,
  textIn,
  turnsOf,
} from "./conversation.ts";

const USAGE = { input_tokens: 1_000, output_tokens: 50, total_tokens: 1_050 };

/** OpenAI Responses. */
export const RESPONSES: ModelApi = {
  path: /\/responses$/,
  isStreamed: (body) => body.stream === true,
  read,
  write,
};

function read(body: Fields): Conversation {
  const items = listIn(body.input);
  const replies = items
    .filter(({ type }) => stringIn(type).endsWith("_output"))
    .map(({ call_id, output, tools }) => {
      const reply = tools === undefined ? textIn(output) : JSON.stringify(tools);
      return [stringIn(call_id), { reply }] as const;
    });
  // Tools that a search found are offered from then on.
  const found = items.flatMap(({ tools }) => listIn(tools));
  return {
    system: stringIn(body.instructions),
    prompt: items
      .filter(({ role }) => role === "user")
      .map(({ content }) => textIn(content))
      .join("\n"),
    tools: [...listIn(body.tools), ...found].flatMap(offeredIn),
    turns: turnsOf(items.flatMap(callIn), new Map(replies)),
  };
}

function offeredIn({ type, name, description, parameters, tools }: Fields): OfferedTool[] {
  if (type === "namespace") {
    return listIn(tools).flatMap((tool) =>
      offeredIn(tool).map((offered) => ({ ...offered, namespace: stringIn(name) })),
    );
  }
  // Tools of the API itself have no name but their type.
  const shown = stringIn(name) || stringIn(type);
  return [{ name: shown, description: stringIn(description), schema: fieldsIn(parameters) }];
}

function callIn(item: Fields): (ToolCall & { id: string })[] {
  const id = stringIn(item.call_id);
  if (item.type === "tool_search_call") {
    return [{ id, name: "tool_search", input: fieldsIn(item.arguments) }];
  }
  if (item.type !== "function_call") return [];
  const namespace = stringIn(item.namespace) || undefined;
  return [{ id, name: stringIn(item.name), namespace, input: inputIn(item.arguments) }];
}

function write(answer: Answer, { model, isStreamed, id }: AnswerOptions): string {
  const item = itemOf(answer, id);
  const response = { id: `resp_${id}`, object: "response", created_at: 1, model };
  const completed = { ...response, status: "completed", output: [item], usage: USAGE };
  if (!isStreamed) return JSON.stringify(completed);
  const events: Fields[] = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: completed },
  ];
  return serverSentEvents(events.map((event, index) => ({ ...event, sequence_number: index })));
}

function itemOf(answer: Answer, id: string): Fields {
  if ("text" in answer) {
    const content = [{ type: "output_text", text: answer.text, annotations: [] }];
    return { type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content };
  }
  const { name, namespace, input } = answer.call;
  const call = { id: `fc_${id}`, call_id: `call_${id}`, status: "completed" };
  if (name === "tool_search") {
    return { ...call, type: "tool_search_call", execution: "client", arguments: input };
  }
  return { ...call, type: "function_call", name, namespace, arguments: JSON.stringify(input) };
}
