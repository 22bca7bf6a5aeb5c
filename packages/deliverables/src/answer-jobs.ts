// The worker thread: runs the jobs it receives, one after the other.
import { parentPort } from "node:worker_threads";
import { FormatUnavailable, TooLarge } from "./deliverable.ts";
import type { Answer, Job, JobResults, LintTexts } from "./jobs.ts";

parentPort?.on("message", async (job: Job) => {
  const answer = await doJob(job).then((result): Answer => ({ result }), failureOf);
  parentPort?.postMessage(answer);
});

/** Modules load lazily per kind of job: a lint needs no office formats. */
async function doJob(job: Job): Promise<JobResults[keyof JobResults]> {
  if (job.kind === "render") {
    const { renderDeliverable } = await import("./render-deliverable.ts");
    return renderDeliverable(job.deliverable, job.format);
  }
  if (job.kind === "body") {
    const [{ readDocument }, { renderBody }] = await Promise.all([
      import("./read-document.ts"),
      import("./html/render-body.ts"),
    ]);
    return renderBody(readDocument(job.deliverable));
  }
  if (job.kind === "compare") {
    const { compareDeliverables } = await import("./comparison/compare-deliverables.ts");
    return compareDeliverables(job.before, job.after);
  }
  if (job.kind === "changes") {
    const { renderTrackedChanges } = await import("./render-deliverable.ts");
    return renderTrackedChanges(job.before, job.after);
  }
  const { lintDeliverable } = await import("./lint.ts");
  const { deliverable, texts, maxCharacters } = job;
  return lintDeliverable(
    deliverable,
    { textsOf: (number) => textsOf(texts, number) },
    { maxCharacters },
  );
}

/** Null when one of them is not at hand. */
function textsOf({ byId, idsOf }: LintTexts, number: number): string[] | null {
  const ids = idsOf.get(number) ?? [];
  const texts = ids.flatMap((id) => byId.get(id) ?? []);
  return texts.length === ids.length ? texts : null;
}

function failureOf(error: unknown): Answer {
  if (error instanceof TooLarge) return { refusal: error.message };
  if (error instanceof FormatUnavailable) return { unavailable: error.message };
  // The stack was not deep enough, or a string or an array cannot be that long.
  if (error instanceof RangeError) return { refusal: null };
  return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
