import { LIMITS } from "@trovella/plan-engine";
import { defineCommand } from "../../command.ts";
import { argument, option } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { actByCommand, PERSON_OPTIONS, PLAN_ARGUMENT, PLAN_VARIABLES } from "./with-plans.ts";

const by = "person";

const cancelCommand = defineCommand({
  name: "plan cancel",
  description: "End an open plan for good; what was found stays",
  options: {
    plan: PLAN_ARGUMENT,
    reason: option("text", "Why; assistants that still work on it are told"),
    ...PERSON_OPTIONS,
  },
  variables: PLAN_VARIABLES,
  run: ({ reason = "No reason was given.", ...values }) =>
    actByCommand("plan cancel", values, {
      toCommand: () => ({ type: "cancel_plan", by, reason }),
      done: ({ handle }) => `Cancelled ${handle}.`,
    }),
});

const archiveCommand = defineCommand({
  name: "plan archive",
  description: "Put a plan that has ended out of sight",
  options: { plan: PLAN_ARGUMENT, ...PERSON_OPTIONS },
  variables: PLAN_VARIABLES,
  run: (values) =>
    actByCommand("plan archive", values, {
      toCommand: () => ({ type: "archive_plan", by }),
      done: ({ handle }) =>
        `Archived ${handle}. \`trovella plan restore ${handle}\` brings it back.`,
    }),
});

const restoreCommand = defineCommand({
  name: "plan restore",
  description: "Bring an archived plan back",
  options: { plan: PLAN_ARGUMENT, ...PERSON_OPTIONS },
  variables: PLAN_VARIABLES,
  run: (values) =>
    actByCommand("plan restore", values, {
      toCommand: () => ({ type: "restore_plan", by }),
      done: ({ handle }) => `Restored ${handle}.`,
    }),
});

const renameCommand = defineCommand({
  name: "plan rename",
  description: "Give a plan another name",
  options: {
    plan: PLAN_ARGUMENT,
    name: argument("Its new name", "the new name"),
    ...PERSON_OPTIONS,
  },
  variables: PLAN_VARIABLES,
  run: ({ name, ...values }) =>
    actByCommand("plan rename", values, {
      toCommand: () => ({ type: "rename_plan", by, name }),
      done: (plan) => `${plan.handle} is now called ${JSON.stringify(plan.name)}.`,
    }),
});

const tagCommand = defineCommand({
  name: "plan tag",
  description: "Set the tags of a plan; they replace those it has",
  options: {
    plan: PLAN_ARGUMENT,
    tags: argument(
      `Up to ${LIMITS.tagsOfPlan} tags, separated by commas; "" removes all`,
      'the tags, separated by commas, or "" for none',
    ),
    ...PERSON_OPTIONS,
  },
  variables: PLAN_VARIABLES,
  run: ({ tags: text, ...values }) => {
    const tags = text.split(",").filter((tag) => tag.trim() !== "");
    if (tags.length > 2 * LIMITS.tagsOfPlan) {
      throw usageError("plan tag", `takes at most ${LIMITS.tagsOfPlan} tags`);
    }
    return actByCommand("plan tag", values, {
      toCommand: () => ({ type: "set_tags", by, tags }),
      done: (plan) => `${plan.handle} has the tags: ${plan.tags.join(", ") || "none"}.`,
    });
  },
});

export const PLAN_ACTIONS = [
  cancelCommand,
  archiveCommand,
  restoreCommand,
  renameCommand,
  tagCommand,
];
