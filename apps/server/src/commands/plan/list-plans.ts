import { type ConsolePlan, listConsolePlans } from "@trovella/db/console";
import { normalizeTag, PLAN_ACTIVITIES, type PlanActivity } from "@trovella/plan-engine";
import { defineCommand } from "../../command.ts";
import { option } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { print } from "../../print.ts";
import { PERSON_OPTIONS, PLAN_VARIABLES, withPlans } from "./with-plans.ts";

const NAME = "plan list";
const MAX_LISTED = 100;

export const listPlansCommand = defineCommand({
  name: NAME,
  description: "List the plans that changed last; archived ones only on request",
  options: {
    status: option("list", `Some of ${PLAN_ACTIVITIES.join(",")}`),
    tag: option("tag", "Only those with this tag"),
    ...PERSON_OPTIONS,
  },
  variables: PLAN_VARIABLES,

  async run({ status, tag, ...values }) {
    const words = status === undefined ? [] : parseWords(status);
    const plans = await withPlans(NAME, values, ({ context }) =>
      listConsolePlans(context, {
        status: words,
        tag: tag === undefined ? undefined : normalizeTag(tag),
        sort: "updated",
        after: null,
        limit: MAX_LISTED,
        now: new Date(),
      }),
    );
    print(values.json ? JSON.stringify({ plans: plans.map(summary) }) : describe(plans));
  },
});

function parseWords(text: string): PlanActivity[] {
  const words = text.split(",").map((word) => word.trim());
  const known = PLAN_ACTIVITIES.filter((word) => words.includes(word));
  const unknown = words.find((word) => !known.some((one) => one === word));
  if (unknown === undefined) return known;
  throw usageError(
    NAME,
    `has no status ${JSON.stringify(unknown)}: it takes ${PLAN_ACTIVITIES.join(", ")}`,
  );
}

function summary({
  handle,
  name,
  activity,
  tags,
  stepCount,
  settledCount,
  updatedAt,
}: ConsolePlan) {
  return {
    planId: handle,
    name,
    activity,
    tags,
    steps: stepCount,
    settled: settledCount,
    updatedAt,
  };
}

function describe(plans: readonly ConsolePlan[]): string {
  if (plans.length === 0) return "There are no such plans.";
  const rows = plans.map((plan) => [
    plan.handle,
    plan.activity,
    `${plan.settledCount}/${plan.stepCount}`,
    plan.updatedAt.toISOString().slice(0, 16).replace("T", " "),
    printable(plan.name) + plan.tags.map((tag) => `  #${printable(tag)}`).join(""),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "),
  );
  const cut = plans.length === MAX_LISTED ? [`Only the last ${MAX_LISTED} are shown.`] : [];
  return [...lines, ...cut].join("\n");
}

/** Names come from assistants, and a terminal obeys control characters. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}
