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
  textIn,
  turnsOf,
} from "./conversation.ts";

const USAGE = { promptTokenCount: 1_000, candidatesTokenCount: 50, totalTokenCount: 1_050 };

/** Gemini generateContent. */
export const GEMINI: ModelApi = {
  path: /:(stream)?generateContent$/i,
  isStreamed: (_body, pathname) => pathname.includes(":stream"),
  read,
  write,
};

function read(body: Fields): Conversation {
  const contents = listIn(body.contents);
  const parts = contents.flatMap(({ parts }) => listIn(parts));
  // Calls have no ids; replies come in their order.
  const calls = parts
    .filter(({ functionCall }) => functionCall)
    .map(({ functionCall }, index) => {
      const { name, args } = fieldsIn(functionCall);
      return { id: String(index), name: stringIn(name), input: fieldsIn(args) };
    });
  const replies = parts
    .filter(({ functionResponse }) => functionResponse)
    .map(({ functionResponse }, index) => [String(index), replyIn(functionResponse)] as const);
  const declared = listIn(body.tools).flatMap((tool) => listIn(tool.functionDeclarations));
  return {
    system: textIn(fieldsIn(body.systemInstruction).parts),
    prompt: textIn(
      contents.filter(({ role }) => role === "user").flatMap(({ parts }) => listIn(parts)),
    ),
    tools: declared.map(({ name, description, parametersJsonSchema, parameters }) => ({
      name: stringIn(name),
      description: stringIn(description),
      schema: fieldsIn(parametersJsonSchema ?? parameters),
    })),
    turns: turnsOf(calls, new Map(replies)),
  };
}

function replyIn(functionResponse: unknown): { reply: string; isError: boolean } {
  const response = fieldsIn(fieldsIn(functionResponse).response);
  const { output, error } = response;
  const reply = stringIn(output) || stringIn(error) || JSON.stringify(response);
  return { reply, isError: error !== undefined };
}

function write(answer: Answer, { isStreamed }: AnswerOptions): string {
  const part =
    "call" in answer
      ? { functionCall: { name: answer.call.name, args: answer.call.input } }
      : { text: answer.text };
  const content = { role: "model", parts: [part] };
  const body = {
    candidates: [{ index: 0, content, finishReason: "STOP" }],
    usageMetadata: USAGE,
  };
  return isStreamed ? serverSentEvents([body], false) : JSON.stringify(body);
}
