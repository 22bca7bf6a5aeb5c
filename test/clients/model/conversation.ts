export type Fields = Readonly<Record<string, unknown>>;

export interface OfferedTool {
  readonly name: string;
  /** OpenAI Responses groups the tools of a server. */
  readonly namespace?: string | undefined;
  readonly description: string;
  readonly schema: Fields;
}

export interface ToolCall {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly input: Fields;
}

/** A call of the model with what the client told it in return. */
export interface Turn extends ToolCall {
  readonly reply: string;
  readonly isError: boolean;
}

/** A request to a model, whatever its API. */
export interface Conversation {
  readonly system: string;
  /** Everything that the person said. */
  readonly prompt: string;
  readonly tools: readonly OfferedTool[];
  readonly turns: readonly Turn[];
}

export type Answer = { readonly text: string } | { readonly call: ToolCall };

export interface AnswerOptions {
  readonly model: string;
  readonly isStreamed: boolean;
  /** Unique within the conversation. */
  readonly id: string;
}

/** One of the APIs by which clients talk to models. */
export interface ModelApi {
  readonly path: RegExp;
  isStreamed(body: Fields, pathname: string): boolean;
  read(body: Fields): Conversation;
  /** The body of the response: JSON, or server-sent events if streamed. */
  write(answer: Answer, options: AnswerOptions): string;
}

/** Joins calls with their replies, in the order of the calls. */
export function turnsOf(
  calls: readonly (ToolCall & { readonly id: string })[],
  replies: ReadonlyMap<string, { readonly reply: string; readonly isError?: boolean }>,
): Turn[] {
  return calls.map(({ id, ...call }) => ({
    reply: "",
    isError: false,
    ...call,
    ...replies.get(id),
  }));
}

export function fieldsIn(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function listIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsIn) : [];
}

export function stringIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a message: a string, or a list of parts. */
export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  return listIn(content)
    .map(({ text }) => stringIn(text))
    .join("\n");
}

export function inputIn(json: unknown): Fields {
  try {
    return fieldsIn(JSON.parse(stringIn(json)));
  } catch {
    return {};
  }
}

export function serverSentEvents(events: readonly Fields[], isNamed = true): string {
  const lines = events.map((event) => {
    const name = isNamed && event.type ? `event: ${event.type}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return lines.join("");
}
