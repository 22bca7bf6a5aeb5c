import type { NewId } from "./new-id.ts";
import type { StepType } from "./plan.ts";

interface ByPerson {
  readonly by: "person";
}

/** Ends an open plan for good. */
export interface CancelPlan extends ByPerson {
  readonly type: "cancel_plan";
  readonly reason: string;
}

/** Puts a closed plan out of sight. */
export interface ArchivePlan extends ByPerson {
  readonly type: "archive_plan";
}

export interface RestorePlan extends ByPerson {
  readonly type: "restore_plan";
}

export interface RenamePlan extends ByPerson {
  readonly type: "rename_plan";
  readonly name: string;
}

/** Replaces all tags of the plan. */
export interface SetTags extends ByPerson {
  readonly type: "set_tags";
  readonly tags: readonly string[];
}

export interface SkipStep extends ByPerson {
  readonly type: "skip_step";
  readonly stepId: string;
  readonly reason: string;
}

/** Changes what a pending step is; fields that are left out stay. */
export interface EditStep extends ByPerson {
  readonly type: "edit_step";
  readonly stepId: string;
  readonly stepType?: StepType | undefined;
  readonly instructions?: string | undefined;
  readonly requiresReview?: boolean | undefined;
}

/** Adds a step that requires review. Left out, the place is right before the next step that would be handed out. */
export interface AskForCheckpoint extends ByPerson {
  readonly type: "ask_for_checkpoint";
  readonly newId: NewId;
  readonly instructions: string;
  readonly insertAfterOrder?: number | undefined;
}

/** What only a person may ask for (R37); no tool gives these commands. */
export type PersonCommand =
  | CancelPlan
  | ArchivePlan
  | RestorePlan
  | RenamePlan
  | SetTags
  | SkipStep
  | EditStep
  | AskForCheckpoint;
