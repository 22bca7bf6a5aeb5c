import { PLAN_MODES, REVIEW_POLICIES } from "@trovella/plan-engine";
import { CHECKPOINT_PLACES, hasCheckpoint, listTemplates } from "@trovella/research";
import { z } from "zod";
import { commitDraft, DRAFT_FORMATS, type Draft } from "../commit-draft.ts";
import * as input from "../inputs.ts";
import { procedure } from "../trpc.ts";

/** A template writes both into several steps. */
const MAX_QUESTION = 2_000;
const MAX_NOTES = 4_000;
const MAX_TEMPLATE_NAME = 100;

const draft = z.strictObject({
  question: input.text(MAX_QUESTION).trim().min(1, "is missing"),
  depth: z.enum(PLAN_MODES),
  format: z.enum(DRAFT_FORMATS),
  template: input.text(MAX_TEMPLATE_NAME).trim().min(1),
  checkpoints: z.array(z.enum(CHECKPOINT_PLACES)).max(CHECKPOINT_PLACES.length).default([]),
  reviewPolicy: z.enum(REVIEW_POLICIES).default("relayed_allowed"),
  notes: input.text(MAX_NOTES).trim().optional(),
  planId: input.id.optional(),
} satisfies Record<keyof Draft, z.ZodType>);

/** Starting research in the console. */
export const draftProcedures = {
  /** What a plan can be made from; those that this version cannot read are left out. */
  templates: procedure("read").query(async ({ ctx: { context } }) => {
    const templates = await listTemplates(context);
    return templates.flatMap(({ name, isOwn, template }) =>
      template
        ? [
            {
              name,
              isOwn,
              stepCount: template.steps.length,
              hasCheckpoint: hasCheckpoint(template),
            },
          ]
        : [],
    );
  }),

  createDraft: procedure("write", ["plan", "run"])
    .input(draft)
    .mutation(({ ctx: { context, caller, services }, input }) => {
      const { stallThresholdMs } = services;
      return commitDraft(context, input, { caller, now: services.now(), stallThresholdMs });
    }),
};
