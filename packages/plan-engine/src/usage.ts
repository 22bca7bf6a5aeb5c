import type { Spent } from "./spending.ts";

/** Tokens and their list price, as one source counted them. */
export interface TokenUsage {
  readonly tokens: number;
  readonly costUsd: number;
}

/** What the attempts of a step used. The client program's figures count instead of the model's own, never both (R19). */
export interface StepUsage {
  readonly toolCalls: number;
  readonly subagents: number;
  /** As the model said with its result. */
  readonly model: TokenUsage | null;
  /** As the client program measured. */
  readonly client: TokenUsage | null;
}

/** Further usage of a step, or of the plan where the step is not known. */
export interface UsageIncrement {
  readonly toolCalls?: number | undefined;
  readonly subagents?: number | undefined;
  readonly model?: TokenUsage | undefined;
  readonly client?: TokenUsage | undefined;
}

const NO_USAGE: StepUsage = { toolCalls: 0, subagents: 0, model: null, client: null };
const NO_TOKENS: TokenUsage = { tokens: 0, costUsd: 0 };

export function addUsage(usage: StepUsage | null, added: UsageIncrement): StepUsage {
  const { toolCalls, subagents, model, client } = usage ?? NO_USAGE;
  return {
    toolCalls: toolCalls + (added.toolCalls ?? 0),
    subagents: subagents + (added.subagents ?? 0),
    model: sum(model, added.model),
    client: sum(client, added.client),
  };
}

/** What the plan has spent when a step's usage has grown. */
export function spendMore(
  spent: Spent,
  { before, after }: { readonly before: StepUsage | null; readonly after: StepUsage },
): Spent {
  const known = before ?? NO_USAGE;
  return {
    ...spent,
    toolCalls: spent.toolCalls + after.toolCalls - known.toolCalls,
    subagents: spent.subagents + after.subagents - known.subagents,
    tokens: spent.tokens + bestOf(after).tokens - bestOf(known).tokens,
    costUsd: spent.costUsd + bestOf(after).costUsd - bestOf(known).costUsd,
  };
}

export function bestOf({ client, model }: StepUsage): TokenUsage {
  return client ?? model ?? NO_TOKENS;
}

function sum(known: TokenUsage | null, added: TokenUsage | undefined): TokenUsage | null {
  if (!added) return known;
  const { tokens, costUsd } = known ?? NO_TOKENS;
  return { tokens: tokens + added.tokens, costUsd: costUsd + added.costUsd };
}
