import { DeleteItem } from "../deleting/delete-item.tsx";
import { ExportItem } from "../deleting/export-item.tsx";
import { EditSteps } from "../editing/edit-steps.tsx";
import { AskForCheckpoint } from "./ask-for-checkpoint.tsx";
import { CancelPlan } from "./cancel-plan.tsx";
import { EditTags } from "./edit-tags.tsx";
import { RenamePlan } from "./rename-plan.tsx";

/** The dialogs of the menu: one file, loaded when the first of them opens. */
export const planDialogs = {
  AskForCheckpoint,
  CancelPlan,
  DeleteItem,
  EditSteps,
  EditTags,
  ExportItem,
  RenamePlan,
};
