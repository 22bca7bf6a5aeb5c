import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { PNG_BASE64 } from "./samples.ts";

interface FixturePrompt extends Prompt {
  readonly render: (
    input: Readonly<Record<string, string>>,
    context: ServerContext,
  ) => GetPromptResult | InputRequiredResult;
}

export const FIXTURE_PROMPTS: readonly FixturePrompt[] = [
  {
    ...described("test_simple_prompt"),
    render: () => said({ type: "text", text: "A plain prompt." }),
  },
  {
    ...described("test_prompt_with_arguments", ["arg1", "arg2"]),
    render: ({ arg1, arg2 }) => said({ type: "text", text: `First ${arg1}, then ${arg2}.` }),
  },
  {
    ...described("test_prompt_with_embedded_resource", ["resourceUri"]),
    render: ({ resourceUri = "" }) =>
      said({
        type: "resource",
        resource: { uri: resourceUri, mimeType: "text/plain", text: "Inside the prompt." },
      }),
  },
  {
    ...described("test_prompt_with_image"),
    render: () => said({ type: "image", data: PNG_BASE64, mimeType: "image/png" }),
  },
  {
    ...described("test_input_required_result_prompt"),
    render(_input, { mcpReq }) {
      const answer = acceptedContent(mcpReq.inputResponses, "user_context");
      if (answer) return said({ type: "text", text: `In the context of ${answer.context}.` });
      const properties = { context: { type: "string" as const } };
      const requestedSchema = { type: "object" as const, properties, required: ["context"] };
      const question = inputRequired.elicit({ message: "In which context?", requestedSchema });
      return inputRequired({ inputRequests: { user_context: question } });
    },
  },
];

export function fixturePrompt(name: string): FixturePrompt {
  const prompt = FIXTURE_PROMPTS.find((candidate) => candidate.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such prompt.");
  return prompt;
}

function described(name: string, names: readonly string[] = []): Prompt {
  return {
    name,
    description: `Fixture of the conformance suite: ${name.replaceAll("_", " ")}`,
    arguments: names.map((argument) => ({ name: argument, required: true })),
  };
}

function said(content: GetPromptResult["messages"][number]["content"]): GetPromptResult {
  return { messages: [{ role: "user", content }] };
}
