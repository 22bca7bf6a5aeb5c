// The worker thread: judges the claims it receives, one job after the other.
import { parentPort } from "node:worker_threads";
import { type JudgingJob, judgeClaims } from "./judge-claims.ts";

parentPort?.on("message", (job: JudgingJob) => {
  const startedMs = performance.now();
  parentPort?.postMessage(judgeClaims(job, () => performance.now() - startedMs));
});
