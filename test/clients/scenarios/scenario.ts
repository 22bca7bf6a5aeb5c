import { type Fields, fieldsIn, listIn, stringIn } from "../model/conversation.ts";

/** A call of one of Trovella's tools, with what the client told the model in return. */
export interface Told {
  readonly tool: string;
  readonly input: Fields;
  readonly reply: string;
  readonly isError: boolean;
}

export type Move =
  | { readonly call: string; readonly input: Fields; readonly afterPerson?: AwaitedReview }
  /** The end, with what the checks need to know. */
  | { readonly done: Fields }
  | { readonly failed: string };

/** A review that a person decides in the console before the call is made. */
export interface AwaitedReview {
  readonly planId: string;
  readonly stepId: string;
}

/** What a model does next. A pure function of the conversation, so one server plays any number of them at once. */
export type Scenario = (told: readonly Told[], run: { readonly label: string }) => Move;

export function call(tool: string, input: Fields = {}): Move {
  return { call: tool, input };
}

/** The newest reply of a tool that was not a failure. */
export function replyOf(told: readonly Told[], tool: string): Fields {
  const newest = told.findLast((one) => one.tool === tool && !isFailure(one));
  return newest ? replyFields(newest.reply) : {};
}

/** Some APIs do not mark failures; the text of Trovella's errors is unmistakable. */
export function isFailure({ reply, isError }: Told): boolean {
  return isError || /\b[A-Z]+(_[A-Z]+)*: .+ Next: /s.test(reply);
}

export const STEP_REPORT = {
  thinking: "Scripted.",
  webSearches: [{ query: "sample", results: 1, used: 1 }],
  webFetches: [],
  otherToolCalls: [],
  subagents: [],
};

/** The reply of a tool, however the client wraps it: beside other text, as a list of contents, or as a whole result. */
export function replyFields(text: string): Fields {
  for (let start = text.indexOf("{"); start >= 0; start = text.indexOf("{", start + 1)) {
    const value = parseObject(text, start);
    if (value) return unwrapped(value);
  }
  return {};
}

function unwrapped(value: Fields): Fields {
  if (value.structuredContent) return fieldsIn(value.structuredContent);
  const [first] = listIn(value.content);
  const inner = stringIn(first?.text) || (value.type === "text" ? stringIn(value.text) : "");
  return inner ? replyFields(inner) : value;
}

/** The JSON object that begins there, or null. */
function parseObject(text: string, start: number): Fields | null {
  const end = endOfObject(text, start);
  try {
    return end < 0 ? null : fieldsIn(JSON.parse(text.slice(start, end)));
  } catch {
    return null;
  }
}

function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}
