import { AppError } from "@trovella/foundation";
import type { Command } from "./command.ts";
import { checkCommand, checkTime } from "./command-shape.ts";
import { acceptClosing } from "./decisions/accept-closing.ts";
import { archivePlan, restorePlan } from "./decisions/archive-plan.ts";
import { assignPlan } from "./decisions/assign-plan.ts";
import { cancelPlan } from "./decisions/cancel-plan.ts";
import { createPlan } from "./decisions/create-plan.ts";
import { decideReview } from "./decisions/decide-review.ts";
import { declineReview } from "./decisions/decline-review.ts";
import { detectStall } from "./decisions/detect-stall.ts";
import { askForCheckpoint, editStep, skipStep } from "./decisions/edit-step.ts";
import { renamePlan, setTags } from "./decisions/label-plan.ts";
import { modifyPlan } from "./decisions/modify-plan.ts";
import { recordUsage } from "./decisions/record-usage.ts";
import { reopenPlan } from "./decisions/reopen-plan.ts";
import { requestReview } from "./decisions/request-review.ts";
import { resumeSession } from "./decisions/resume-session.ts";
import { startNextStep } from "./decisions/start-next-step.ts";
import { submitResult } from "./decisions/submit-result.ts";
import type { Plan } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";

/**
 * The events that a command leads to. It changes nothing; a refused command throws AppError.
 * The plan is null only for `create_plan`.
 */
export function decide(plan: Plan | null, command: Command, now: Date): PlanEvent[] {
  checkCommand(command);
  checkTime(now);

  if (command.type === "create_plan") {
    if (plan)
      throw new AppError("INVALID_INPUT", "This plan exists already. Next: choose a new id.");
    return createPlan(command, now);
  }
  if (!plan) {
    throw new AppError(
      "NOT_FOUND",
      "There is no such plan. Next: call list_active_plans for plans in progress, or search_sources for finished ones.",
    );
  }
  switch (command.type) {
    case "start_next_step":
      return startNextStep(plan, command, now);
    case "submit_result":
      return submitResult(plan, command, now);
    case "request_review":
      return requestReview(plan, command, now);
    case "decline_review":
      return declineReview(plan, command, now);
    case "decide_review":
      return decideReview(plan, command, now);
    case "modify_plan":
      return modifyPlan(plan, command, now);
    case "record_usage":
      return recordUsage(plan, command, now);
    case "accept_closing":
      return acceptClosing(plan, now);
    case "assign_plan":
      return assignPlan(plan, command, now);
    case "reopen_plan":
      return reopenPlan(plan, now);
    case "cancel_plan":
      return cancelPlan(plan, command, now);
    case "archive_plan":
      return archivePlan(plan, now);
    case "restore_plan":
      return restorePlan(plan, now);
    case "rename_plan":
      return renamePlan(plan, command, now);
    case "set_tags":
      return setTags(plan, command, now);
    case "skip_step":
      return skipStep(plan, command, now);
    case "edit_step":
      return editStep(plan, command, now);
    case "ask_for_checkpoint":
      return askForCheckpoint(plan, command, now);
    case "detect_stall":
      return detectStall(plan, now);
    case "resume_session":
      return resumeSession(command, now);
  }
}
