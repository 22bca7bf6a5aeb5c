import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

export interface Size {
  readonly characters: number;
  readonly tokens: number;
}

export interface RecordedCall {
  readonly tool: string;
  /** Whether the call only keeps books: it brings the research nothing new. */
  readonly isBookkeeping: boolean;
  readonly written: Size;
  readonly read: Size;
}

/** A reply as the scripts read it. */
export interface Reply {
  readonly planId: string;
  readonly outputId: string;
  readonly executionId: string;
  readonly sourceIds: readonly string[];
  readonly sources?: readonly { readonly ref: number }[];
  readonly claims?: readonly { readonly claimId: string; readonly status: string }[];
  readonly lint: readonly unknown[];
  readonly status: string;
  readonly step?: { readonly stepId: string; readonly stepOrder: number };
  readonly lease?: { readonly token: string };
  readonly nextStep?: Reply;
  readonly plan?: { readonly planId: string };
  readonly nextCursor?: string | null;
}

const ALWAYS_BOOKKEEPING = [
  "log_skill_execution",
  "get_next_step",
  "get_step_context",
  "get_plan_status",
  "list_active_plans",
  "get_skill",
  "submit_research_feedback",
];

/** The calls of one task with the sizes of what the model wrote and read. */
export class Transcript {
  readonly calls: RecordedCall[] = [];
  readonly #client: McpClient;

  constructor(client: McpClient) {
    this.#client = client;
  }

  /** `again`: what the model itself wrote or did earlier in the conversation is sent or read once more. */
  async call(tool: string, input: object, { again = false } = {}): Promise<Reply> {
    const result = await this.#client.client.callTool({ name: tool, arguments: { ...input } });
    const [content] = result.content as { text: string }[];
    const text = content?.text ?? "";
    if (result.isError) throw new Error(`${tool}: ${text}`);
    this.calls.push({
      tool,
      isBookkeeping: again || ALWAYS_BOOKKEEPING.includes(tool),
      written: sizeOf(JSON.stringify(input)),
      read: sizeOf(text),
    });
    return JSON.parse(text) as Reply;
  }
}

export function sizeOf(text: string): Size {
  return { characters: text.length, tokens: countTokens(text) };
}

export function totalOf(sizes: readonly Size[]): Size {
  return {
    characters: sizes.reduce((sum, { characters }) => sum + characters, 0),
    tokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
