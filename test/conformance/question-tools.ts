import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import { type FixtureContext, type FixtureTool, fixtureTool, textResult } from "./fixture-tool.ts";

type Questions = Readonly<Record<string, InputRequest>>;

const NAME_QUESTION = ask("Your name?", { name: { type: "string" } });
const COLOR_QUESTION = ask("Your favourite colour?", { color: { type: "string" } });
const CONFIRMATION = ask("Is that right?", { ok: { type: "boolean" } });

/** Tools that need client input before they can answer. */
export const QUESTION_TOOLS: readonly FixtureTool[] = [
  questionTool("test_input_required_result_elicitation", { user_name: NAME_QUESTION }),
  questionTool("test_input_required_result_sampling", {
    capital_question: complete("What is the capital of France?"),
  }),
  questionTool("test_input_required_result_list_roots", {
    client_roots: inputRequired.listRoots(),
  }),
  questionTool("test_missing_capability", { text: complete("Anything.") }),
  questionTool("test_streaming_elicitation", { confirm: CONFIRMATION }),
  fixtureTool("test_input_required_result_capabilities", (_input, context) =>
    answerOrAsk(allowedQuestions(context), context),
  ),

  signedQuestionTool("test_input_required_result_request_state", { confirm: CONFIRMATION }),
  signedQuestionTool("test_input_required_result_tampered_state", { confirm: CONFIRMATION }),
  signedQuestionTool("test_input_required_result_multiple_inputs", {
    user_name: NAME_QUESTION,
    greeting: complete("A greeting, please."),
    client_roots: inputRequired.listRoots(),
  }),
  fixtureTool("test_input_required_result_multi_round", async (_input, { request, sign }) => {
    const { inputResponses, requestState } = request.mcpReq;
    const { round = 0 } = requestState<{ round: number }>() ?? {};
    if (round === 2 && acceptedContent(inputResponses, "step2"))
      return textResult("Both answered.");
    const isFirstAnswered = round === 1 && acceptedContent(inputResponses, "step1") !== undefined;
    return isFirstAnswered
      ? inputRequired({
          inputRequests: { step2: COLOR_QUESTION },
          requestState: await sign({ round: 2 }),
        })
      : inputRequired({
          inputRequests: { step1: NAME_QUESTION },
          requestState: await sign({ round: 1 }),
        });
  }),
];

/** Asks without keeping any state. */
function questionTool(name: string, questions: Questions): FixtureTool {
  return fixtureTool(name, (_input, context) => answerOrAsk(questions, context));
}

/** Asks with a signed state, and accepts answers only with it. */
function signedQuestionTool(name: string, questions: Questions): FixtureTool {
  return fixtureTool(name, async (_input, context) => {
    const state = context.request.mcpReq.requestState<{ tool: string }>();
    if (state?.tool === name && isAnswered(questions, context)) return textResult("state-ok");
    return inputRequired({
      inputRequests: { ...questions },
      requestState: await context.sign({ tool: name }),
    });
  });
}

function answerOrAsk(questions: Questions, context: FixtureContext) {
  return isAnswered(questions, context)
    ? textResult("Everything was answered.")
    : inputRequired({ inputRequests: { ...questions } });
}

function isAnswered(questions: Questions, { request }: FixtureContext): boolean {
  const { inputResponses } = request.mcpReq;
  return Object.keys(questions).every(
    (key) => inputResponse(inputResponses, key).kind !== "missing",
  );
}

/** Only questions that the client's capabilities allow. */
function allowedQuestions({ request }: FixtureContext): Questions {
  const envelope: Readonly<Record<string, unknown>> = { ...request.mcpReq.envelope };
  const capabilities = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
  return {
    ...(capabilities.elicitation && { user_name: NAME_QUESTION }),
    ...(capabilities.sampling && { greeting: complete("A greeting, please.") }),
  };
}

function ask(
  message: string,
  properties: Readonly<Record<string, { type: "string" } | { type: "boolean" }>>,
) {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties, required: Object.keys(properties) },
  });
}

function complete(text: string): InputRequest {
  const messages = [{ role: "user" as const, content: { type: "text" as const, text } }];
  return inputRequired.createMessage({ messages, maxTokens: 100 });
}
