import {
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import type { Skill } from "@trovella/skills";
import type { Services } from "../calls/call-tool.ts";
import { promptText } from "./prompts-text.ts";
import { servedSkills } from "./skills.ts";

interface Argument {
  readonly name: string;
  readonly description: string;
  /** What the model is told when nothing was given. */
  readonly ifMissing: string;
}

const QUESTION: Argument = {
  name: "question",
  description: "What to research: a question or a topic, with all wishes about depth and format",
  ifMissing: "Nothing was asked yet. Ask the person what they want researched.",
};
const PLAN: Argument = {
  name: "plan",
  description: "Which plan: its id, or words of its name or question",
  ifMissing: "No plan was named. Find it as the skill says.",
};
/** Skills that work on a plan that there is already; their argument `plan` says which. */
export const PROMPTS_ON_PLANS = ["research-resume", "research-output"];

const MAX_REQUEST_CHARACTERS = 10_000;
const MAX_SHOWN = 100;

/** One prompt for each skill, for clients that know no skills. */
export function addPrompts(server: Server, services: Services): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await servedSkills(services)).map(listingOf),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const skills = await servedSkills(services);
    const skill = skills.find(({ name }) => name === params.name);
    if (!skill) throw refused(`Unknown prompt: ${shown(params.name)}`);
    const text = promptText(skill, skills, requestIn(skill.name, params.arguments ?? {}));
    return {
      description: skill.description,
      messages: [{ role: "user", content: { type: "text", text } }],
    };
  });
}

function listingOf({ name, description }: Skill): Prompt {
  const { ifMissing: _, ...argument } = argumentOf(name);
  const words = name.replaceAll("-", " ");
  return {
    name,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    description,
    arguments: [{ ...argument, required: false }],
  };
}

function argumentOf(prompt: string): Argument {
  return PROMPTS_ON_PLANS.includes(prompt) ? PLAN : QUESTION;
}

function requestIn(prompt: string, given: Readonly<Record<string, string>>): string {
  const { name, ifMissing } = argumentOf(prompt);
  const request = Object.hasOwn(given, name) ? (given[name] ?? "").trim() : "";
  if (request.length > MAX_REQUEST_CHARACTERS) {
    throw refused(
      `The ${name} has more than ${MAX_REQUEST_CHARACTERS} characters. Next: give the gist here and the rest in the conversation.`,
    );
  }
  return request || ifMissing;
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function shown(name: string): string {
  return name.toWellFormed().replace(/\p{C}/gu, "?").slice(0, MAX_SHOWN);
}
