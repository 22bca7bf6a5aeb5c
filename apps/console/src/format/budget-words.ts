import type { Budget, Dimension, FailureCause, StepUsage } from "@trovella/plan-engine";
import type { Replies } from "../api/api.ts";
import { language } from "../language/language.ts";
import { plural, t } from "../language/messages.ts";
import { withinSentence } from "./capitalize.ts";

export type PlanBudget = Replies["researchPlan"]["detail"]["budget"];
export type UsageFigure = PlanBudget["figures"][number];
export type UsageBasis = UsageFigure["basis"];

export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  steps: t("Steps started"),
  attempts: t("Attempts"),
  workMinutes: t("Work time"),
  toolCalls: t("Tool calls"),
  subagents: t("Subagents"),
  tokens: t("Tokens"),
  costUsd: t("Cost"),
};

/** Who counted a figure: a sign that needs no colour, and its meaning. */
export const BASES: Readonly<
  Record<UsageBasis, { readonly mark: string; readonly words: string }>
> = {
  measured: { mark: "●", words: t("measured by Trovella") },
  client: { mark: "◐", words: t("reported by the AI client") },
  model: { mark: "○", words: t("reported by the model itself") },
  estimate: { mark: "~", words: t("estimated") },
};

const NUMBERS = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const LARGE_NUMBERS = new Intl.NumberFormat(language, {
  notation: "compact",
  maximumFractionDigits: 1,
});
const DOLLARS = new Intl.NumberFormat(language, { style: "currency", currency: "USD" });
const HOUR_MINUTES = 60;
const LARGE = 10_000;

/** "12", "1 h 20 min", "1.2M", "$0.40". */
export function amountText(dimension: Dimension, amount: number): string {
  if (dimension === "costUsd") return DOLLARS.format(amount);
  if (dimension === "workMinutes") return minutesText(amount);
  return tokensText(amount);
}

export function tokensText(amount: number): string {
  return (amount < LARGE ? NUMBERS : LARGE_NUMBERS).format(amount);
}

export function dollarsText(amount: number): string {
  return DOLLARS.format(amount);
}

export function minutesText(minutes: number): string {
  if (minutes > 0 && minutes < 1) return t("under 1 min");
  const whole = Math.floor(minutes);
  const hours = Math.floor(whole / HOUR_MINUTES);
  const rest = whole % HOUR_MINUTES;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${NUMBERS.format(hours)} h` : `${NUMBERS.format(hours)} h ${rest} min`;
}

/** "48 min of 1 h used". */
export function usedText({
  dimension,
  used,
  cap,
}: Pick<UsageFigure, "dimension" | "used" | "cap">) {
  const amount = amountText(dimension, used);
  return cap === null
    ? t("{amount} used", { amount })
    : t("{amount} of {cap} used", { amount, cap: amountText(dimension, cap) });
}

/** The amount of a dimension within a sentence, as in "the allowed work time is nearly used up". */
const USED_UP: Readonly<Record<Dimension, string>> = {
  steps: t("the allowed steps are"),
  attempts: t("the allowed attempts are"),
  workMinutes: t("the allowed work time is"),
  toolCalls: t("the allowed tool calls are"),
  subagents: t("the allowed subagents are"),
  tokens: t("the allowed tokens are"),
  costUsd: t("the money is"),
};

const FAILURES: Readonly<Record<FailureCause, string>> = {
  repeated_failures: t("the last steps failed for the same reason"),
  lost_attempts: t("a step was started again and again without a result"),
  refused_results: t("several results in a row were refused"),
};

/** Why a plan closes early, within a sentence. Causes that this page does not know are left out. */
export function causeInWords(cause: string | null, phase: string): string {
  if (isFailureCause(cause)) return FAILURES[cause];
  const amount =
    cause !== null && Object.hasOwn(USED_UP, cause) ? USED_UP[cause as Dimension] : null;
  if (!amount) return t("its budget leaves no more room");
  return phase === "spent"
    ? t("{amount} used up", { amount })
    : t("{amount} nearly used up", { amount });
}

export function isFailureCause(cause: string | null): cause is FailureCause {
  return cause !== null && Object.hasOwn(FAILURES, cause);
}

/** "work time 1 h 30 min, tokens 200,000; 20 % kept for the report": only what the budget says itself. */
export function budgetInWords(budget: Budget): string {
  const caps = Object.entries(DIMENSION_LABELS).flatMap(([name, label]) => {
    const cap: unknown = budget[name as Dimension];
    return typeof cap === "number"
      ? `${withinSentence(label)} ${amountText(name as Dimension, cap)}`
      : [];
  });
  const reserve =
    typeof budget.reserve === "number"
      ? [t("{percent} % kept for the report", { percent: Math.round(100 * budget.reserve) })]
      : [];
  return [caps.join(", "), ...reserve].filter(Boolean).join("; ");
}

export type BudgetEffect = NonNullable<
  Replies["researchPlan"]["detail"]["steps"][number]["budgetEffect"]
>;

/** Beside the status of a step. */
export const EFFECT_LABELS: Readonly<Record<BudgetEffect, string>> = {
  skipped: t("skipped: budget"),
  ended: t("ended: budget"),
  not_started: t("not started: budget"),
};

/** In full, for one step. */
export const EFFECT_SENTENCES: Readonly<Record<BudgetEffect, string>> = {
  skipped: t("It was left out because the plan closed early."),
  ended: t(
    "It was still running when the plan closed early. A result that arrives later is kept in the activity.",
  ),
  not_started: t(
    "It will not be started unless somebody raises the budget: the plan is closing early.",
  ),
};

/** "15,000 tokens and $0.40"; empty if there is nothing to say. */
export function usageInWords(usage: unknown): string {
  const { tokens, costUsd } = Object(usage) as Record<string, unknown>;
  const parts = [
    typeof tokens === "number" && tokens > 0 && plural(tokens, "{count} token", "{count} tokens"),
    typeof costUsd === "number" && costUsd > 0 && dollarsText(costUsd),
  ];
  return parts.filter(Boolean).join(t(" and "));
}

export type BudgetMoment = PlanBudget["moments"][number];

/** A moment in the timeline of a plan. */
export function momentInWords({ type, to, cause, by }: BudgetMoment): string {
  switch (type) {
    case "budget_phase_changed":
      return `${to === "spent" ? t("Budget used up") : t("Closing early")}: ${causeInWords(cause, to ?? "closing")}`;
    case "budget_changed":
      return by === "person"
        ? t("Budget changed by a person")
        : t("Budget changed by the assistant");
    case "closing_accepted":
      return t("A person let the plan close early");
  }
}

/** "12 tool calls, 2 subagents, 15,000 tokens (reported by the AI client)". */
export function stepUsageInWords({ toolCalls, subagents, client, model }: StepUsage): string {
  const tokens = usageInWords(client ?? model);
  const parts = [
    toolCalls > 0 && plural(toolCalls, "{count} tool call", "{count} tool calls"),
    subagents > 0 && plural(subagents, "{count} subagent", "{count} subagents"),
    tokens && `${tokens} (${BASES[client ? "client" : "model"].words})`,
  ];
  return parts.filter(Boolean).join(", ");
}
