import {
  type Answer,
  type Conversation,
  type Fields,
  fieldsIn,
  inputIn,
  type OfferedTool,
  stringIn,
  type Turn,
} from "./conversation.ts";

/** Trovella's tools, each with the parameters that it lists. */
export type OwnTools = ReadonlyMap<string, ReadonlySet<string>>;

const MAX_SEARCHES = 25;

/** The tool of ours that a client means by `mcp__trovella__ping`, `trovella-ping` or `ping`. */
export function ownToolOf(name: string, own: OwnTools): string | undefined {
  return [...own.keys()]
    .filter((tool) => name === tool || new RegExp(`[^a-z]${tool}$`).test(name))
    .sort((one, other) => other.length - one.length)[0];
}

/** Turns of the tools, with those that Qwen Code calls through its `tool_call` under their own name. */
export function directTurns(turns: readonly Turn[]): Turn[] {
  return turns.map((turn) =>
    turn.name === "tool_call"
      ? { ...turn, name: stringIn(turn.input.name), input: fieldsIn(turn.input.arguments) }
      : turn,
  );
}

/** Calls one of our tools as this client offers it, or looks for it where the client shows tools only on request. */
export function callTool(
  { tool, input }: { readonly tool: string; readonly input: Fields },
  { tools, turns }: Conversation,
  own: OwnTools,
): Answer {
  const isWanted = ({ name }: OfferedTool) => ownToolOf(name, own) === tool;
  const offered = tools.find(isWanted);
  if (offered) {
    const { name, namespace } = offered;
    return { call: { name, namespace, input: inputFor(offered, input, own.get(tool)) } };
  }
  const described = describedTools(turns).find(isWanted);
  if (described) {
    const { name } = described;
    const indirect = { name, arguments: inputFor(described, input, own.get(tool)) };
    return { call: { name: "tool_call", input: indirect } };
  }
  return searchFor(tool, tools, turns);
}

function searchFor(tool: string, tools: readonly OfferedTool[], turns: readonly Turn[]): Answer {
  const search = tools.find(({ name }) => SEARCH_TOOL.test(name));
  const searches = turns.filter(({ name }) => SEARCH_TOOL.test(name)).length;
  if (!search || searches >= MAX_SEARCHES) {
    return { text: `FAILED: ${tool} is not among the ${tools.length} tools` };
  }
  const query = search.description.includes("select:")
    ? `select:mcp__trovella__${tool}`
    : tool.replaceAll("_", " ");
  return { call: { name: search.name, input: { query } } };
}

const SEARCH_TOOL = /^tool_?search$/i;

export function canSearchTools({ tools }: Conversation): boolean {
  return tools.some(({ name }) => SEARCH_TOOL.test(name));
}

/** Tools that Qwen Code describes in the reply to a search, without ever listing them. */
function describedTools(turns: readonly Turn[]): OfferedTool[] {
  return turns
    .filter(({ name }) => SEARCH_TOOL.test(name))
    .flatMap(({ reply }) => [...reply.matchAll(/<function>(.*?)<\/function>/gs)])
    .map(([, json]) => {
      const { name, description, parametersJsonSchema, parameters } = inputIn(json);
      const schema = fieldsIn(parametersJsonSchema ?? parameters);
      return { name: stringIn(name), description: stringIn(description), schema };
    });
}

/** As a model does that keeps to the schema it is shown: also to parameters that the client put there for itself. */
function inputFor({ schema }: OfferedTool, input: Fields, listed?: ReadonlySet<string>): Fields {
  const properties = fieldsIn(schema.properties);
  const added = Object.entries(properties)
    .filter(([key]) => listed && !listed.has(key))
    .map(([key, property]) => [key, exampleOf(fieldsIn(property))] as const);
  return { ...fieldsIn(fitted(input, schema)), ...Object.fromEntries(added) };
}

function exampleOf({ type }: Fields): unknown {
  if (type === "boolean") return true;
  return type === "number" || type === "integer" ? 1 : "scripted";
}

/** Where the schema says text, an object becomes JSON. */
function fitted(value: unknown, schema: Fields): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (schema.type === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((item) => fitted(item, fieldsIn(schema.items)));
  const properties = fieldsIn(schema.properties);
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    fitted(inner, fieldsIn(properties[key])),
  ]);
  return Object.fromEntries(entries);
}
