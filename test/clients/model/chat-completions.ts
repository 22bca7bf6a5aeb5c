import {
  type Answer,
  type AnswerOptions,
  type Conversation,
  type Fields,
  fieldsIn,
  inputIn,
  listIn,
  type ModelApi,
  serverSentEvents,
  stringIn,
  textIn,
  turnsOf,
} from "./conversation.ts";

const USAGE = { prompt_tokens: 1_000, completion_tokens: 50, total_tokens: 1_050 };

/** OpenAI Chat Completions, which many others speak too. */
export const CHAT_COMPLETIONS: ModelApi = {
  path: /\/chat\/completions$/,
  isStreamed: (body) => body.stream === true,
  read,
  write,
};

function read(body: Fields): Conversation {
  const messages = listIn(body.messages);
  const saidBy = (...roles: string[]) =>
    messages
      .filter(({ role }) => roles.includes(stringIn(role)))
      .map(({ content }) => textIn(content))
      .join("\n");
  const replies = messages
    .filter(({ role }) => role === "tool")
    .map(
      ({ tool_call_id, content }) => [stringIn(tool_call_id), { reply: textIn(content) }] as const,
    );
  const calls = messages
    .flatMap(({ tool_calls }) => listIn(tool_calls))
    .map(({ id, function: called }) => {
      const { name, arguments: json } = fieldsIn(called);
      return { id: stringIn(id), name: stringIn(name), input: inputIn(json) };
    });
  return {
    system: saidBy("system", "developer"),
    prompt: saidBy("user"),
    tools: listIn(body.tools).map((tool) => {
      const { name, description, parameters } = fieldsIn(tool.function);
      const schema = fieldsIn(parameters);
      return { name: stringIn(name), description: stringIn(description), schema };
    }),
    turns: turnsOf(calls, new Map(replies)),
  };
}

function write(answer: Answer, { model, isStreamed, id }: AnswerOptions): string {
  const message = { role: "assistant", ...contentOf(answer, id) };
  const finish_reason = "call" in answer ? "tool_calls" : "stop";
  const base = { id: `chatcmpl_${id}`, created: 1, model };
  if (!isStreamed) {
    const choices = [{ index: 0, message, finish_reason }];
    return JSON.stringify({ ...base, object: "chat.completion", choices, usage: USAGE });
  }
  const chunk = (choices: Fields[], more: Fields = {}) => ({
    ...base,
    object: "chat.completion.chunk",
    choices,
    ...more,
  });
  const chunks = [
    chunk([{ index: 0, delta: message, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason }]),
    chunk([], { usage: USAGE }),
  ];
  return `${serverSentEvents(chunks, false)}data: [DONE]\n\n`;
}

function contentOf(answer: Answer, id: string): Fields {
  if ("text" in answer) return { content: answer.text };
  const { name, input } = answer.call;
  const called = { name, arguments: JSON.stringify(input) };
  const call = { index: 0, id: `call_${id}`, type: "function", function: called };
  return { content: null, tool_calls: [call] };
}
