import type { ClaimJudgement } from "@trovella/db/evidence";
import { AppError, FairQueue } from "@trovella/foundation";
import { WorkerPool, WorkerPoolError } from "@trovella/foundation/worker-pool";
import { type JudgingJob, judgeClaims } from "./judge-claims.ts";

const MAX_THREADS = 2;
const MAX_MS = 8_000;
const TIMEOUT_MS = 20_000;
/** Up to here judging takes a few milliseconds, less than handing it to a thread. */
const SHORT_CHARACTERS = 20_000;

const pool = new WorkerPool<JudgingJob, ClaimJudgement[]>({
  file: new URL("./judging-worker.mjs", import.meta.url),
  maxThreads: MAX_THREADS,
  idleMs: 30_000,
  worker: { resourceLimits: { maxOldGenerationSizeMb: 512 } },
});

/** One organization's claims take one thread at a time. */
const shares = new FairQueue({
  atOnce: MAX_THREADS,
  perKey: 1,
  maxWaitingPerKey: 50,
  maxWaitMs: 30_000,
  refusal: () =>
    new AppError(
      "UNAVAILABLE",
      "Too many claims of your organization are being checked. Next: wait 10 s and repeat the call.",
      { retryAfterSeconds: 10 },
    ),
});

/** Judges claims, in a worker thread where their texts are long. One that takes too long leaves them unchecked. */
export async function judgeApart(
  given: Omit<JudgingJob, "maxMs">,
  organizationId: string,
): Promise<ClaimJudgement[]> {
  const job = { ...given, maxMs: MAX_MS };
  if (searchedCharacters(job) <= SHORT_CHARACTERS) return judgeHere(job);
  try {
    return await shares.run(organizationId, () => pool.run(job, { timeoutMs: TIMEOUT_MS }));
  } catch (error) {
    const reason = error instanceof WorkerPoolError ? error.reason : null;
    if (reason === "timeout" || reason === "out_of_memory") return judgeHere({ ...job, maxMs: -1 });
    throw error;
  }
}

function judgeHere(job: JudgingJob): ClaimJudgement[] {
  const startedMs = performance.now();
  return judgeClaims(job, () => performance.now() - startedMs);
}

function searchedCharacters({ claims, texts }: JudgingJob): number {
  const quotes = claims.flatMap(({ evidence }) => evidence);
  const lengths = quotes.map(({ key }) =>
    texts.reduce((sum, text) => sum + (text.key === key ? (text.text?.length ?? 0) : 0), 0),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}
