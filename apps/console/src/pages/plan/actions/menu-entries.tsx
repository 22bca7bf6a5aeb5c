import { isOpenActivity } from "@trovella/plan-engine";
import type { ComponentType } from "react";
import type { PlanAction } from "../../../api/api.ts";
import { t } from "../../../language/messages.ts";
import { lazyPart } from "../../../url/lazy-page.ts";
import { StartAgainItem } from "../../new/start-again-item.tsx";
import type { PlanHead } from "../plan-detail.ts";
import type { DialogProps } from "./dialog-props.ts";

const loadDialogs = async () => (await import("./plan-dialogs.ts")).planDialogs;

const EditSteps = lazyPart(async () => (await loadDialogs()).EditSteps);
const DeleteItem = lazyPart(async () => (await loadDialogs()).DeleteItem);
const ExportItem = lazyPart(async () => (await loadDialogs()).ExportItem);
const AskForCheckpoint = lazyPart(async () => (await loadDialogs()).AskForCheckpoint);
const CancelPlan = lazyPart(async () => (await loadDialogs()).CancelPlan);
const EditTags = lazyPart(async () => (await loadDialogs()).EditTags);
const RenamePlan = lazyPart(async () => (await loadDialogs()).RenamePlan);

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly isShown: (plan: PlanHead) => boolean;
  readonly isDanger?: boolean;
}

/** An entry that asks first, in a dialog with this title. */
export interface DialogEntry extends Entry {
  readonly title: string;
  /** Opens it from the page of the plan. */
  readonly keys?: string;
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

export type MenuEntry = DialogEntry | ActionEntry | LinkEntry;

const isOpen = ({ activity }: PlanHead) => isOpenActivity(activity);
const isArchived = ({ activity }: PlanHead) => activity === "archived";
const always = () => true;

/** In the order of the menu: what is done often first, what ends things last. */
export const PLAN_MENU: readonly MenuEntry[] = [
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
    keys: "#",
    isShown: always,
    isDanger: true,
    Dialog: DeleteItem,
  },
];
