import type { ResumeSession } from "../command.ts";
import type { PlanEvent } from "../plan-event.ts";

/** Decides whether reading a plan's context counts as resuming it in a new session. */
export function resumeSession(command: ResumeSession, now: Date): PlanEvent[] {
  if (command.isKnown) return [];
  return [{ type: "session_resumed", sessionId: command.sessionId, at: now }];
}
