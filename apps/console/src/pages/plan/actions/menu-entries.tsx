import { isOpenActivity } from "@trovella/plan-engine";
import type { ComponentType } from "react";
import type { PlanAction } from "../../../api/api.ts";
import { t } from "../../../language/messages.ts";
import { StartAgainItem } from "../../new/start-again-item.tsx";
import { DeleteItem } from "../deleting/delete-item.tsx";
import { ExportItem } from "../deleting/export-item.tsx";
import { EditSteps } from "../editing/edit-steps.tsx";
import type { PlanHead } from "../plan-detail.ts";
import { AskForCheckpoint } from "./ask-for-checkpoint.tsx";
import { CancelPlan } from "./cancel-plan.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { EditTags } from "./edit-tags.tsx";
import { RenamePlan } from "./rename-plan.tsx";

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly isShown: (plan: PlanHead) => boolean;
  readonly isDanger?: boolean;
}

/** An entry that asks first, in a dialog with this title. */
export interface DialogEntry extends Entry {
  readonly title: string;
  readonly Dialog: ComponentType<DialogProps>;
}

/** An entry that acts at once, because it can be undone. */
interface ActionEntry extends Entry {
  readonly action: PlanAction;
  readonly done: string;
}

/** An entry that leads to another page. */
interface LinkEntry extends Entry {
  readonly Link: ComponentType<{ readonly planId: string; readonly className: string }>;
}

const isOpen = ({ activity }: PlanHead) => isOpenActivity(activity);
const isArchived = ({ activity }: PlanHead) => activity === "archived";
const always = () => true;

/** In the order of the menu: what is done often first, what ends things last. */
export const PLAN_MENU: readonly (DialogEntry | ActionEntry | LinkEntry)[] = [
  {
    id: "edit",
    label: t("Edit steps…"),
    title: t("Edit steps"),
    isShown: isOpen,
    Dialog: EditSteps,
  },
  {
    id: "checkpoint",
    label: t("Ask for a checkpoint…"),
    title: t("Ask for a checkpoint"),
    isShown: isOpen,
    Dialog: AskForCheckpoint,
  },
  {
    id: "rename",
    label: t("Rename…"),
    title: t("Rename the plan"),
    isShown: always,
    Dialog: RenamePlan,
  },
  {
    id: "tags",
    label: t("Tags…"),
    title: t("Tags of the plan"),
    isShown: always,
    Dialog: EditTags,
  },
  {
    id: "start again",
    label: t("Start again with these findings"),
    isShown: (plan) => !isOpen(plan),
    Link: StartAgainItem,
  },
  {
    id: "export",
    label: t("Export…"),
    title: t("Export the plan"),
    isShown: always,
    Dialog: ExportItem,
  },
  {
    id: "archive",
    label: t("Archive"),
    isShown: (plan) => !isOpen(plan) && !isArchived(plan),
    action: { name: "archive", input: {} },
    done: t("Archived. Lists leave the plan out until it is restored."),
  },
  {
    id: "restore",
    label: t("Restore from the archive"),
    isShown: isArchived,
    action: { name: "restore", input: {} },
    done: t("Restored."),
  },
  {
    id: "cancel",
    label: t("Cancel plan…"),
    title: t("Cancel the plan"),
    isShown: isOpen,
    isDanger: true,
    Dialog: CancelPlan,
  },
  {
    id: "delete",
    label: t("Delete…"),
    title: t("Delete the plan"),
    isShown: always,
    isDanger: true,
    Dialog: DeleteItem,
  },
];
