import type { Prompt, Server } from "@modelcontextprotocol/server";
import type { Skill } from "@trovella/skills";
import { invalidParams, printableName } from "../public-errors.ts";
import type { Services } from "../services.ts";
import { promptText } from "./prompt-text.ts";
import { servedSkills } from "./skills.ts";

interface Argument {
  readonly name: string;
  readonly description: string;
  readonly ifMissing: string;
}

const QUESTION: Argument = {
  name: "question",
  description: "What to research: a question or a topic, with all wishes about depth and format",
  ifMissing:
    "Nothing was passed on. What the person typed counts; if they typed nothing, ask them what they want researched.",
};
const PLAN: Argument = {
  name: "plan",
  description: "Which plan: its id, or words of its name or question",
  ifMissing:
    "No plan was passed on. What the person typed counts; if they named none, find it as the skill says.",
};
/** Skills that work on an existing plan, named by their argument `plan`. */
export const PROMPTS_ON_PLANS = ["research-resume", "research-output"];

const MAX_REQUEST_CHARACTERS = 10_000;
/** Claude Code passes on the first word of what was typed. */
const ONLY_ONE_WORD =
  "Some clients pass on only the first word: if the person typed more, as the conversation shows, all of it counts.";

/** One prompt per skill, for clients without support for skills. */
export function addPrompts(server: Server, services: Services): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await servedSkills(services)).map(listingOf),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const skills = await servedSkills(services);
    const skill = skills.find(({ name }) => name === params.name);
    if (!skill) throw invalidParams(`Unknown prompt: ${printableName(params.name)}`);
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
    // Gemini CLI passes words only to required arguments. A prompt without any still works.
    arguments: [{ ...argument, required: true }],
  };
}

function argumentOf(prompt: string): Argument {
  return PROMPTS_ON_PLANS.includes(prompt) ? PLAN : QUESTION;
}

function requestIn(prompt: string, given: Readonly<Record<string, string>>): string {
  const { name, ifMissing } = argumentOf(prompt);
  const request = Object.hasOwn(given, name) ? (given[name] ?? "").trim() : "";
  if (request.length > MAX_REQUEST_CHARACTERS) {
    throw invalidParams(
      `The ${name} has more than ${MAX_REQUEST_CHARACTERS} characters. Next: give the gist here and the rest in the conversation.`,
    );
  }
  if (request === "") return ifMissing;
  return /\s/.test(request) ? request : `${request}\n\n(${ONLY_ONE_WORD})`;
}
