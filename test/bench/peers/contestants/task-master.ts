import type { StartContestant } from "../contestant.ts";
import { startTaskMaster } from "../task-master-server.ts";

/** About 1.6 kB a task, as much as a result of ours; four public files hold 1.1 to 5.6 kB a task. */
export const start: StartContestant = (settings) =>
  startTaskMaster(settings, {
    details: "Compare the sources and keep what at least two of them support. ".repeat(17),
    testStrategy: "Read two of them again and look for what contradicts it. ".repeat(4),
  });
