import { inputRequired } from "@modelcontextprotocol/server";
import { type FixtureTool, fixtureTool } from "./fixture-tool.ts";

const OPTIONS = ["option1", "option2", "option3"];
const TITLED = [
  { const: "value1", title: "First" },
  { const: "value2", title: "Second" },
  { const: "value3", title: "Third" },
];

/**
 * Tools of the 2025 revisions that send requests to the client during the call. Without a session the
 * answer may reach another server, so they cannot work here; the suite expects them anyway.
 */
export const SESSION_TOOLS: readonly FixtureTool[] = [
  fixtureTool(
    "test_sampling",
    ({ prompt }) => {
      const content = { type: "text" as const, text: String(prompt) };
      const messages = [{ role: "user" as const, content }];
      const answer = inputRequired.createMessage({ messages, maxTokens: 100 });
      return inputRequired({ inputRequests: { answer } });
    },
    { properties: { prompt: { type: "string" } }, required: ["prompt"] },
  ),
  fixtureTool(
    "test_elicitation",
    ({ message }) =>
      elicit(String(message), { username: { type: "string" }, email: { type: "string" } }),
    { properties: { message: { type: "string" } }, required: ["message"] },
  ),
  fixtureTool("test_elicitation_sep1034_defaults", () =>
    elicit("With defaults", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  ),
  fixtureTool("test_elicitation_sep1330_enums", () =>
    elicit("With choices", {
      untitledSingle: { type: "string", enum: OPTIONS },
      titledSingle: { type: "string", oneOf: TITLED },
      legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["One", "Two"] },
      untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
      titledMulti: { type: "array", items: { anyOf: TITLED } },
    }),
  ),
];

type Elicitation = Parameters<typeof inputRequired.elicit>[0];
type Properties = Extract<Elicitation["requestedSchema"], { properties: unknown }>["properties"];

function elicit(message: string, properties: Properties) {
  const requestedSchema = { type: "object" as const, properties };
  return inputRequired({
    inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) },
  });
}
