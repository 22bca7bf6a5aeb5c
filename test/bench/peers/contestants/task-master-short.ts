import type { StartContestant } from "../contestant.ts";
import { startTaskMaster } from "../task-master-server.ts";

/** Tasks of one sentence: the whole file is read and written for each call, so this is its best case. */
export const start: StartContestant = (settings) =>
  startTaskMaster(settings, { details: "", testStrategy: "" });
