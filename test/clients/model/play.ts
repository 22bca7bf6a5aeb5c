import { EXTRACTED, SOURCE_TEXT } from "../scenarios/extraction.ts";
import { type Move, SCENARIOS, type ScenarioName } from "../scenarios/index.ts";
import type { Answer, Conversation } from "./conversation.ts";
import {
  callTool,
  canSearchTools,
  directTurns,
  type OwnTools,
  ownToolOf,
} from "./offered-tools.ts";

/** For requests beside the conversation, such as the title of a chat or who speaks next. */
const ASIDE: Answer = {
  text: '{"title":"Research","reasoning":"scripted","next_speaker":"user","model_choice":"pro"}',
};

export interface Play {
  readonly answer: Answer;
  /** Which run of a scenario it belongs to, and the move made in it; null for requests beside it. */
  readonly run: { readonly label: string; readonly move: Move } | null;
}

/** What a person types to have a scenario played. */
export function promptFor(scenario: ScenarioName, label: string): string {
  return `SCENARIO=${scenario} LABEL=${label}`;
}

/** The answer of the scripted model. */
export function play(conversation: Conversation, own: OwnTools): Play {
  const [, name = "", label = ""] = /SCENARIO=(\w+) LABEL=([\w-]+)/.exec(conversation.prompt) ?? [];
  const scenario = SCENARIOS[name as ScenarioName];
  const isExtraction = !scenario && conversation.prompt.includes(SOURCE_TEXT);
  if (isExtraction) return { answer: { text: EXTRACTED }, run: null };
  const isOffered = conversation.tools.some((tool) => ownToolOf(tool.name, own));
  if (!scenario || (!isOffered && !canSearchTools(conversation)))
    return { answer: ASIDE, run: null };

  const told = directTurns(conversation.turns).flatMap((turn) => {
    const tool = ownToolOf(turn.name, own);
    return tool ? [{ ...turn, tool }] : [];
  });
  const move = scenario(told, { label });
  return { answer: answerOf(move, conversation, own), run: { label, move } };
}

function answerOf(move: Move, conversation: Conversation, own: OwnTools): Answer {
  if ("done" in move) return { text: `DONE ${JSON.stringify(move.done)}` };
  if ("failed" in move) return { text: `FAILED: ${move.failed}` };
  return callTool({ tool: move.call, input: move.input }, conversation, own);
}
