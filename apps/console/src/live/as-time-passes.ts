import { isPaused } from "./live-pause.ts";

const REFETCH_MS = 30_000;

/** For what changes without any event: plans wait for an assistant, then stall, and bars grow. */
export const AS_TIME_PASSES = { refetchInterval: () => !isPaused() && REFETCH_MS };
