import type { PlanActivity } from "@trovella/plan-engine";
import { t } from "../../language/messages.ts";
import type { ItemKind } from "./inbox-items.ts";

/** The kinds of items in the order of the list. */
export const GROUPS = [
  { kind: "review", title: t("Needs review") },
  { kind: "closing", title: t("Closing early") },
  { kind: "stalled", title: t("Stalled"), activity: "stalled" },
  { kind: "waiting", title: t("Waiting for an assistant"), activity: "waiting_for_assistant" },
  { kind: "failed", title: t("Failed in the last 7 days"), activity: "failed" },
] as const satisfies readonly { kind: ItemKind; title: string; activity?: PlanActivity }[];
