import type { PlanActivity, PlanStatus, StepStatus } from "@trovella/plan-engine";
import type { RunStatus } from "../api/api.ts";
import { useIsShared } from "../api/whose.ts";
import { capitalize } from "../format/capitalize.ts";
import { t } from "../language/messages.ts";
import { Icon, type IconName } from "./icon.tsx";

interface Look {
  readonly icon: IconName;
  readonly word: string;
  readonly color: string;
}

const NEEDS_REVIEW: Look = { icon: "waiting", word: t("Needs your review"), color: "text-warn" };
const LOOKS: Readonly<Record<string, Look>> = {
  working: { icon: "running", word: t("Working"), color: "text-busy" },
  waiting_for_person: NEEDS_REVIEW,
  waiting_for_assistant: {
    icon: "circle",
    word: t("Waiting for an assistant"),
    color: "text-warn",
  },
  planning: { icon: "circle", word: t("Planning"), color: "text-soft" },
  pending: { icon: "circle", word: t("Pending"), color: "text-soft" },
  executing: { icon: "running", word: t("Running"), color: "text-busy" },
  in_progress: { icon: "running", word: t("Running"), color: "text-busy" },
  started: { icon: "running", word: t("Started"), color: "text-busy" },
  awaiting_review: NEEDS_REVIEW,
  awaiting_input: NEEDS_REVIEW,
  stalled: { icon: "stalled", word: t("Stalled"), color: "text-warn" },
  closing: { icon: "stalled", word: t("Closing early"), color: "text-warn" },
  completed: { icon: "check", word: t("Completed"), color: "text-good" },
  failed: { icon: "failed", word: t("Failed"), color: "text-bad" },
  cancelled: { icon: "failed", word: t("Cancelled"), color: "text-soft" },
  skipped: { icon: "archived", word: t("Skipped"), color: "text-soft" },
  archived: { icon: "archived", word: t("Archived"), color: "text-soft" },
} satisfies Record<PlanActivity | PlanStatus | StepStatus | RunStatus | "closing", Look>;

/** A status as an icon and a word: colour alone would not be accessible. */
export function StatusBadge({ status }: { status: string }) {
  const look = LOOKS[status] ?? unknownStatus(status);
  const { icon, word, color } = look;
  const isShared = useIsShared();
  return (
    <span className={`inline-flex items-baseline gap-1.5 whitespace-nowrap font-medium ${color}`}>
      <Icon name={icon} className="self-center" />
      {/* Where there are others, it may wait for one of them. */}
      {isShared && look === NEEDS_REVIEW ? t("Needs a review") : word}
    </span>
  );
}

export function statusLabel(status: string): string {
  return (LOOKS[status] ?? unknownStatus(status)).word;
}

function unknownStatus(status: string): Look {
  return { icon: "circle", word: capitalize(status.replaceAll("_", " ")), color: "text-soft" };
}
